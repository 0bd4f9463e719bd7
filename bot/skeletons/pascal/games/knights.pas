{ The rules of Knights. }

@FROM_TO@

const
  ForALine = 3;
  Jumps: array[1..8, 1..2] of Integer =
    ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1));

{ Return whether the file is of this game. }
function IsGood(const Game: TGame): Boolean;
begin
  Result := (Game.Name = 'knights') and ConsistsOf(Game, Size, Size, ['-', 'A', 'B', '1', '2']);
end;

{ Return the legal moves of the player to move. }
function FindMoves(const Game: TGame): TMoves;
var
  Row, Column, ToRow, ToColumn, N: Integer;
begin
  Result := nil;
  for Row := 1 to Size do
    for Column := 1 to Size do
      for N := 1 to 8 do
      begin
        if Game.Board[Row][Column] <> Game.Player then Continue;
        ToRow := Row + Jumps[N][1];
        ToColumn := Column + Jumps[N][2];
        if not (Cell(Game, ToRow, ToColumn) in [Game.Player, '*']) then
          Add(Result, Row, Column, ToRow, ToColumn);
      end;
end;

{ Return whether all of a player's knights stand in one row, or all in one column. }
function InLine(const Game: TGame; Player: Char): Boolean;
var
  Row, Column, FirstRow, FirstColumn: Integer;
  OneRow, OneColumn: Boolean;
begin
  FirstRow := 0;
  FirstColumn := 0;
  OneRow := True;
  OneColumn := True;
  for Row := 1 to Size do
    for Column := 1 to Size do
    begin
      if Game.Board[Row][Column] <> Player then Continue;
      if FirstRow = 0 then FirstRow := Row;
      if FirstColumn = 0 then FirstColumn := Column;
      OneRow := OneRow and (Row = FirstRow);
      OneColumn := OneColumn and (Column = FirstColumn);
    end;
  Result := (FirstRow > 0) and (OneRow or OneColumn);
end;

@BY_POINTS@

{ Return the winner field after a move; player is the next player. }
function ResultOf(const Game: TGame): Char;
begin
  if InLine(Game, 'A') or InLine(Game, 'B') then Exit(ByPoints(Game));
  if Length(FindMoves(Game)) = 0 then Exit(Other(Game.Player));
  if Game.HalfMove > LastHalfMove then Result := ByPoints(Game) else Result := 'U';
end;

{ Return the value of capturing the piece on a cell. }
function Worth(Taken: Char): Integer;
begin
  case Taken of
    '-': Result := 0;
    '2': Result := 2;
  else
    Result := 1;  { an enemy knight is worth 1, too }
  end;
end;

{ Return the game after a move. }
function Play(const Before: TGame; const Move: TMove): TGame;
var
  Player: Char;
begin
  Result := Before;
  Player := Before.Player;
  Inc(Result.Points[Player], Worth(Result.Board[Move.ToRow][Move.ToColumn]));
  Result.Board[Move.Row][Move.Column] := '-';
  Result.Board[Move.ToRow][Move.ToColumn] := Player;
  for Player := 'A' to 'B' do
    if InLine(Result, Player) then Inc(Result.Points[Player], ForALine);
  EndTurn(Result);
  Result.Winner := ResultOf(Result);
end;

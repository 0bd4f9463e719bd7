{ The rules of Reversi. }

type
  TMove = record
    Row, Column: Integer;  { where a disc is put; a row of 0 is a pass }
  end;
  TMoves = array of TMove;

procedure Add(var Moves: TMoves; Row, Column: Integer);
begin
  SetLength(Moves, Length(Moves) + 1);
  Moves[High(Moves)].Row := Row;
  Moves[High(Moves)].Column := Column;
end;

function IsSide(Cells: Integer): Boolean;
begin
  Result := (Cells >= 4) and (Cells <= 26) and not Odd(Cells);
end;

{ Return whether the file is of this game; the points must be the discs on the board. }
function IsGood(const Game: TGame): Boolean;
begin
  Result := (Game.Name = 'reversi') and IsSide(Game.Width) and IsSide(Game.Height)
    and ConsistsOf(Game, Game.Width, Game.Height, ['-', 'A', 'B'])
    and (Game.Points['A'] = Count(Game, 'A')) and (Game.Points['B'] = Count(Game, 'B'));
end;

{ Count the enemy discs in that direction that an own disc closes in. }
function ClosedIn(const Game: TGame; Player: Char; Row, Column, Down, Right: Integer): Integer;
begin
  Result := 0;
  while Cell(Game, Row + (Result + 1) * Down, Column + (Result + 1) * Right) = Other(Player) do
    Inc(Result);
  if Cell(Game, Row + (Result + 1) * Down, Column + (Result + 1) * Right) <> Player then
    Result := 0;
end;

{ Return whether the player may put a disc there. }
function MayPut(const Game: TGame; Player: Char; Row, Column: Integer): Boolean;
var
  Down, Right: Integer;
begin
  Result := False;
  if Game.Board[Row][Column] <> '-' then Exit;
  for Down := -1 to 1 do
    for Right := -1 to 1 do
      if ((Down <> 0) or (Right <> 0))
        and (ClosedIn(Game, Player, Row, Column, Down, Right) > 0) then Result := True;
end;

{ Return the cells on which the player may put a disc. }
function FindCells(const Game: TGame; Player: Char): TMoves;
var
  Row, Column: Integer;
begin
  Result := nil;
  for Row := 1 to Game.Height do
    for Column := 1 to Game.Width do
      if MayPut(Game, Player, Row, Column) then Add(Result, Row, Column);
end;

{ Return the legal moves: cells; or a pass, where only the other player has a move. }
function FindMoves(const Game: TGame): TMoves;
begin
  Result := FindCells(Game, Game.Player);
  if (Length(Result) = 0) and (Length(FindCells(Game, Other(Game.Player))) > 0) then
    Add(Result, 0, 0);
end;

@BY_POINTS@

{ Return the game after a move. }
function Play(const Before: TGame; const Move: TMove): TGame;
var
  Down, Right, Far: Integer;
begin
  Result := Before;
  if Move.Row > 0 then
  begin
    for Down := -1 to 1 do
      for Right := -1 to 1 do
        if (Down <> 0) or (Right <> 0) then
          for Far := 1 to ClosedIn(Before, Before.Player, Move.Row, Move.Column, Down, Right) do
            Result.Board[Move.Row + Far * Down][Move.Column + Far * Right] := Before.Player;
    Result.Board[Move.Row][Move.Column] := Before.Player;
    Result.Points['A'] := Count(Result, 'A');
    Result.Points['B'] := Count(Result, 'B');
  end;
  EndTurn(Result);
  { The game is over when neither player can move: more discs win. }
  if Length(FindMoves(Result)) = 0 then Result.Winner := ByPoints(Result);
end;

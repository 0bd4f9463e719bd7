{ The rules of Fight-B. }

@FROM_TO@

{ Return whether the file is of this game. }
function IsGood(const Game: TGame): Boolean;
begin
  Result := (Game.Name = 'fight')
    and ConsistsOf(Game, Size, Size, ['-', 'A', 'B', '*', '1', '2']);
end;

{ Count the pieces on the whole line through a cell, in both directions. }
function PiecesOnLine(const Game: TGame; Row, Column, Down, Right: Integer): Integer;
var
  N: Integer;
begin
  Result := 0;
  for N := 1 - Size to Size - 1 do
    if Cell(Game, Row + N * Down, Column + N * Right) in ['A', 'B'] then Inc(Result);
end;

{ Add the moves of one piece. }
procedure AddMoves(const Game: TGame; Row, Column: Integer; var Moves: TMoves);
var
  Down, Right, Distance: Integer;
begin
  for Down := -1 to 1 do
    for Right := -1 to 1 do
    begin
      if (Down = 0) and (Right = 0) then Continue;
      Distance := PiecesOnLine(Game, Row, Column, Down, Right);
      { A cell outside the board is '*', too. }
      if Cell(Game, Row + Distance * Down, Column + Distance * Right) <> '*' then
        Add(Moves, Row, Column, Row + Distance * Down, Column + Distance * Right);
    end;
end;

{ Return the legal moves of the player to move. }
function FindMoves(const Game: TGame): TMoves;
var
  Row, Column: Integer;
begin
  Result := nil;
  for Row := 1 to Size do
    for Column := 1 to Size do
      if Game.Board[Row][Column] = Game.Player then AddMoves(Game, Row, Column, Result);
end;

@BY_POINTS@

{ Return the winner field after a move; player is the next player. }
function ResultOf(const Game: TGame): Char;
begin
  if Count(Game, '*') = 0 then Exit(ByPoints(Game));
  if Length(FindMoves(Game)) = 0 then Exit(Other(Game.Player));  { or there is no piece at all }
  if Game.HalfMove > LastHalfMove then Result := ByPoints(Game) else Result := 'U';
end;

{ Return the game after a move. }
function Play(const Before: TGame; const Move: TMove): TGame;
var
  Row, Column: Integer;
  Mark: Char;
begin
  Result := Before;
  Result.Board[Move.Row][Move.Column] := '-';
  Result.Board[Move.ToRow][Move.ToColumn] := Before.Player;
  if Before.Player = 'A' then Mark := '1' else Mark := '2';
  for Row := Move.ToRow - 1 to Move.ToRow + 1 do
    for Column := Move.ToColumn - 1 to Move.ToColumn + 1 do
      if (Row in [1..Size]) and (Column in [1..Size]) then
        if not (Result.Board[Row][Column] in ['A', 'B']) then Result.Board[Row][Column] := Mark;
  Result.Points['A'] := Count(Result, '1');
  Result.Points['B'] := Count(Result, '2');
  EndTurn(Result);
  Result.Winner := ResultOf(Result);
end;

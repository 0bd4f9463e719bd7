{ The rules of MMPeshki. }

@FROM_TO@

{ Return whether the file is of this game. }
function IsGood(const Game: TGame): Boolean;
begin
  Result := (Game.Name = '') and not HasPoints(Game)
    and ConsistsOf(Game, Size, Size, ['-', 'A', 'B', '*']);
end;

{ Return the legal moves of the player to move. }
function FindMoves(const Game: TGame): TMoves;
var
  Row, Column, Right, Ahead: Integer;
  Content, Beyond: Char;
begin
  Result := nil;
  if Game.Player = 'A' then Ahead := -1 else Ahead := 1;  { A goes up, towards Board[1] }
  for Row := 1 to Size do
    for Column := 1 to Size do
      for Right := -1 to 1 do
      begin
        if Game.Board[Row][Column] <> Game.Player then Continue;
        Content := Cell(Game, Row + Ahead, Column + Right);
        Beyond := Cell(Game, Row + 2 * Ahead, Column + 2 * Right);
        if Content = '-' then
          Add(Result, Row, Column, Row + Ahead, Column + Right)
        else if (Content = Other(Game.Player)) and (Beyond = '-') then
          Add(Result, Row, Column, Row + 2 * Ahead, Column + 2 * Right);
      end;
end;

{ Return the winner field after a move; player is the next player. }
function ResultOf(const Game: TGame): Char;
var
  FarRow: Integer;
begin
  if Length(FindMoves(Game)) = 0 then Exit(Game.Player);  { rule 9 comes first }
  Result := Other(Game.Player);  { who has just moved }
  if Result = 'A' then FarRow := 1 else FarRow := Size;
  if Pos(Result, Game.Board[FarRow]) > 0 then Exit;  { rule 10 comes second }
  if Game.HalfMove > LastHalfMove then Result := 'D' else Result := 'U';
end;

{ Return the game after a move. }
function Play(const Before: TGame; const Move: TMove): TGame;
begin
  Result := Before;
  if Abs(Move.ToRow - Move.Row) = 2 then  { a capture: the piece jumped over goes }
    Result.Board[(Move.Row + Move.ToRow) div 2][(Move.Column + Move.ToColumn) div 2] := '-';
  Result.Board[Move.Row][Move.Column] := '-';
  Result.Board[Move.ToRow][Move.ToColumn] := Before.Player;
  EndTurn(Result);
  Result.Winner := ResultOf(Result);
end;

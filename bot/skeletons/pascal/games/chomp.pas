{ The rules of Chomp. }

type
  TMove = record
    Row, Column: Integer;  { the chip that is eaten, with all above it and right of it }
  end;
  TMoves = array of TMove;

{ Count the chips that are left in a row, up to the first that is eaten. }
function Chips(const Line: string): Integer;
begin
  Result := Pos('-', Line) - 1;
  if Result < 0 then Result := Length(Line);
end;

{ Return whether the file is of this game. }
function IsGood(const Game: TGame): Boolean;
var
  Row, All: Integer;
begin
  Result := (Game.Name = 'chomp') and not HasPoints(Game)
    and ConsistsOf(Game, Game.Width, Game.Height, ['o', '-']);
  All := 0;
  for Row := 1 to Game.Height do
  begin
    { No chip is above an eaten one. }
    if (Row > 1) and (Chips(Game.Board[Row - 1]) > Chips(Game.Board[Row])) then Exit(False);
    All := All + Chips(Game.Board[Row]);
  end;
  { And none is right of an eaten one. }
  Result := Result and (All = Count(Game, 'o'));
end;

{ Return the legal moves of the player to move. }
function FindMoves(const Game: TGame): TMoves;
var
  Row, Column: Integer;
begin
  Result := nil;
  for Row := 1 to Game.Height do
    for Column := 1 to Chips(Game.Board[Row]) do
    begin
      SetLength(Result, Length(Result) + 1);
      Result[High(Result)].Row := Row;
      Result[High(Result)].Column := Column;
    end;
end;

{ Return the game after a move. }
function Play(const Before: TGame; const Move: TMove): TGame;
var
  Row, Column: Integer;
begin
  Result := Before;
  for Row := 1 to Move.Row do
    for Column := Move.Column to Before.Width do Result.Board[Row][Column] := '-';
  EndTurn(Result);
  { The poisoned chip is the bottom-left one: the player who eats it loses. }
  if Result.Board[Result.Height][1] = '-' then Result.Winner := Result.Player;
end;

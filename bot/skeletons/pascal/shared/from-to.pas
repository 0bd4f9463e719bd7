const
  Size = 8;
  LastHalfMove = 60;

type
  TMove = record
    Row, Column: Integer;      { from here }
    ToRow, ToColumn: Integer;  { to there }
  end;
  TMoves = array of TMove;

procedure Add(var Moves: TMoves; Row, Column, ToRow, ToColumn: Integer);
var
  Move: TMove;
begin
  Move.Row := Row;
  Move.Column := Column;
  Move.ToRow := ToRow;
  Move.ToColumn := ToColumn;
  SetLength(Moves, Length(Moves) + 1);
  Moves[High(Moves)] := Move;
end;

{ Return the player with more points. }
function ByPoints(const Game: TGame): Char;
begin
  if Game.Points['A'] = Game.Points['B'] then Exit('D');
  if Game.Points['A'] > Game.Points['B'] then Result := 'A' else Result := 'B';
end;

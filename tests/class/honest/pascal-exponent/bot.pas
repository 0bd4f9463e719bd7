program ChompBot;
{$mode objfpc}
uses SysUtils, DateUtils, Classes;

var
  lines: TStringList;
  head: TStringArray;
  player, enemy, winner: string;
  row, column, bottom, mine: integer;
  times: array[1..2] of real;
  began: TDateTime;
  f: text;

begin
  began := Now;
  lines := TStringList.Create;
  lines.LoadFromFile('matrix.txt');
  head := lines[0].Split(' ');
  player := head[0];
  if player = 'A' then enemy := 'B' else enemy := 'A';
  times[1] := StrToFloat(lines[1].Split(' ')[1]);
  times[2] := StrToFloat(lines[2].Split(' ')[1]);

  bottom := 3;
  while (bottom + 1 < lines.Count) and (lines[bottom + 1][1] in ['o', '-']) do inc(bottom);

  { eats the last chip of the top row that has one }
  row := 3;
  while pos('o', lines[row]) = 0 do inc(row);
  column := LastDelimiter('o', lines[row]);
  lines[row] := copy(lines[row], 1, column - 1) + '-' + copy(lines[row], column + 1, 99);
  if lines[bottom][1] = '-' then winner := enemy else winner := 'U';

  if player = 'A' then mine := 1 else mine := 2;
  times[mine] := times[mine] - MilliSecondsBetween(Now, began) / 1000;

  assign(f, 'matrix.txt');
  rewrite(f);
  writeln(f, enemy, ' ', StrToInt(head[1]) + 1, ' ', winner);
  writeln(f, 0, times[1]);
  writeln(f, 0, times[2]);
  for row := 3 to bottom do writeln(f, lines[row]);
  writeln(f, 'game chomp');
  close(f);
end.

program Bot;
uses SysUtils;

var
  board: array[1..8] of string;
  player, enemy, winner, blank: char;
  number, pointsA, pointsB, i: integer;
  timeA, timeB, used: double;
  start: QWord;
  f: text;

function Cell(row, column: integer): char;
begin
  if (row < 1) or (row > 8) or (column < 1) or (column > 8) then Cell := '*'
  else Cell := board[row][column];
end;

{ Looks for a move of this side and makes it if it should; false if there is none. }
function Move(side, other: char; make: boolean): boolean;
var
  r, c, d, up: integer;
begin
  if side = 'A' then up := -1 else up := 1;
  Move := true;
  for r := 1 to 8 do
    for c := 1 to 8 do
      for d := -1 to 1 do
      begin
        if board[r][c] <> side then continue;
        if Cell(r + up, c + d) = '-' then
        begin
          if make then begin board[r][c] := '-'; board[r + up][c + d] := side; end;
          exit;
        end;
        if (Cell(r + up, c + d) = other) and (Cell(r + 2 * up, c + 2 * d) = '-') then
        begin
          if make then
          begin
            board[r][c] := '-';
            board[r + up][c + d] := '-';
            board[r + 2 * up][c + 2 * d] := side;
          end;
          exit;
        end;
      end;
  Move := false;
end;

begin
  start := GetTickCount64;
  assign(f, 'matrix.txt');
  reset(f);
  readln(f, player, number, blank, winner);
  readln(f, pointsA, timeA);
  readln(f, pointsB, timeB);
  for i := 1 to 8 do readln(f, board[i]);
  close(f);

  if player = 'A' then enemy := 'B' else enemy := 'A';
  Move(player, enemy, true);
  if not Move(enemy, player, false) then winner := enemy
  else if (player = 'A') and (pos('A', board[1]) > 0) then winner := 'A'
  else if (player = 'B') and (pos('B', board[8]) > 0) then winner := 'B'
  else if number = 60 then winner := 'D';

  used := (GetTickCount64 - start) / 1000;
  if player = 'A' then timeA := timeA - used else timeB := timeB - used;
  rewrite(f);
  writeln(f, enemy, ' ', number + 1, ' ', winner);
  writeln(f, pointsA, ' ', timeA:0:2);
  writeln(f, pointsB, ' ', timeB:0:2);
  for i := 1 to 8 do writeln(f, board[i]);
  close(f);
end.

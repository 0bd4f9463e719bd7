{ @NAME@: a bot for @TITLE_EN@. Put your thinking in the place of Choose, near the end. }
program Bot;

{$mode objfpc}{$H+}

uses
  {$ifdef linux} Linux, UnixType, {$endif} SysUtils;

const
  Most = 64;  { columns, or rows, of the largest board }
  CannotWrite = 1;
  Malformed = 2;

type
  TGame = record
    Player: Char;  { who is to move }
    HalfMove: Integer;
    Winner: Char;  { U while the game goes on }
    Points: array['A'..'B'] of Integer;  { 0 in a game that keeps none }
    Time: array['A'..'B'] of string;     { what they have left, letter by letter as in the file }
    Seconds: array['A'..'B'] of Double;  { the same times as numbers }
    Width, Height: Integer;
    Board: array[1..Most] of string;     { the rows, the top one first }
    Name: string;    { the game in the footer; empty for MMPeshki }
    Rules: string;   { empty if the game has one set of rules }
    Last: string;    { the move just made; empty if the file does not say }
    Steps: Integer;  { number of steps made, in a game whose moves have several }
  end;
  TSymbols = set of Char;

function Other(Player: Char): Char;
begin
  if Player = 'A' then Result := 'B' else Result := 'A';
end;

{ Return the character of a cell; '*' outside the board. }
function Cell(const Game: TGame; Row, Column: Integer): Char;
begin
  if (Row < 1) or (Row > Game.Height) or (Column < 1) or (Column > Game.Width) then
    Result := '*'
  else
    Result := Game.Board[Row][Column];
end;

{ Count the cells with that character. }
function Count(const Game: TGame; What: Char): Integer;
var
  Row, Column: Integer;
begin
  Result := 0;
  for Row := 1 to Game.Height do
    for Column := 1 to Game.Width do
      if Game.Board[Row][Column] = What then Inc(Result);
end;

{ Return whether the board has this size and no other symbols. }
function ConsistsOf(const Game: TGame; Width, Height: Integer; Symbols: TSymbols): Boolean;
var
  Row, Column: Integer;
begin
  Result := (Game.Width = Width) and (Game.Height = Height);
  for Row := 1 to Game.Height do
    for Column := 1 to Game.Width do
      Result := Result and (Game.Board[Row][Column] in Symbols);
end;

{ Return whether a player has points, which a game without points must not have. }
function HasPoints(const Game: TGame): Boolean;
begin
  Result := (Game.Points['A'] <> 0) or (Game.Points['B'] <> 0);
end;

{ Give the turn to the other player. }
procedure EndTurn(var Game: TGame);
begin
  Game.Player := Other(Game.Player);
  Game.HalfMove := Game.HalfMove + 1;
  Game.Steps := 0;
end;

{ The file. A function that reads returns False if the file is malformed. }

{ Take the first word off a line; an empty one if there is none left. }
function NextWord(var Line: string): string;
var
  Length: Integer;
begin
  Line := TrimLeft(Line);
  Length := 0;
  while (Length < System.Length(Line)) and (Line[Length + 1] > ' ') do Inc(Length);
  Result := Copy(Line, 1, Length);
  Delete(Line, 1, Length);
end;

{ Read the next line that is not blank, without the blanks at its ends. }
function ReadLine(var Source: Text; out Line: string): Boolean;
begin
  Line := '';
  while (Line = '') and not Eof(Source) do
  begin
    ReadLn(Source, Line);
    if Copy(Line, 1, 3) = #$EF#$BB#$BF then Delete(Line, 1, 3);  { a byte-order mark }
    Line := Trim(Line);
  end;
  Result := Line <> '';
end;

{ Read a whole number that is not below zero. }
function ReadNumber(const Word: string; out Number: Integer): Boolean;
var
  Wrong: Integer;
begin
  Val(Word, Number, Wrong);
  Result := (Wrong = 0) and (Number >= 0);
end;

function ReadHeader(var Source: Text; var Game: TGame): Boolean;
var
  Line, Player, Winner: string;
begin
  if not ReadLine(Source, Line) then Exit(False);
  Player := NextWord(Line);
  if not ReadNumber(NextWord(Line), Game.HalfMove) then Exit(False);
  Winner := NextWord(Line);
  if (Length(Player) <> 1) or (Length(Winner) <> 1) or (Trim(Line) <> '') then Exit(False);
  Game.Player := Player[1];
  Game.Winner := Winner[1];
  if not (Game.Player in ['A', 'B']) then Exit(False);
  if not (Game.Winner in ['A', 'B', 'D', 'U']) then Exit(False);
  { A has the odd half-moves, B the even ones. }
  Result := (Game.HalfMove > 0) and (Odd(Game.HalfMove) = (Game.Player = 'A'));
end;

{ Read the points and the time of a player. }
function ReadClock(var Source: Text; var Game: TGame; Player: Char): Boolean;
var
  Line: string;
  Letter: Char;
  Wrong: Integer;
begin
  if not ReadLine(Source, Line) then Exit(False);
  if not ReadNumber(NextWord(Line), Game.Points[Player]) then Exit(False);
  Game.Time[Player] := NextWord(Line);
  if (Game.Time[Player] = '') or (Trim(Line) <> '') then Exit(False);
  for Letter in Game.Time[Player] do
    if not (Letter in ['0'..'9', '.', 'e', 'E', '+', '-']) then Exit(False);
  Val(Game.Time[Player], Game.Seconds[Player], Wrong);
  Result := (Wrong = 0) and (Game.Seconds[Player] >= 0) and (Game.Seconds[Player] < 1e9);
end;

{ Read a row of the board. }
function ReadRow(const Line: string; var Game: TGame): Boolean;
begin
  if Game.Height = Most then Exit(False);
  if Game.Height = 0 then Game.Width := Length(Line);
  Game.Height := Game.Height + 1;
  Game.Board[Game.Height] := Line;
  Result := Length(Line) = Game.Width;
end;

{ Read a line below the board: a word and, after a blank, its value. }
function ReadFooter(Line: string; var Game: TGame): Boolean;
begin
  Result := True;
  case NextWord(Line) of
    'game': Game.Name := Trim(Line);
    'rules': Game.Rules := Trim(Line);
    'last': Game.Last := Trim(Line);
  else
    Result := False;
  end;
end;

function ReadLines(var Source: Text; out Game: TGame): Boolean;
var
  Line: string;
begin
  Game := Default(TGame);
  Result := ReadHeader(Source, Game) and ReadClock(Source, Game, 'A')
    and ReadClock(Source, Game, 'B');
  while Result and ReadLine(Source, Line) do
    if (Pos(' ', Line) > 0) or (Pos(#9, Line) > 0) then
      Result := ReadFooter(Line, Game)
    else
      Result := ReadRow(Line, Game);
  Result := Result and (Game.Height > 0);
end;

function ReadGame(out Game: TGame): Boolean;
var
  Source: Text;
begin
  Assign(Source, 'matrix.txt');
  {$I-} Reset(Source); {$I+}
  if IOResult <> 0 then Exit(False);
  Result := ReadLines(Source, Game);
  Close(Source);
end;

{ Write the whole file; raise EInOutError if that cannot be done. }
procedure WriteGame(const Game: TGame);
var
  Target: Text;
  Player: Char;
  Row: Integer;
begin
  Assign(Target, 'matrix.txt');
  Rewrite(Target);
  WriteLn(Target, Game.Player, ' ', Game.HalfMove, ' ', Game.Winner);
  for Player := 'A' to 'B' do WriteLn(Target, Game.Points[Player], ' ', Game.Time[Player]);
  for Row := 1 to Game.Height do WriteLn(Target, Game.Board[Row]);
  if Game.Name <> '' then WriteLn(Target, 'game ', Game.Name);
  if Game.Rules <> '' then WriteLn(Target, 'rules ', Game.Rules);
  Close(Target);
end;

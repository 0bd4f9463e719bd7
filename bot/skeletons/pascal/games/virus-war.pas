{ The rules of Virus War. A move is one step here: a turn is made of three. }

const
  StepsOfTurn = 3;

type
  TMove = record
    Row, Column: Integer;  { where a symbol is put, or an enemy's killed; a row of 0 is a pass }
  end;
  TMoves = array of TMove;
  TEnding = (KillAll, LastTurn, FullTurn);
  TRules = record
    Occupied: Boolean;   { the corners, at the start }
    FirstTurn: Integer;  { number of its steps }
    Ending: TEnding;
  end;
  TCells = array[1..Most, 1..Most] of Boolean;

procedure Add(var Moves: TMoves; Row, Column: Integer);
begin
  SetLength(Moves, Length(Moves) + 1);
  Moves[High(Moves)].Row := Row;
  Moves[High(Moves)].Column := Column;
end;

{ Read the line `rules` of the file: a rule set, then options that differ from it. }
function ReadRules(const Game: TGame; out Rules: TRules): Boolean;
var
  Line, Word: string;
begin
  Result := True;
  Line := Game.Rules;
  if Line = '' then Line := 'classic';
  Word := NextWord(Line);
  Rules.Occupied := Word = 'petersburg';
  if Rules.Occupied then Rules.FirstTurn := 1 else Rules.FirstTurn := StepsOfTurn;
  case Word of
    'classic': Rules.Ending := KillAll;
    'sesc': Rules.Ending := LastTurn;
    'petersburg', 'last-move': Rules.Ending := FullTurn;
  else
    Exit(False);
  end;
  while Line <> '' do
    case NextWord(Line) of
      'opening=corner': Rules.Occupied := False;
      'opening=occupied': Rules.Occupied := True;
      'first-turn=1': Rules.FirstTurn := 1;
      'first-turn=2': Rules.FirstTurn := 2;
      'first-turn=3': Rules.FirstTurn := 3;
      'ending=kill-all': Rules.Ending := KillAll;
      'ending=last-turn': Rules.Ending := LastTurn;
      'ending=full-turn': Rules.Ending := FullTurn;
      { This bot passes only where it must, so it need not know whether it may. }
      'passing=yes', 'passing=no': ;
    else
      Exit(False);
    end;
end;

function RulesOf(const Game: TGame): TRules;
begin
  ReadRules(Game, Result);
end;

{ Return whether the file is of this game. }
function IsGood(const Game: TGame): Boolean;
var
  Rules: TRules;
begin
  Result := (Game.Name = 'virus-war') and ReadRules(Game, Rules) and not HasPoints(Game)
    and (Game.Width in [4..16])
    and ConsistsOf(Game, Game.Width, Game.Width, ['-', 'A', 'B', 'a', 'b']);
end;

{ Return the letter of a killed symbol of the player. }
function Killed(Player: Char): Char;
begin
  Result := LowerCase(Player);
end;

{ Return whether the player has lost the last live symbol. }
function WipedOut(const Game: TGame; Player: Char): Boolean;
begin
  Result := (Count(Game, Player) = 0) and (Count(Game, Killed(Player)) > 0);
end;

{ Mark the neighbours of the cell, and go on from enemy symbols that we killed. }
procedure Spread(const Game: TGame; Row, Column: Integer; var Reached: TCells);
var
  Up, Right: Integer;
  Content: Char;
begin
  for Up := Row - 1 to Row + 1 do
    for Right := Column - 1 to Column + 1 do
    begin
      Content := Cell(Game, Up, Right);
      if Content = '*' then Continue;
      if Reached[Up][Right] then Continue;
      Reached[Up][Right] := True;
      if Content = Killed(Other(Game.Player)) then Spread(Game, Up, Right, Reached);
    end;
end;

{ The very first step of a player is the own corner. }
function FindCorner(const Game: TGame): TMoves;
begin
  Result := nil;
  if Game.Player = 'A' then Add(Result, Game.Height, 1) else Add(Result, 1, Game.Width);
  if Game.Board[Result[0].Row][Result[0].Column] <> '-' then Result := nil;
end;

{ Return the possible steps. }
function FindSteps(const Game: TGame): TMoves;
var
  Reached: TCells;
  Row, Column: Integer;
  Own: Char;
begin
  Own := Game.Player;
  if not RulesOf(Game).Occupied and (Count(Game, Own) + Count(Game, Killed(Own)) = 0) then
    Exit(FindCorner(Game));
  Result := nil;
  Reached := Default(TCells);
  for Row := 1 to Game.Height do
    for Column := 1 to Game.Width do
      if Game.Board[Row][Column] = Own then Spread(Game, Row, Column, Reached);
  for Row := 1 to Game.Height do
    for Column := 1 to Game.Width do
      if Reached[Row][Column] and (Game.Board[Row][Column] in ['-', Other(Own)]) then
        Add(Result, Row, Column);
end;

{ Return the legal moves: steps; or a pass, where no step is possible. }
function FindMoves(const Game: TGame): TMoves;
begin
  Result := FindSteps(Game);
  if (Length(Result) = 0) and (Game.Steps = 0) then Add(Result, 0, 0);
end;

procedure MakeStep(var Game: TGame; const Step: TMove);
begin
  if Game.Board[Step.Row][Step.Column] = '-' then
    Game.Board[Step.Row][Step.Column] := Game.Player
  else
    Game.Board[Step.Row][Step.Column] := Killed(Other(Game.Player));
  Game.Steps := Game.Steps + 1;
end;

function TurnLength(const Game: TGame): Integer;
begin
  if Game.HalfMove = 1 then Result := RulesOf(Game).FirstTurn else Result := StepsOfTurn;
end;

{ Return whether the player to move can make a whole turn; any steps prove it. }
function CanComplete(Game: TGame): Boolean;
var
  Steps: TMoves;
begin
  while Game.Steps < TurnLength(Game) do
  begin
    Steps := FindSteps(Game);
    if Length(Steps) = 0 then Exit(False);
    MakeStep(Game, Steps[0]);
  end;
  Result := True;
end;

{ Return the winner field after a turn; player is the next player. }
function ResultOf(const Game: TGame; BothPassed: Boolean): Char;
var
  Ending: TEnding;
begin
  Result := Other(Game.Player);  { who has just moved }
  Ending := RulesOf(Game).Ending;
  if (Ending = FullTurn) and not CanComplete(Game) then Exit;
  if (Ending <> FullTurn) and WipedOut(Game, Game.Player) then Exit;
  if not BothPassed then Exit('U');
  if Ending <> LastTurn then Result := 'D';
end;

{ Return the game after a move. The turn ends when no more steps can be made. }
function Play(const Before: TGame; const Move: TMove): TGame;
var
  Passed, Won: Boolean;
begin
  Result := Before;
  Passed := Move.Row = 0;
  if not Passed then
  begin
    MakeStep(Result, Move);
    Won := (RulesOf(Result).Ending <> FullTurn) and WipedOut(Result, Other(Before.Player));
    if not Won and (Result.Steps < TurnLength(Result)) and (Length(FindSteps(Result)) > 0) then
      Exit;
  end;
  EndTurn(Result);
  Result.Last := '';
  if Passed then Result.Last := 'pass';
  Result.Winner := ResultOf(Result, Passed and (Before.Last = 'pass'));
end;

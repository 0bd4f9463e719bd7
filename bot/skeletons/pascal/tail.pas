{ The player: this is yours to change. }

{ Return one of the legal moves: the first that wins at once, or else any. }
function Choose(const Game: TGame; const Moves: TMoves): TMove;
var
  Move: TMove;
begin
  for Move in Moves do
    if Play(Game, Move).Winner = Game.Player then Exit(Move);
  Result := Moves[Random(Length(Moves))];
end;

{ Count the sequences of that many moves, to be compared with `arena perft`. }
function Perft(const Game: TGame; Depth: Integer): Int64;
var
  Move: TMove;
begin
  if Depth = 0 then Exit(1);
  Result := 0;
  if Game.Winner = 'U' then
    for Move in FindMoves(Game) do Result := Result + Perft(Play(Game, Move), Depth - 1);
end;

var
  Start: QWord;

{ The processor time used so far; on other systems than Linux the time since the start. }
function SecondsUsed: Double;
{$ifdef linux}
var
  Now: TTimeSpec;
begin
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, @Now);
  Result := Now.tv_sec + Now.tv_nsec / 1e9;
end;
{$else}
begin
  Result := (GetTickCount64 - Start) / 1000;
end;
{$endif}

{ Make one move in the file. }
procedure MakeMove(Game: TGame);
var
  Player: Char;
  Left: Double;
begin
  Player := Game.Player;
  while (Game.Player = Player) and (Game.Winner = 'U') do
    Game := Play(Game, Choose(Game, FindMoves(Game)));
  { The clock is read last, when the move is known. }
  Left := Game.Seconds[Player] - SecondsUsed;
  if Left < 0 then Left := 0;
  Str(Left:0:6, Game.Time[Player]);
  WriteGame(Game);
end;

var
  Game: TGame;
begin
  Start := GetTickCount64;
  Randomize;
  if not ReadGame(Game) or not IsGood(Game) then
  begin
    WriteLn(StdErr, 'matrix.txt is missing or malformed');
    Halt(Malformed);
  end;
  if ParamCount = 1 then  { for you, not for the referee: @PROGRAM@ 3 }
    WriteLn(Perft(Game, StrToInt(ParamStr(1))))
  else if (Game.Winner <> 'U') or (Length(FindMoves(Game)) = 0) then
    WriteLn(StdErr, 'the game is over')
  else
    try
      MakeMove(Game);
    except
      on Error: EInOutError do
      begin
        WriteLn(StdErr, 'matrix.txt cannot be written: ', Error.Message);
        Halt(CannotWrite);
      end;
    end;
end.

"""``arena try``: a bot's turn as it would be in a tournament, and all that is known of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import SystemRandom
from typing import Annotated

from click.exceptions import Exit

from arena.bots import texts as words
from arena.bots.kept_turn import USUAL_MEMORY
from arena.bots.kept_turn import keep as keep_turn
from arena.bots.resolve import NamedBot, casual_entrant
from arena.bots.tried_turn import TriedTurn, show
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.files import read_one
from arena.game_request import GameRequest
from arena.option_values import clock_in, only_start, size_in
from arena.options import (
    BotArgument,
    ClockOption,
    GameOption,
    KeepOption,
    LangOption,
    LimitOption,
    MemoryOption,
    RulesOption,
    SandboxOption,
    SeedOption,
    SizeOption,
    TimeUnlessInFileOption,
    language,
)
from arena.parameters import Argument, Option
from arena.require_sandbox import asked_stage, must_run
from formats.game import StartRequest
from formats.matrix import Matrix
from formats.seconds import write_seconds
from formats.text import Language, Text
from referee.bot_game import Played, Setting, play_game
from referee.clock import Clock, Timing
from referee.judge import Rules
from referee.match.openings import Openings
from referee.numbers import GAMES, counted
from referee.program import MIB, Limits, Program
from referee.sandbox import Sandbox
from referee.sandbox.stages import Stage
from referee.turn import play as play_turn

_SEEDS = 1_000_000


def try_bot(
    bot: BotArgument,
    file: Annotated[
        str | None,
        Argument(
            metavar="FILE",
            help=Text(
                "The matrix.txt that it is given (default: the game's start).",
                "Файл matrix.txt, который ему дать (по умолчанию — начало игры).",
            ),
        ),
    ] = None,
    game: GameOption = None,
    rules: RulesOption = None,
    size: SizeOption = None,
    limit: LimitOption = None,
    games: Annotated[
        int | None,
        Option(
            min=1,
            help=Text(
                "Play this many games against itself, up to the first fault.",
                "Сыграть столько партий с самим собой, до первой ошибки.",
            ),
        ),
    ] = None,
    seed: SeedOption = None,
    time: TimeUnlessInFileOption = None,
    clock: ClockOption = Clock.CPU,
    memory: MemoryOption = USUAL_MEMORY,
    sandbox: SandboxOption = True,
    keep: KeepOption = None,
    lang: LangOption = None,
) -> None:
    """Let a bot make one move as in a tournament, and show all of it."""
    speech = language(lang)
    found = casual_entrant(bot, speech)
    if file is not None:
        only_start(rules=rules, size=size)
    request = GameRequest(
        game or found.game,
        rules,
        StartRequest(size_in(size)),
        None if time is None else clock_in(time),
        limit,
    )
    starts = _starts(request, file, seed, speech, many=games is not None)
    stage = must_run(speech, asked_stage(sandbox=sandbox))
    law = Rules(Timing(clock), Limits(memory=memory * MIB))
    trial = _Trial(found, law, stage, speech)
    tried = trial.games(islice(starts, games), games) if games else trial.turn(next(starts))
    if tried is None:
        return
    show(tried, speech)
    if keep is not None:
        keep_turn(tried, keep, bot, stage, limit, speech)
    if not tried.good:
        raise Exit(ExitStatus.BAD)


def _starts(
    request: GameRequest, file: str | None, seed: int | None, speech: Language, *, many: bool
) -> Iterator[Matrix]:
    """The position in the file; without one, the game's start, or as many as are asked for."""
    if file is None and not many:
        return iter([request.first_matrix()])
    openings = Openings(SystemRandom().randrange(_SEEDS) if seed is None else seed)
    return request.starts(openings, [] if file is None else [read_one(file)], speech)


@dataclass(frozen=True, slots=True)
class _Trial:
    """A bot that is tried, and under what."""

    bot: NamedBot
    rules: Rules
    stage: Stage
    speech: Language

    @property
    def name(self) -> str:
        return self.bot.program.name

    def turn(self, before: Matrix) -> TriedTurn:
        values = {
            "name": self.name,
            "seconds": write_seconds(before.time_of(before.position.player)),
        }
        limits = self.rules.limits
        with (
            plain_console(stderr=True).status(words.THINKING.say(self.speech, values)),
            Sandbox(self.bot.program, limits, stage=self.stage) as sandbox,
        ):
            turn = play_turn(before, sandbox, self.rules)
        return TriedTurn(self.bot.program, before, turn, self.rules)

    def games(self, starts: Iterator[Matrix], count: int) -> TriedTurn | None:
        """Games against itself; returns the turn that loses one, if there is one."""
        turns = 0
        for number, start in enumerate(starts, start=1):
            played = self._game(start, number, count)
            turns += len(played.turns)
            values = {"number": number, "turns": counted(len(played.turns), words.TURNS)}
            last = _last_turn(self.bot.program, played, self.rules)
            if last is not None and not last.good:
                values["half_move"] = last.before.position.half_move
                self._say(words.BAD_TURN, **values)
                return last
            self._say(words.GAME_OVER, ending=played.verdict.sentence, **values)
        told = {"games": counted(count, GAMES), "turns": counted(turns, words.TURNS)}
        self._say(words.ALL_GOOD, name=self.name, **told)
        return None

    def _game(self, start: Matrix, number: int, count: int) -> Played:
        values = {"name": self.name, "number": number, "games": count}
        program = self.bot.program
        with plain_console(stderr=True).status(words.PLAYING.say(self.speech, values)):
            setting = Setting(start, self.rules, self.stage)
            return play_game({"A": program, "B": program}, setting)

    def _say(self, text: Text, **values: object) -> None:
        plain_console().print(text.say(self.speech, values))


def _last_turn(program: Program, played: Played, rules: Rules) -> TriedTurn | None:
    """The last one of a game; nothing where it was over before it began."""
    if not played.turns:
        return None
    turn, moves = played.turns[-1], [made.text for made in played.record.moves]
    *earlier, before = played.record.files()
    if turn.judged.made is not None:
        before, moves = earlier[-1], moves[:-1]
    return TriedTurn(program, before, turn, rules, moves)

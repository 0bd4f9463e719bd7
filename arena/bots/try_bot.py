"""``arena try``: a bot's turn as it would be in a tournament, in every detail."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from random import SystemRandom
from stat import S_ISREG
from time import sleep
from typing import Annotated

from click.exceptions import Exit

from arena.bots import texts
from arena.bots.kept_turn import USUAL_MEMORY
from arena.bots.kept_turn import keep as keep_turn
from arena.bots.resolve import NamedBot, asked_game, casual_bot, is_made_by_new, largest_boards
from arena.bots.tried_turn import FILE, TriedTurn, show
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.files import FileFailure, NamedFile, read_files
from arena.game_request import BOT_FILE, GameRequest
from arena.option_values import clock_in, refuse_beside_start, size_in
from arena.options import (
    CLOCK,
    BotArgument,
    GameOption,
    KeepOption,
    LanguageOption,
    LimitOption,
    MemoryOption,
    RulesOption,
    SandboxOption,
    SeedOption,
    SizeOption,
    TimeUnlessInFileOption,
    reader_language,
)
from arena.parameters import Argument, Option, WrongUsage
from arena.require_sandbox import asked_isolation, require_isolation
from formats.game import StartRequest
from formats.matrix import Matrix
from formats.text import Language, Text
from referee.bot_game import PlayedGame, Setting, play_game
from referee.clock import Clock, Timing
from referee.judge import JudgingOptions
from referee.match.openings import Openings
from referee.numbers import GAMES, count_text, seconds
from referee.program import MIB, SOURCE_ENDINGS, Limits, Program, RefereeError
from referee.remedies import install_command
from referee.sandbox import Sandbox
from referee.sandbox.isolation_levels import IsolationLevel
from referee.turn import play as play_turn

_SEEDS = 1_000_000
_LOOK_EVERY = 0.3
"""Seconds between two checks of the files of a watched bot."""
_SOURCES = {".py", *chain.from_iterable(SOURCE_ENDINGS.values())}
_WITH_CYTHON = {".c", ".h"}
"""Endings of files that Cython writes beside a source of its own."""


def try_bot(
    bot: BotArgument,
    files: Annotated[
        list[str] | None,
        Argument(
            metavar="FILE ...",
            help=Text(
                "Each matrix.txt that it is given, or a pattern (default: the game's start).",
                "Файлы matrix.txt, которые ему дать, или шаблон (по умолчанию — начало игры).",
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
    clock: Annotated[Clock, CLOCK] = Clock.CPU,
    memory: MemoryOption = USUAL_MEMORY,
    sandbox: SandboxOption = True,
    keep: KeepOption = None,
    watch: Annotated[
        bool,
        Option(
            "--watch",
            help=Text(
                "Build and try it again whenever a file of its folder is saved.",
                "Собирать и пробовать заново при каждом сохранении файла в его папке.",
            ),
        ),
    ] = False,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    if files:
        refuse_beside_start(rules=rules, size=size)
    isolation = require_isolation(language, asked_isolation(sandbox=sandbox))
    start, seconds = StartRequest(size_in(size)), None if time is None else clock_in(time)

    def try_once() -> bool:
        named_bot = casual_bot(bot, language)
        asked = asked_game(game, named_bot)
        boards = largest_boards(game, named_bot)
        request = GameRequest(asked, rules, start, seconds, limit, boards)
        judging = JudgingOptions(Timing(clock), Limits(memory=memory * MIB))
        positions = read_files(files or [])
        tried_bot = _TriedBot(named_bot, judging, isolation, language)
        starts = _starts(request, positions, seed, language, many=games is not None)
        if games:
            lost_turn = tried_bot.games(islice(starts, games), games)
            turns = [] if lost_turn is None else [lost_turn]
        else:
            turns = [tried_bot.turn(start) for start in islice(starts, len(positions) or 1)]
        for turn in turns:
            show(turn, language)
        worst = next((turn for turn in turns if not turn.is_good), turns[-1] if turns else None)
        if keep is not None and worst is not None:
            keep_turn(worst, keep, bot, isolation, language)
        return worst is None or worst.is_good

    if watch:
        _try_on_each_save(bot, try_once, language)
    elif not try_once():
        raise Exit(ExitStatus.BAD)


def _try_on_each_save(bot: str, try_once: Callable[[], bool], language: Language) -> None:
    """Build and try the bot now and after each change in its folder, until interrupted."""
    folder = Path(bot) if Path(bot).is_dir() else Path(bot).parent
    if not Path(bot).exists() and not is_made_by_new(folder):
        raise WrongUsage(texts.NOTHING_TO_WATCH, name=bot)

    def can_change_turn(path: Path) -> bool:
        return path == Path(bot) or is_source_of_student(path)

    console = plain_console()
    with suppress(KeyboardInterrupt):
        while True:
            is_ready = not is_made_by_new(folder) or _run_make(folder)
            before_turn = _states(folder, can_change_turn)
            try:
                if is_ready:
                    try_once()
            except (WrongUsage, FileFailure, RefereeError) as error:
                console.print(error.text.say(language))
            except Exit:
                pass  # a faulty position: its faults have been printed
            states = _states(folder)
            if _states(folder, can_change_turn) != before_turn:
                continue
            console.print(texts.WATCHING.say(language, {"folder": folder}), style="dim")
            while _states(folder) == states:
                sleep(_LOOK_EVERY)


def _run_make(folder: Path) -> bool:
    """Run ``make``, which prints errors itself; return whether it succeeded.

    A source that is saved meanwhile is older than the program, so everything is then built again,
    but only once: a Makefile may write sources itself.
    """
    command = ["make", "-s", "-C", str(folder)]
    sources = _states(folder, is_source_of_student)
    try:
        result = subprocess.run(command, check=False)
        if _states(folder, is_source_of_student) != sources:
            result = subprocess.run([*command, "--always-make"], check=False)
    except FileNotFoundError:
        raise WrongUsage(texts.NO_MAKE, command=install_command("make", {})) from None
    return result.returncode == 0


def is_source_of_student(path: Path) -> bool:
    """Return whether a student writes the file; a bot and ``make`` may write others."""
    if path.suffix in _WITH_CYTHON and any(path.parent.glob("*.pyx")):
        return False
    return path.suffix in _SOURCES or path.name in ("Makefile", BOT_FILE)


def _states(
    folder: Path, is_watched: Callable[[Path], bool] = Path.exists
) -> set[tuple[str, int, int]]:
    """Return names, sizes and times of the watched files, without matrix.txt."""
    states = set()
    for path in folder.iterdir():
        # An editor's temporary file may be gone already.
        with suppress(FileNotFoundError):
            state = path.stat()
            if S_ISREG(state.st_mode) and path.name != FILE and is_watched(path):
                states.add((path.name, state.st_size, state.st_mtime_ns))
    return states


def _starts(
    request: GameRequest,
    files: Sequence[NamedFile],
    seed: int | None,
    language: Language,
    *,
    many: bool,
) -> Iterator[Matrix]:
    """Return the positions in the files; without files, the game's start, or many starts."""
    if not files and not many:
        return iter([request.first_matrix()])
    openings = Openings(SystemRandom().randrange(_SEEDS) if seed is None else seed)
    return request.starts(openings, files, language)


@dataclass(frozen=True, slots=True)
class _TriedBot:
    """A bot to be tried, with the options of judging it."""

    bot: NamedBot
    judging: JudgingOptions
    isolation: IsolationLevel
    language: Language

    @property
    def name(self) -> str:
        return self.bot.program.name

    def turn(self, before: Matrix) -> TriedTurn:
        values = {
            "name": self.name,
            "seconds": seconds(before.time_of(before.position.player)),
        }
        limits = self.judging.limits
        with (
            plain_console(stderr=True).status(texts.THINKING.say(self.language, values)),
            Sandbox(self.bot.program, limits, isolation=self.isolation) as sandbox,
        ):
            turn = play_turn(before, sandbox, self.judging)
        return TriedTurn(self.bot.program, before, turn, self.judging)

    def games(self, starts: Iterator[Matrix], count: int) -> TriedTurn | None:
        """Play games of the bot against itself; return the turn that loses one, if any."""
        turns = 0
        for number, start in enumerate(starts, start=1):
            played = self._game(start, number, count)
            turns += len(played.turns)
            values = {"number": number, "turns": count_text(len(played.turns), texts.TURNS)}
            last = _last_turn(self.bot.program, played, self.judging)
            if last is not None and not last.is_good:
                values["half_move"] = last.before.position.half_move
                self._print(texts.BAD_TURN, **values)
                return last
            self._print(texts.GAME_OVER, ending=played.verdict.sentence, **values)
        values_of_all = {"games": count_text(count, GAMES), "turns": count_text(turns, texts.TURNS)}
        self._print(texts.ALL_GOOD, name=self.name, **values_of_all)
        return None

    def _game(self, start: Matrix, number: int, count: int) -> PlayedGame:
        values = {"name": self.name, "number": number, "games": count}
        program = self.bot.program
        with plain_console(stderr=True).status(texts.PLAYING.say(self.language, values)):
            setting = Setting(start, self.judging, self.isolation)
            return play_game({"A": program, "B": program}, setting)

    def _print(self, text: Text, **values: object) -> None:
        plain_console().print(text.say(self.language, values))


def _last_turn(program: Program, played: PlayedGame, judging: JudgingOptions) -> TriedTurn | None:
    """Return the last turn of a game; None if the game was over before it began."""
    if not played.turns:
        return None
    turn, moves = played.turns[-1], [move.text for move in played.record.moves]
    *earlier, before = played.record.files()
    if turn.judgement.move is not None:
        before, moves = earlier[-1], moves[:-1]
    return TriedTurn(program, before, turn, judging, moves)

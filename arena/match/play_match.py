"""``arena match``: let two bots play pairs of games, both of a pair from the same start.

The match is played, shown, and recorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from random import SystemRandom
from typing import Annotated

from click.exceptions import Exit

from arena.bots.resolve import asked_game, largest_boards, two_casual_bots
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.files import FileFailure, make_folder, read_files
from arena.game_request import GameRequest
from arena.match import texts
from arena.match.scoreboard import MatchView
from arena.option_values import clock_in, refuse_beside_start, seconds_in, size_in
from arena.options import (
    BOT_HELP,
    BOT_NAMES,
    CLOCK,
    GameOption,
    LanguageOption,
    LimitOption,
    MarksOption,
    MemoryOption,
    PiecesOption,
    RulesOption,
    SandboxOption,
    SeedOption,
    SizeOption,
    TimeUnlessInFileOption,
    reader_language,
)
from arena.parameters import Argument, Option, WrongUsage
from arena.require_sandbox import ISOLATION_LEVELS, asked_isolation, require_isolation
from formats.game import StartRequest
from formats.matrix import Matrix
from formats.names import file_part
from formats.seconds import MARGIN
from formats.text import Language, Text
from referee.clock import Clock, Timing
from referee.judge import JudgingOptions
from referee.machine import cores
from referee.match import Match, saved_files
from referee.match.openings import Openings
from referee.match.score import Sprt
from referee.numbers import seconds
from referee.pool import FinishedGame, play_all
from referee.program import MIB, Limits
from referee.sandbox.isolation_choice import choose_isolation

_SEEDS = 1_000_000


def match(
    a: Annotated[
        str,
        Argument(metavar="A", help=BOT_HELP, completed=BOT_NAMES),
    ],
    b: Annotated[
        str,
        Argument(
            metavar="B",
            completed=BOT_NAMES,
            help=Text(
                "The second bot, perhaps with options of its own: 'mmpeshki-greedy --seed 7'.",
                "Второй бот, можно с его ключами: 'mmpeshki-greedy --seed 7'.",
            ),
        ),
    ],
    game: GameOption = None,
    rules: RulesOption = None,
    size: SizeOption = None,
    start: Annotated[
        list[str] | None,
        Option(
            metavar="FILE",
            help=Text(
                "Start from this position; may be repeated, or be a pattern.",
                "Начать с этой позиции; можно повторить или дать шаблон.",
            ),
        ),
    ] = None,
    opening_moves: Annotated[
        int | None,
        Option(
            min=0,
            max=1000,
            help=Text("Begin with this many random moves.", "Начать со стольких случайных ходов."),
        ),
    ] = None,
    pieces: PiecesOption = None,
    marks: MarksOption = None,
    seed: SeedOption = None,
    games: Annotated[
        int | None,
        Option(
            help=Text(
                "How many games, an even number (default: 2 for each start, or as many as --sprt"
                " needs).",
                "Сколько партий, чётное число (по умолчанию 2 на каждую начальную позицию или"
                " сколько нужно --sprt).",
            )
        ),
    ] = None,
    time: TimeUnlessInFileOption = None,
    clock: Annotated[Clock, CLOCK] = Clock.CPU,
    margin: Annotated[
        str,
        Option(
            help=Text(
                "How far a time that a bot writes may be off, in seconds.",
                "На сколько секунд может ошибиться бот, записывая время.",
            )
        ),
    ] = str(MARGIN),
    limit: LimitOption = None,
    memory: MemoryOption = 1024,
    jobs: Annotated[
        int,
        Option(
            min=1,
            help=Text(
                "Games to play at once, each on its own core.",
                "Сколько партий играть сразу, каждую на своём ядре.",
            ),
        ),
    ] = 1,
    sprt: Annotated[
        tuple[float, float] | None,
        Option(
            metavar="ELO0 ELO1",
            min=-1000,
            max=1000,
            help=Text(
                "Play until it is clear which of these two Elo differences is the right one.",
                "Играть, пока не станет ясно, какая из двух разниц Эло верна.",
            ),
        ),
    ] = None,
    sandbox: SandboxOption = True,
    records: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help=Text(
                "Folder for the records of the games; those in it stay.",
                "Папка для записей партий; те, что в ней уже есть, останутся.",
            ),
        ),
    ] = None,
    quiet: Annotated[
        bool, Option("--quiet", help=Text("Show only the score.", "Показать только счёт."))
    ] = False,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    _check_options(games, jobs, sprt)
    if start:
        refuse_beside_start(rules=rules, size=size, pieces=pieces, marks=marks)
    first, second = two_casual_bots(a, b, language)
    seed = SystemRandom().randrange(_SEEDS) if seed is None else seed
    request = GameRequest(
        asked_game(game, first, second),
        rules,
        StartRequest(size_in(size), pieces=pieces, marks=marks),
        None if time is None else clock_in(time),
        limit,
        largest_boards(game, first, second),
    )
    files = read_files(start or [])
    starts = request.starts(Openings(seed, opening_moves), files, language)
    isolation = require_isolation(language, asked_isolation(sandbox=sandbox))
    judging = JudgingOptions(Timing(clock, margin=seconds_in(margin)), Limits(memory=memory * MIB))
    plan = Plan(
        Match(first.program, second.program, judging, isolation),
        starts,
        games=games or (None if sprt else 2 * max(1, len(files))),
        parallel_games=jobs,
        sprt=Sprt(*sprt) if sprt else None,
        records=None if records is None else RecordsFolder(records),
        seed=seed,
        distinct_starts=max(1, len(files)),
    )
    raise Exit(run(plan, language, quiet=quiet))


def _check_options(
    games: int | None, parallel_games: int, sprt: tuple[float, float] | None
) -> None:
    if games is not None and (games < 1 or games % 2):
        raise WrongUsage(texts.ODD_NUMBER_OF_GAMES, games=games)
    if parallel_games > len(cores()):
        raise WrongUsage(texts.TOO_MANY_JOBS, cores=len(cores()))
    if sprt is not None and sprt[0] >= sprt[1]:
        raise WrongUsage(texts.LOWER_FIRST)


@dataclass(frozen=True, slots=True)
class Plan:
    """A match and its options."""

    match: Match
    starts: Iterator[Matrix]
    games: int | None
    """Number of games; None for as many as the test takes."""
    parallel_games: int = 1
    sprt: Sprt | None = None
    records: RecordsFolder | None = None
    seed: int = 0
    distinct_starts: int = 1
    """Number of starts after which their boards, rules and times repeat."""


class RecordsFolder:
    """Folder for the records of a match.

    They are numbered on from the last record that is in it before: none is lost, and none replaced.
    """

    def __init__(self, path: Path) -> None:
        """Make the folder if need be. Raise FileFailure if that fails."""
        make_folder(path)
        try:
            numbers = [record.name.partition("-")[0] for record in path.iterdir()]
        except OSError as error:
            raise FileFailure.at(path, error) from None
        self._path = path
        self._last_number = max((int(text) for text in numbers if text.isdecimal()), default=0)

    def save(self, finished: FinishedGame) -> None:
        """Write the record of the game and the files beside it. Raise FileFailure if that fails."""
        programs = finished.game.programs
        names = "-".join(file_part(programs[side].name) for side in ("A", "B"))
        stem = f"{self._last_number + finished.game.number + 1:03}-{names}"
        for saved_file in saved_files(finished.played):
            path = self._path / f"{stem}{saved_file.ending}"
            try:
                path.write_bytes(saved_file.data)
            except OSError as error:
                raise FileFailure.at(path, error) from None


def run(plan: Plan, language: Language, *, quiet: bool) -> int:
    """Play the match; return the exit status. Raise RefereeError, or FileFailure."""
    view = MatchView(plan.match, language, plan.sprt, quiet)
    first_starts = list(islice(plan.starts, plan.distinct_starts))
    if not quiet:
        for heading in dict.fromkeys(_heading(plan, start, language) for start in first_starts):
            view.console.print(heading, style="dim")
    interrupted, write_error = False, None
    try:
        with view.screen():
            _play(plan, chain(first_starts, plan.starts), view)
    except FileFailure as error:
        write_error = error
    except KeyboardInterrupt:
        interrupted = True
        plain_console(stderr=True).print(texts.INTERRUPTED.say(language))
    for line in view.lines():
        view.console.print(line, style="bold")
    if write_error is not None:
        raise write_error
    if interrupted:
        return ExitStatus.INTERRUPTED
    is_confirmed = (
        plan.sprt is None or plan.sprt.accepted_difference(view.score.pairs) == plan.sprt.elo1
    )
    return 0 if is_confirmed else ExitStatus.BAD


def _play(plan: Plan, starts: Iterator[Matrix], view: MatchView) -> None:
    games = islice(plan.match.games(starts), plan.games)
    watcher = view.watch if view.watches else None
    with closing(play_all(games, plan.parallel_games, watcher)) as finished_games:
        for finished in finished_games:
            view.finish(finished)
            if plan.records:
                plan.records.save(finished)
            if plan.sprt and plan.sprt.accepted_difference(view.score.pairs) is not None:
                return


def _heading(plan: Plan, start: Matrix, language: Language) -> str:
    game, board = start.game, start.position.board
    time_a, time_b = start.times
    parts = [game.title.say(language), game.rules_line, f"{board.width} x {board.height}"]
    values: dict[str, object] = {
        "game": ", ".join(part for part in parts if part),
        "time_a": seconds(time_a),
        "time_b": seconds(time_b),
        "clock": texts.CLOCKS[plan.match.judging.timing.clock],
        "seed": plan.seed,
        "isolation": ISOLATION_LEVELS[choose_isolation(plan.match.isolation)],
    }
    text = texts.MATCH if time_a == time_b else texts.MATCH_WITH_UNEQUAL_TIMES
    return text.say(language, values)

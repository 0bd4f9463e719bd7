"""``arena match``: let two bots play pairs of games, both of a pair from the same start."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import Annotated

from click.exceptions import Exit

from arena.bots.resolve import entrants, game_of
from arena.files import read_all
from arena.game_request import GameRequest
from arena.match import texts
from arena.match.play_match import Plan, records_before, run
from arena.option_values import clock_in, only_start, seconds_in, size_in
from arena.options import (
    BOT_HELP,
    ClockOption,
    GameOption,
    LangOption,
    LimitOption,
    MarksOption,
    MemoryOption,
    PiecesOption,
    RulesOption,
    SandboxOption,
    SeedOption,
    SizeOption,
    TimeUnlessInFileOption,
    language,
)
from arena.parameters import Argument, Option, WrongUsage
from arena.require_sandbox import asked_stage, must_run
from formats.game import StartRequest
from formats.seconds import MARGIN
from formats.text import Text
from referee.clock import Clock, Timing
from referee.judge import Rules
from referee.machine import cores
from referee.match import Match
from referee.match.openings import Openings
from referee.match.sprt import Sprt
from referee.program import MIB, Limits

_SEEDS = 1_000_000


def match(
    a: Annotated[
        str,
        Argument(metavar="A", help=BOT_HELP),
    ],
    b: Annotated[
        str,
        Argument(
            metavar="B",
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
                "How many games, an even number (default: 2, or as many as --sprt needs).",
                "Сколько партий, чётное число (по умолчанию 2 или сколько нужно --sprt).",
            )
        ),
    ] = None,
    time: TimeUnlessInFileOption = None,
    clock: ClockOption = Clock.CPU,
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
    lang: LangOption = None,
) -> None:
    speech = language(lang)
    _check(games, jobs, sprt)
    if start:
        only_start(rules=rules, size=size, pieces=pieces, marks=marks)
    first, second = entrants(a, b, speech)
    seed = SystemRandom().randrange(_SEEDS) if seed is None else seed
    request = GameRequest(
        game or game_of(first, second),
        rules,
        StartRequest(size_in(size), pieces=pieces, marks=marks),
        None if time is None else clock_in(time),
        limit,
    )
    files = read_all(start or [])
    starts = request.starts(Openings(seed, opening_moves), files, speech)
    stage = must_run(speech, asked_stage(sandbox=sandbox))
    judging = Rules(Timing(clock, margin=seconds_in(margin)), Limits(memory=memory * MIB))
    plan = Plan(
        Match(first.program, second.program, judging, stage),
        starts,
        games or (None if sprt else 2 * max(1, len(files))),
        jobs,
        Sprt(*sprt) if sprt else None,
        records,
        0 if records is None else records_before(records),
        seed,
    )
    raise Exit(run(plan, speech, quiet=quiet))


def _check(games: int | None, jobs: int, sprt: tuple[float, float] | None) -> None:
    if games is not None and (games < 1 or games % 2):
        raise WrongUsage(texts.IN_PAIRS, games=games)
    if jobs > len(cores()):
        raise WrongUsage(texts.TOO_MANY_JOBS, cores=len(cores()))
    if sprt is not None and sprt[0] >= sprt[1]:
        raise WrongUsage(texts.LOWER_FIRST)

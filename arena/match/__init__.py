"""``arena match``: lets two bots play pairs of games, both of a pair from the same start."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import Annotated

from click.exceptions import BadParameter, Exit

from arena.bots.resolve import entrants, game_of
from arena.files import read_all
from arena.match.play_match import Plan, new_folder, run
from arena.match.starts import Asked, starts_of
from arena.option_values import clock_in, only_start, seconds_in, size_in
from arena.options import LangOption, LimitOption, RulesOption, SandboxOption, SizeOption, language
from arena.parameters import Argument, Option
from arena.require_sandbox import must_run, wished
from formats.game import StartRequest
from formats.seconds import MARGIN
from referee.clock import Clock, Timing
from referee.judge import Rules
from referee.machine import cores
from referee.match import Match
from referee.match.openings import Openings
from referee.match.sprt import Sprt
from referee.program import MIB, Limits

_SEEDS = 1_000_000


def match(
    a: Annotated[str, Argument(metavar="A", help="An executable file, or a bot of ours.")],
    b: Annotated[str, Argument(metavar="B", help="The other: 'mmpeshki-greedy --seed 7'.")],
    game: Annotated[
        str | None, Option(help="mmpeshki, virus-war or chomp, where no bot tells it.")
    ] = None,
    rules: RulesOption = None,
    size: SizeOption = None,
    start: Annotated[
        list[str] | None,
        Option(metavar="FILE", help="Start here; can be given again, or be a pattern."),
    ] = None,
    opening_moves: Annotated[
        int | None, Option(min=0, help="Begin with so many random moves.")
    ] = None,
    pieces: Annotated[int | None, Option(help="Pieces a side in MMPeshki.")] = None,
    marks: Annotated[int | None, Option(help="Cells that are no board in MMPeshki.")] = None,
    seed: Annotated[
        int | None, Option(help="Draw the same starts by lot as with this seed before.")
    ] = None,
    games: Annotated[
        int | None, Option(help="How many, an even number; 2, or what --sprt takes.")
    ] = None,
    time: Annotated[str | None, Option(help="Seconds that each side has for a game; 30.")] = None,
    clock: Annotated[Clock, Option(help="What is charged.")] = Clock.CPU,
    margin: Annotated[str, Option(help="How much a bot's times may differ.")] = str(MARGIN),
    limit: LimitOption = None,
    memory: Annotated[int, Option(min=1, help="MiB that a bot may take.")] = 1024,
    jobs: Annotated[int, Option(min=1, help="Games at once, each on a core.")] = 1,
    sprt: Annotated[
        tuple[float, float] | None,
        Option(metavar="ELO0 ELO1", help="Play until it is known by which A is stronger."),
    ] = None,
    sandbox: SandboxOption = True,
    records: Annotated[
        Path | None, Option(metavar="DIR", help="A new folder for the games' records.")
    ] = None,
    quiet: Annotated[bool, Option("--quiet", help="Only the score.")] = False,
    lang: LangOption = None,
) -> None:
    """Let two bots play pairs of games, with sides swapped, and tell how much stronger one is."""
    speech = language(lang)
    _check(games, jobs, sprt)
    if start:
        only_start(rules=rules, size=size, pieces=pieces, marks=marks)
    one, other = entrants(a, b, speech)
    seed = SystemRandom().randrange(_SEEDS) if seed is None else seed
    asked = Asked(
        game or game_of(one, other),
        rules,
        StartRequest(size_in(size), pieces=pieces, marks=marks),
        None if time is None else clock_in(time),
        limit,
        Openings(seed, opening_moves),
    )
    starts, kinds = starts_of(asked, read_all(start or []), speech)
    stage = must_run(speech, wished(sandbox=sandbox))
    law = Rules(Timing(clock, margin=seconds_in(margin)), Limits(memory=memory * MIB))
    plan = Plan(
        Match(one.program, other.program, law, stage),
        starts,
        games or (None if sprt else 2 * kinds),
        jobs,
        Sprt(*sprt) if sprt else None,
        None if records is None else new_folder(records),
        seed,
    )
    raise Exit(run(plan, speech, quiet=quiet))


def _check(games: int | None, jobs: int, sprt: tuple[float, float] | None) -> None:
    """Whether the numbers make sense."""
    if games is not None and (games < 1 or games % 2):
        raise BadParameter(f"games are played in pairs: an even number, not {games}")
    if jobs > len(cores()):
        raise BadParameter(f"--jobs is {len(cores())} at most, for so many cores are here")
    if sprt is not None and sprt[0] >= sprt[1]:
        raise BadParameter("--sprt takes two numbers, the lower one first")

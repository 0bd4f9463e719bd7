"""``arena run --try``: two games of each entrant, to see that an event can be played.

No ledger, report or program is kept. The games are played by the rules, the limits and the sandbox
of the event, on its first start position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts
from arena.event.game_workers import GameWorkers
from formats.fault import Fault
from formats.matrix import read_matrix
from formats.record import RESULTS
from formats.text import Language
from referee.bot_game import Setting
from referee.pool import Finished, GameJob
from referee.program import Content, Program
from tournaments.entrants.enrolment import Builder, CannotEnrol, FoundProgram, candidates
from tournaments.entrants.program_store import Store, digest
from tournaments.event.model import Section
from tournaments.run.setup import EventSource, starts


def dry_run(source: EventSource, build: Builder, workers: GameWorkers, speech: Language) -> None:
    """Play the games and print each result; raise Exit if a bot has lost one by an offence.

    Raise CannotEnrol if an entrant has no valid program.
    """
    programs = candidates(source.event, source.base, build)
    with TemporaryDirectory(prefix="arena-try-") as folder:
        store = Store(Path(folder))
        numbers = count(1)
        jobs = [
            job
            for section in source.event.sections
            for job in _jobs(section, source.base, programs, store, numbers)
        ]
        with closing(workers.play(iter(jobs), None)) as games:
            lost_by_fault = sum([_print_game(finished, len(jobs), speech) for finished in games])
    plain_console().print(texts.TRIED.say(speech, {"games": len(jobs), "faults": lost_by_fault}))
    if lost_by_fault:
        raise Exit(ExitStatus.BAD)


def _jobs(
    section: Section,
    base: Path,
    programs: Sequence[FoundProgram],
    store: Store,
    numbers: Iterator[int],
) -> Iterator[GameJob]:
    """Yield two games for each pair of entrants; with an odd number the first plays once more."""
    start = next(starts(section, base))
    if isinstance(start, Fault):
        raise CannotEnrol([start])
    matrix = read_matrix(start.encode(), limit=section.game.limit).matrix
    assert matrix is not None, "a start position was just written"
    limits = section.limits
    setting = Setting(matrix, limits.rules, limits.stage, {"Section": section.name})
    bots = [_program(bot, store) for bot in programs if bot.section == section.name]
    bots += bots[:1] if len(bots) % 2 else []
    for first, second in zip(bots[::2], bots[1::2], strict=True):
        if first is not second:
            yield GameJob(next(numbers), {"A": first, "B": second}, setting)
            yield GameJob(next(numbers), {"A": second, "B": first}, setting)


def _program(bot: FoundProgram, store: Store) -> Program:
    path = store.path(store.keep(bot.data))
    return Program(bot.name, path, bot.arguments, Content(digest(bot.data), len(bot.data)))


def _print_game(finished: Finished, games: int, speech: Language) -> bool:
    """Print how a game has ended; return whether it was lost by an offence."""
    verdict, tags = finished.played.verdict, finished.played.record.tags
    values = {
        "done": finished.game.number,
        "games": games,
        "section": tags["Section"],
        "number": finished.game.number,
        "a": tags["A"],
        "b": tags["B"],
        "result": RESULTS[verdict.winner],
        "ending": verdict.ending.title,
        "sentence": verdict.sentence,
    }
    plain_console().print(texts.GAME.say(speech, values))
    return verdict.ending.is_fault

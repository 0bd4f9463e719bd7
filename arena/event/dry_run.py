"""``arena run --try``: two games of each entrant, to see that an event can be played.

Nothing is kept: no ledger, no report, no programs. The games are played by the rules, the limits
and the sandbox of the event, on its first start position.
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
from tournaments.event.model import Section
from tournaments.run.setup import EventSource, starts
from tournaments.storage import Store, digest


def dry_run(source: EventSource, build: Builder, workers: GameWorkers, speech: Language) -> None:
    """Play the games and tell of each; raise Exit if a bot has lost one by a fault.

    Raises CannotEnrol.
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
            faulty = sum([_tell(finished, len(jobs), speech) for finished in games])
    plain_console().print(texts.TRIED.say(speech, {"games": len(jobs), "faults": faulty}))
    if faulty:
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
    bots = [_program(found, store) for found in programs if found.section == section.name]
    bots += bots[:1] if len(bots) % 2 else []
    for one, other in zip(bots[::2], bots[1::2], strict=True):
        if one is not other:
            yield GameJob(next(numbers), {"A": one, "B": other}, setting)
            yield GameJob(next(numbers), {"A": other, "B": one}, setting)


def _program(found: FoundProgram, store: Store) -> Program:
    path = store.path(store.keep(found.data))
    return Program(found.name, path, found.arguments, Content(digest(found.data), len(found.data)))


def _tell(finished: Finished, games: int, speech: Language) -> bool:
    """Print how a game has ended; return whether it was lost by a fault."""
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

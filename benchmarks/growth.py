"""Cost of an event as it grows: its run, table, report, page and judging again.

    python -m benchmarks.growth [GAMES ...]

The games are random ones, a few hundred of them again and again under other names. 64 simulated
workers, which are the pipes of one process, answer at once: so ``parent`` is all that the process
of a run does for a game (choosing the games that are due, sending them, the ledger, the printed
lines), and its games a second are those that can enter a ledger at most. Each other step is a
process of its own, measured by the operating system: its processor time, that time divided by the
number of games, and its largest memory; then the bytes that it left on the disk. The page is the
site's, with the report, and its figures include the site's helper processes.

Up to 992 games the event is a round robin that is played once, of more and more entrants; beyond
that the same 32 entrants meet more and more often.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from http.client import HTTPConnection
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, NamedTuple

import psutil
from rich.console import Console

from arena.event.progress import RunView
from benchmarks._site import Site, serve_events
from formats.game import Player
from formats.matrix import Matrix
from referee import pool
from referee.bot_game import Setting
from referee.pool import FinishedGame, GameJob
from referee.program import Program
from referee.worker import Answer, Worker
from tests.tournaments.filled_ledger import Habits, begin, simulate_game
from tournaments.event.reader import read_event
from tournaments.ledger import open_ledger
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.event_run import Run
from tournaments.run.game_run import LedgerJob, entry_from_game, local_workers
from tournaments.run.setup import OpenEvent
from tournaments.standings.match import ScheduledGame, ScheduledMatch
from tournaments.storage import Store

WORKERS = 64
"""Number of simulated workers."""
SIZES = (100, 1_000, 10_000)
_MOST_ENTRANTS = 32
_DISTINCT_GAMES = 300
"""Number of different simulated games."""
_EVENT = """\
title = "Growth"
seed = 1
time = 30
game = "mmpeshki"
format = "round-robin"
cycles = {cycles}
starts = {{ count = 1 }}
entrants = [
{entrants}]
"""
_NO_HABITS = Habits(cheats=frozenset(), slow=frozenset(), prints={})


class Cost(NamedTuple):
    """Resources used by a process that has ended, or by a site."""

    seconds: float
    """Processor seconds."""
    memory: int
    """Largest resident memory in bytes."""


def event_of(games: int) -> str:
    """Return the text of an event of about this number of games."""
    count = next(
        n for n in range(2, _MOST_ENTRANTS + 1) if n * (n - 1) >= games or n == _MOST_ENTRANTS
    )
    cycles = min(100, max(1, round(games / (count * (count - 1)))))
    names = "".join(f'    {{ name = "bot{n}", bot = "mmpeshki-random" }},\n' for n in range(count))
    return _EVENT.format(cycles=cycles, entrants=names)


def _entry(job: LedgerJob) -> LedgerGame:
    """Return the job's entry, as if the game had been played."""
    template = _template(job.setting.start, job.number % _DISTINCT_GAMES)
    record = template.record
    for player, program in job.programs.items():
        record = record.replace(f'[{player} "{player}"]', f'[{player} "{program.name}"]', 1)
    scheduled_game = job.scheduled_game
    return replace(
        template,
        section=job.section,
        id=scheduled_game.id,
        number=scheduled_game.number,
        round=scheduled_game.match.round,
        start=scheduled_game.start,
        first=scheduled_game.first,
        second=scheduled_game.second,
        record=record,
        attempt=job.attempt,
    )


@cache
def _template(start: Matrix, seed: int) -> LedgerGame:
    names: dict[Player, str] = {"A": "A", "B": "B"}
    game = ScheduledGame(1, ScheduledMatch(1, 1, "A", "B"), 0, swapped=False)
    program = Program("", Path())
    job = GameJob(seed, {"A": program, "B": program}, Setting(start))
    played = simulate_game(start, names, seed, _NO_HABITS)
    finished = FinishedGame(job, played, began=1.4e9, ended=1.4e9 + 1, machine="made up")
    return entry_from_game("", game, finished)


class _SimulatedWorker(Worker[Any, Any, Any]):
    """A worker whose games take no time: a pipe to the process that answers for all of them."""

    links: ClassVar[list[Connection]] = []

    def __init__(self, *_: object) -> None:
        self.link = self.links.pop()

    def close(self) -> None:
        self.link.close()


def _answer(links: list[Connection]) -> None:
    """Answer the orders of all simulated workers."""
    while links:
        for link in wait(links):
            assert isinstance(link, Connection)
            try:
                order = link.recv()
                link.send(Answer(_entry(order.game)))
            except (EOFError, OSError):
                links.remove(link)


@contextmanager
def _simulated_workers(start: Matrix) -> Iterator[None]:
    """Replace the workers of the pool by simulated ones."""
    for seed in range(_DISTINCT_GAMES):
        _template(start, seed)
    pipes = [get_context("fork").Pipe() for _ in range(WORKERS)]
    process = get_context("fork").Process(
        target=_answer, args=([child_end for _, child_end in pipes],)
    )
    process.start()
    for _, child_end in pipes:
        child_end.close()
    _SimulatedWorker.links = [parent_end for parent_end, _ in pipes]
    setattr(pool, "Worker", _SimulatedWorker)  # noqa: B010 - the module does not export it
    try:
        yield
    finally:
        process.kill()
        process.join()


def play(folder: Path, text: str) -> None:
    """Run the whole event as ``arena run`` does, with simulated workers, and print its cost."""
    event = read_event(text.encode()).event
    assert event is not None
    folder.mkdir()
    with open_ledger(folder, writing=True) as ledger:
        begin(ledger, event, text, {})
        run = Run(OpenEvent(ledger, Store(folder / "programs")))
        (state,) = run.tournament.sections
        lines = Console(file=io.StringIO())
        view = RunView(run.tournament, run.games, "en", console=lines)
        with _simulated_workers(state.starts[0]):
            began, cpu_began = time.monotonic(), time.process_time()
            for entry in run.play(local_workers(WORKERS)):
                view.take(entry, run.tournament, run.games)
            print(time.process_time() - cpu_began, time.monotonic() - began)


def cost_of_run(folder: Path, games: int) -> Cost:
    """Run an event with simulated workers, and return the cost of the run's own process."""
    words = ("benchmarks.growth", "--play", str(folder), str(games))
    process = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    seconds, elapsed = map(float, process.stdout.read().split())
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    print(f"{games:8} games enter the ledger at {games / elapsed:,.0f} a second", flush=True)
    return Cost(seconds, usage.ru_maxrss * 1024)


def cost_of(*words: str) -> Cost:
    """Run Python with these words and return the cost of the process."""
    process = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def cost_of_page(events: Path, name: str) -> Cost:
    """Return the cost of a site until it has shown the event and its report once."""
    with serve_events(events) as site:
        while _status(site, f"/events/{name}/report") != 200:  # made in the background
            time.sleep(0.2)
        assert _status(site, f"/events/{name}") == 200
        own = psutil.Process(site.process)
        processes = [own, *own.children(recursive=True)]
        times = [process.cpu_times() for process in processes]
        seconds = sum(time.user + time.system for time in times)
        return Cost(seconds, sum(process.memory_info().rss for process in processes))


def _status(site: Site, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", site.port)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def steps(events: Path, games: int) -> Iterator[tuple[str, Callable[[], Cost], Sequence[Path]]]:
    """Yield the name of each step of an event, its measurement and the files that it writes."""
    folder = events / f"of-{games}"
    ledger = [folder / name for name in ("ledger.sqlite", "ledger.sqlite-wal", "ledger.heads")]
    yield "parent", lambda: cost_of_run(folder, games), ledger
    yield "table", lambda: cost_of("arena", "table", str(folder)), []
    yield "report", lambda: cost_of("arena", "report", str(folder)), [folder / "report.html"]
    yield "page", lambda: cost_of_page(events, folder.name), []
    yield "rejudge", lambda: cost_of("arena", "rejudge", str(folder)), []


def measure(games: int) -> None:
    with TemporaryDirectory() as place:
        for name, step, written_paths in steps(Path(place), games):
            cost = step()
            size = sum(path.stat().st_size for path in written_paths if path.exists())
            print(
                f"{games:8} {name:8} {cost.seconds:8.2f} s {1000 * cost.seconds / games:8.3f} ms"
                f" {cost.memory >> 20:6} MiB {size / 1e6:8.1f} MB",
                flush=True,
            )


def main() -> None:
    """Print a row for each step of each size."""
    if sys.argv[1:2] == ["--play"]:
        play(Path(sys.argv[2]), event_of(int(sys.argv[3])))
        return
    print("   games step      processor      a game      memory        disk")
    for games in map(int, sys.argv[1:] or SIZES):
        measure(games)


if __name__ == "__main__":
    main()

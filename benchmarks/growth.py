"""Cost of an event as it grows: its run, table, report, page and judging again.

    python -m benchmarks.growth [GAMES ...]

The games are random ones, a few hundred of them again and again under other names: so the figure of
``run`` is all that the referee's side does for a game beside playing it (choosing the games that
are due, the ledger, the printed lines). Each step is a process of its own, measured by the
operating system: its processor time, that time divided by the number of games, and its largest
memory; then the bytes that it left on the disk. The page is the site's, with the report, and its
figures include the site's helper processes.

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
from dataclasses import replace
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil
from rich.console import Console

from arena.event.progress import RunView
from benchmarks._site import Site, served
from formats.game import PLAYERS
from formats.matrix import Matrix
from referee.bot_game import Played
from referee.pool import EndedGame, Finished
from tests.tournaments.filled_ledger import Habits, begin, made_up
from tournaments.event.reader import read_event
from tournaments.ledger import open_ledger
from tournaments.run.event_run import Run
from tournaments.run.game_run import EndedBatch, LedgerJob, ledger_game
from tournaments.run.setup import OpenEvent
from tournaments.storage import Store

SIZES = (100, 1_000, 10_000)
_MOST_ENTRANTS = 32
_PLOTS = 300
"""Number of different made-up games."""
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


@cache
def _plots(start: Matrix) -> list[Played]:
    names = {player: player for player in PLAYERS}
    return [made_up(start, names, seed, _NO_HABITS) for seed in range(_PLOTS)]


def ended(job: LedgerJob) -> EndedBatch:
    """Return the job's result, made up as if the game had been played."""
    plot = _plots(job.setting.start)[job.number % _PLOTS]
    names = {player: program.name for player, program in job.programs.items()}
    tags = {**plot.record.tags, **job.setting.tags, "A": names["A"], "B": names["B"]}
    played = replace(plot, record=replace(plot.record, tags=tags))
    finished = Finished(job, played, began=1.4e9, ended=1.4e9 + 1, machine="made up")
    return [EndedGame(job, ledger_game(finished), killed=0)]


def play(folder: Path, text: str) -> None:
    """Run the whole event as ``arena run`` does, except for the games themselves."""
    event = read_event(text.encode()).event
    assert event is not None
    folder.mkdir()
    with open_ledger(folder, writing=True) as ledger:
        begin(ledger, event, text, {})
        run = Run(OpenEvent(ledger, Store(folder / "programs")))
        view = RunView(run.tournament, run.games, "en", console=Console(file=io.StringIO()))
        for job in run:
            for entry in run.enter(ended(job)):
                view.take(entry, run.tournament, run.games)


def cost_of(*words: str) -> Cost:
    """Run Python with these words and return the cost of the process."""
    process = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def cost_of_page(events: Path, name: str) -> Cost:
    """Return the cost of a site until it has shown the event and its report once."""
    with served(events) as site:
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
    yield "run", lambda: cost_of("benchmarks.growth", "--play", str(folder), str(games)), ledger
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

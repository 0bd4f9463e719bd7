"""Do those who watch an event slow its games? Quick half-moves a second, with and without them.

    python -m benchmarks.watchers [WATCHERS] [SECONDS] [ROUNDS]

An event of quick bots is run for a while, again and again, in turn with nobody and with so many
watching it through ``arena serve``. The bots do nothing that takes time, so that half-moves are as
quick as they can be and whatever else the machine does is seen at once. The site and all who watch
are on this same machine, where a school would have the latter on others. Half-moves are counted in
the ledger; the ratio is that of each pair of rounds, the median of all. What the site takes of a
core is told too: on a machine that is busy with other things it is all that can be trusted.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event as Signal
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks._site import Site, played, served
from tournaments.ledger import open_ledger

_EVENT = """\
title = "Quick"
seed = 1
time = 60
game = "mmpeshki"
half-moves = 20
starts = { count = 200, pieces = 8 }
entrants = [
    { name = "one", bot = "mmpeshki-random", arguments = ["--seed", "1"] },
    { name = "two", bot = "mmpeshki-random", arguments = ["--seed", "2"] },
    { name = "three", bot = "mmpeshki-random", arguments = ["--seed", "3"] },
    { name = "four", bot = "mmpeshki-random", arguments = ["--seed", "4"] },
]
"""
_SPAWN = get_context("spawn")


@dataclass
class Heard:
    """What those who watched were sent."""

    messages: int = 0
    size: int = 0
    took: float = 0.0
    """Seconds of processor time that it took to hear it."""


def main() -> None:
    """Runs the rounds and prints what they came to."""
    watchers, seconds, rounds = (
        int(word) for word in (*sys.argv[1:], *["200", "12", "4"][len(sys.argv) - 1 :])
    )
    ratios = []
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "quick.toml").write_text(_EVENT, encoding="utf-8")
        with served(place) as site:
            for number in range(rounds):
                # One first, then the other: what else the machine does may come and go.
                found = {
                    many: _round(place, f"{number}-{many}", seconds, many, site)
                    for many in ((0, watchers) if number % 2 else (watchers, 0))
                }
                alone, watched = found[0], found[watchers]
                ratios.append(watched / alone)
                print(f"  {alone:6.0f} {watched:6.0f} half-moves a second, {watched / alone:.3f}")
    print(f"{watchers} watchers: {median(ratios):.3f} of the half-moves that there are without")


def _round(place: Path, name: str, seconds: int, watchers: int, site: Site) -> float:
    """Half-moves a second of an event that is run for so long, and what the site took meanwhile."""
    run = place / name
    with played(place / "quick.toml", run):
        if not watchers:
            return _measured(run, seconds)
        with _watching(site, name, watchers):
            before = site.taken
            found = _measured(run, seconds)
            share = (site.taken - before) / seconds
            print(f"  the site took {share:.1%} of a core", end=";")
            return found


def _measured(run: Path, seconds: int) -> float:
    """Of games that began and ended within the time."""
    began = time.time()
    time.sleep(seconds)
    ended = time.time()
    with open_ledger(run) as ledger:
        games = ledger.read().games
    inside = [game for game in games if game.began >= began and game.ended <= ended]
    # By the time that a half-move took, each worker's own: what is cut off at the ends is not lost.
    return sum(g.half_moves for g in inside) / sum(g.ended - g.began for g in inside)


@contextmanager
def _watching(site: Site, name: str, watchers: int) -> Iterator[None]:
    """So many who watch, in a process that gives way: they would be on other machines."""
    ready, over = _SPAWN.Event(), _SPAWN.Event()
    ours, theirs = _SPAWN.Pipe(duplex=False)
    process = _SPAWN.Process(target=_watch, args=(site, name, watchers, (ready, over), theirs))
    process.start()
    ready.wait()
    began = time.monotonic()
    try:
        yield
    finally:
        over.set()
        heard, passed = ours.recv(), time.monotonic() - began
        process.join()
        a_second = heard.messages / passed / watchers
        size = heard.size / max(heard.messages, 1)
        print(
            f"  each was sent {a_second:.1f} messages a second, of {size:.0f} bytes, and", end=" "
        )
        print(f"took {heard.took / passed:.1%} of a core together", end=";")


def _watch(
    site: Site, name: str, watchers: int, signals: tuple[Signal, Signal], link: Connection
) -> None:
    """Reads what comes as cheaply as can be: it is the site that is measured."""
    os.nice(19)
    ready, over = signals
    heard, poll, clients = Heard(), select.epoll(), {}
    for _ in range(watchers):
        client = site.watcher(name)
        clients[client.fileno()] = client
        poll.register(client, select.EPOLLIN)
    ready.set()
    while not over.is_set():
        for number, _ in poll.poll(0.5):
            data = clients[number].recv(1 << 18)
            heard.messages += data.count(b"event: ")
            heard.size += len(data)
    heard.took = time.process_time()
    link.send(heard)


if __name__ == "__main__":
    main()

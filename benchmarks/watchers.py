"""Half-moves a second of quick bots, with and without watchers of the event.

    python -m benchmarks.watchers [WATCHERS] [SECONDS] [ROUNDS]

An event of quick bots is run for a while, again and again, alternately with no watchers and with
this number of watchers through ``arena serve``. The bots do nothing that takes time, so that
half-moves are as quick as they can be and any other load of the machine shows at once. The site and
all watchers are on this same machine, where a school would have the watchers on others. Half-moves
are counted in the ledger; the ratio is that of each pair of rounds, the median of all. The site's
share of a core is printed too: on a machine that is busy with other things only that figure is
reliable.
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

from benchmarks._site import Site, run_event, serve_events
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
class Received:
    """Messages and bytes that all watchers have received."""

    messages: int = 0
    size: int = 0
    took: float = 0.0
    """Processor seconds that receiving them took."""


def main() -> None:
    """Run the rounds and print the results."""
    watchers, seconds, rounds = (
        int(word) for word in (*sys.argv[1:], *["200", "12", "4"][len(sys.argv) - 1 :])
    )
    ratios = []
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "quick.toml").write_text(_EVENT, encoding="utf-8")
        with serve_events(place) as site:
            for number in range(rounds):
                # The order alternates, since other load of the machine may come and go.
                rates = {
                    many: _round(place, f"{number}-{many}", seconds, many, site)
                    for many in ((0, watchers) if number % 2 else (watchers, 0))
                }
                alone, watched = rates[0], rates[watchers]
                ratios.append(watched / alone)
                print(f"  {alone:6.0f} {watched:6.0f} half-moves a second, {watched / alone:.3f}")
    print(f"{watchers} watchers: {median(ratios):.3f} of the half-moves without watchers")


def _round(place: Path, name: str, seconds: int, watchers: int, site: Site) -> float:
    """Return the half-moves a second of an event run this long, and print the site's share."""
    run = place / name
    with run_event(place / "quick.toml", run):
        if not watchers:
            return _measure_rate(run, seconds)
        with _watching(site, name, watchers):
            before = site.processor_seconds
            rate = _measure_rate(run, seconds)
            share = (site.processor_seconds - before) / seconds
            print(f"  the site took {share:.1%} of a core", end=";")
            return rate


def _measure_rate(run: Path, seconds: int) -> float:
    """Return the half-moves a second of games that began and ended within the time."""
    began = time.time()
    time.sleep(seconds)
    ended = time.time()
    with open_ledger(run) as ledger:
        games = ledger.read().games
    inside = [game for game in games if game.began >= began and game.ended <= ended]
    # The sum is over the games' own time, so games cut off at either end do not lower the rate.
    return sum(g.half_moves for g in inside) / sum(g.ended - g.began for g in inside)


@contextmanager
def _watching(site: Site, name: str, watchers: int) -> Iterator[None]:
    """Watch the event in a process of low priority, since watchers are on other machines."""
    ready, over = _SPAWN.Event(), _SPAWN.Event()
    receiver, sender = _SPAWN.Pipe(duplex=False)
    process = _SPAWN.Process(target=_watch, args=(site, name, watchers, (ready, over), sender))
    process.start()
    ready.wait()
    began = time.monotonic()
    try:
        yield
    finally:
        over.set()
        received, elapsed = receiver.recv(), time.monotonic() - began
        process.join()
        rate = received.messages / elapsed / watchers
        size = received.size / max(received.messages, 1)
        print(f"  each was sent {rate:.1f} messages a second, of {size:.0f} bytes, and", end=" ")
        print(f"took {received.took / elapsed:.1%} of a core together", end=";")


def _watch(
    site: Site, name: str, watchers: int, signals: tuple[Signal, Signal], link: Connection
) -> None:
    """Receive the streams as cheaply as possible, since only the site is measured."""
    os.nice(19)
    ready, over = signals
    received, poll, clients = Received(), select.epoll(), {}
    for _ in range(watchers):
        client = site.watcher(name)
        clients[client.fileno()] = client
        poll.register(client, select.EPOLLIN)
    ready.set()
    while not over.is_set():
        for number, _ in poll.poll(0.5):
            data = clients[number].recv(1 << 18)
            received.messages += data.count(b"event: ")
            received.size += len(data)
    received.took = time.process_time()
    link.send(received)


if __name__ == "__main__":
    main()

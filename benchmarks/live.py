"""Delay between the end of a half-move and the moment when watchers see it.

    python -m benchmarks.live [WATCHERS] [SECONDS]

An event is run on all cores by bots that think for a while, with this number of watchers through
``arena serve``. Each message holds the time at which the half-move ended, and the benchmark notes
when the message reached a watcher; both clocks are that of this machine. One low-priority process
listens for all watchers, so some of the delay is its own.
"""

from __future__ import annotations

import os
import re
import select
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks._site import Site, run_event, serve_events

_EVENT = """\
title = "Thinking"
seed = 1
time = 600
game = "virus-war"
entrants = [
    { name = "one", bot = "virus-war-champion", arguments = ["--think", "0.3", "--seed", "1"] },
    { name = "two", bot = "virus-war-champion", arguments = ["--think", "0.3", "--seed", "2"] },
    { name = "three", bot = "virus-war-champion", arguments = ["--think", "0.3", "--seed", "3"] },
    { name = "four", bot = "virus-war-champion", arguments = ["--think", "0.3", "--seed", "4"] },
    { name = "five", bot = "virus-war-champion", arguments = ["--think", "0.3", "--seed", "5"] },
]
"""
_HALF_MOVE_END = re.compile(rb'"told":([0-9.]+)')


def main() -> None:
    """Measure the delays with one watcher, then with many."""
    watchers, seconds = (int(word) for word in (*sys.argv[1:], *["200", "20"][len(sys.argv) - 1 :]))
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "thinking.toml").write_text(_EVENT, encoding="utf-8")
        with serve_events(place) as site, run_event(place / "thinking.toml", place / "run"):
            for many in (1, watchers):
                _print(many, sorted(_delays(site, many, seconds)))


def _delays(site: Site, watchers: int, seconds: int) -> list[float]:
    """Return the milliseconds from the end of each half-move until each watcher received it."""
    began = time.time() + 1  # a new watcher first receives earlier half-moves
    poll, clients = select.epoll(), {}
    for _ in range(watchers):
        client = site.watcher("run")
        clients[client.fileno()] = client
        poll.register(client, select.EPOLLIN)
    delays = []
    while time.time() < began + seconds:
        for number, _ in poll.poll(0.5):
            data, now = clients[number].recv(1 << 18), time.time()
            half_move_ends = (float(seconds) for seconds in _HALF_MOVE_END.findall(data))
            delays += [(now - end) * 1000 for end in half_move_ends if end > began]
    for client in clients.values():
        client.close()
    return delays


def _print(watchers: int, delays: list[float]) -> None:
    middle, late = delays[len(delays) // 2], delays[len(delays) * 99 // 100]
    print(
        f"{watchers:4} watching: a half-move was seen {middle:.0f} ms after its end (median),"
        f" {late:.0f} ms (99 in 100), {delays[-1]:.0f} ms (the latest of {len(delays)})"
    )


if __name__ == "__main__":
    os.nice(1)  # real watchers are on other machines and take nothing from this one
    main()

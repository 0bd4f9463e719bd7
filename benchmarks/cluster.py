"""What a cluster's scheduler has to bear, and what a game costs beside its bots.

    python -m benchmarks.cluster [WORKERS ...]

A scheduler and so many workers, all on this machine, play games of a bot that sleeps for half a
second and does no more, so that many fit on few cores. Told is, for each game, the processor time
of the scheduler, of the run that gives it games, and of the workers with the sandboxes that they
start; what the scheduler sends to the workers; and by how much longer than its bot a game kept its
worker, which on a busy machine is mostly waiting.

Each worker has a folder of its own: on one machine they share the cores by locks in it, and these
bots need none.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil
from distributed import Client, Scheduler

from formats.game import PLAYERS, StartRequest
from formats.games import all_games
from formats.matrix import Matrix
from referee.bot_game import Setting
from referee.pool import GameJob
from referee.program import Content, Program
from referee.sandbox.isolation_levels import IsolationLevel
from tests.tournaments.cluster.machines import Machines, count_of_workers, started, until
from tournaments.cluster.dask_cluster import connected_cluster

WORKERS = (1, 2, 4, 8)
_EACH = 20
"""Games for each worker."""
_SLEEP = 0.5


class Sent(NamedTuple):
    """By the scheduler to its workers, so far."""

    messages: int
    bytes: int


def sent(dask_scheduler: Scheduler) -> Sent:
    """Asked of the scheduler itself, which runs this."""
    streams = dask_scheduler.stream_comms.values()
    return Sent(sum(one.message_count for one in streams), sum(one.byte_count for one in streams))


def sleeper(place: Path) -> Program:
    """A bot that makes no move: its game is over when it wakes up."""
    path = place / "sleeper"
    path.write_text(f"#!/bin/sh\nexec sleep {_SLEEP}\n")
    path.chmod(0o755)
    data = path.read_bytes()
    digest = sha256(data).hexdigest()
    kept = path.rename(place / digest)
    return Program("sleeper", kept, content=Content(digest, len(data)))


def games(program: Program, count: int) -> Iterator[GameJob]:
    law = all_games()["chomp"]()
    start = Matrix(law, law.start(StartRequest()), times=(Decimal(30), Decimal(30)))
    setting = Setting(start, isolation=IsolationLevel.NONE)
    for number in range(count):
        yield GameJob(number, dict.fromkeys(PLAYERS, program), setting)


def used(process: int) -> float:
    """Seconds of processor time, with children that have ended."""
    times = psutil.Process(process).cpu_times()
    return times.user + times.system + times.children_user + times.children_system


def measure(machines: Machines, workers: list[int], program: Program) -> str:
    count = _EACH * len(workers)
    with (
        Client(machines.address, set_as_default=False) as asking,
        connected_cluster(machines.address) as those,
    ):
        for _ in those.play(games(program, 2 * len(workers))):  # the program has come by then
            pass
        before = _account(machines, workers, asking)
        began = time.monotonic()
        assert sum(1 for _ in those.play(games(program, count))) == count
        passed = time.monotonic() - began
        after = _account(machines, workers, asking)
    each = [
        1000 * (late - early) / count for early, late in zip(before[:3], after[:3], strict=True)
    ]
    messages, size = (
        (late - early) / count for early, late in zip(before[3:], after[3:], strict=True)
    )
    extra = 1000 * (passed * len(workers) / count - _SLEEP)
    return (
        f"{len(workers):7} {each[0]:11.2f} ms {each[1]:8.2f} ms {each[2]:8.2f} ms"
        f" {messages:9.1f} {size:7.0f} B {extra:9.0f} ms"
    )


def _account(machines: Machines, workers: list[int], asking: Client) -> tuple[float, ...]:
    """Of the scheduler, of this process and of the workers; then what was sent."""
    own = time.process_time()
    own_account = (used(machines.scheduler.pid), own, sum(map(used, workers)))
    return (*own_account, *asking.run_on_scheduler(sent))


def _are_there(machines: Machines, count: int) -> bool:
    return count_of_workers(machines.address) == count


def main() -> None:
    print("workers    scheduler      run      workers  messages    size   beside its bot")
    for count in map(int, sys.argv[1:] or WORKERS):
        with TemporaryDirectory() as place, started(Path(place)) as machines, ExitStack() as stack:
            caches = [Path(place, str(number)) for number in range(count)]
            workers = [stack.enter_context(machines.worker(cache=one)).pid for one in caches]
            until(partial(_are_there, machines, count))
            print(measure(machines, workers, sleeper(Path(place))), flush=True)


if __name__ == "__main__":
    main()

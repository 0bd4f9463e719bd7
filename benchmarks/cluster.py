"""Load of a cluster's scheduler, and the cost of a game beside its bots.

    python -m benchmarks.cluster [WORKERS ...]

A scheduler and the given number of workers, all on this machine, play games of a bot that only
sleeps for half a second, so that many fit on few cores. For each game the benchmark prints the
processor time of the scheduler, of the run that gives it games, and of the workers with the
sandboxes that they start; the messages that the scheduler sends to the workers; and by how much
longer than its bot a game kept its worker, which on a busy machine is mostly waiting.

Each worker has a folder of its own: workers of one machine share the cores by locks in that folder,
and these bots need none.
"""

from __future__ import annotations

import sys
import time
from collections import deque
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
from referee.pool import GameJob, finished_games, keep_all_turns
from referee.program import Content, Program
from referee.sandbox.isolation_levels import IsolationLevel
from tests.tournaments.cluster.machines import Machines, count_of_workers, started, until
from tournaments.cluster.dask_cluster import connected_cluster

WORKERS = (1, 2, 4, 8)
_EACH = 20
"""Number of games for each worker."""
_SLEEP = 0.5


class Traffic(NamedTuple):
    """Messages and bytes that the scheduler has sent to its workers so far."""

    messages: int
    bytes: int


def traffic_to_workers(dask_scheduler: Scheduler) -> Traffic:
    """Return the traffic to the workers; runs inside the scheduler."""
    streams = dask_scheduler.stream_comms.values()
    return Traffic(
        sum(stream.message_count for stream in streams),
        sum(stream.byte_count for stream in streams),
    )


def sleeper(place: Path) -> Program:
    """Return a bot that makes no move, so that its game is over when it wakes up."""
    path = place / "sleeper"
    path.write_text(f"#!/bin/sh\nexec sleep {_SLEEP}\n")
    path.chmod(0o755)
    data = path.read_bytes()
    digest = sha256(data).hexdigest()
    program_path = path.rename(place / digest)
    return Program("sleeper", program_path, content=Content(digest, len(data)))


def games(program: Program, count: int) -> Iterator[GameJob]:
    game = all_games()["chomp"]()
    start = Matrix(game, game.start(StartRequest()), times=(Decimal(30), Decimal(30)))
    setting = Setting(start, isolation=IsolationLevel.NONE)
    for number in range(count):
        yield GameJob(number, dict.fromkeys(PLAYERS, program), setting)


def processor_seconds(process: int) -> float:
    """Return the processor seconds of the process and of its children that have ended."""
    times = psutil.Process(process).cpu_times()
    return times.user + times.system + times.children_user + times.children_system


def measure(machines: Machines, workers: list[int], program: Program) -> str:
    count = _EACH * len(workers)
    with (
        Client(machines.address, set_as_default=False) as client,
        connected_cluster(machines.address) as cluster,
    ):
        first_games = games(program, 2 * len(workers))
        deque(
            cluster.play(first_games, keep_all_turns), maxlen=0
        )  # the workers have the program then
        before = _account(machines, workers, client)
        began = time.monotonic()
        assert (
            sum(1 for _ in finished_games(cluster.play(games(program, count), keep_all_turns)))
            == count
        )
        elapsed = time.monotonic() - began
        after = _account(machines, workers, client)
    milliseconds = [
        1000 * (late - early) / count for early, late in zip(before[:3], after[:3], strict=True)
    ]
    messages, size = (
        (late - early) / count for early, late in zip(before[3:], after[3:], strict=True)
    )
    extra = 1000 * (elapsed * len(workers) / count - _SLEEP)
    processor = "".join(
        f" {each:{width}.2f} ms" for each, width in zip(milliseconds, (11, 8, 8), strict=True)
    )
    return f"{len(workers):7}{processor} {messages:9.1f} {size:7.0f} B {extra:9.0f} ms"


def _account(machines: Machines, workers: list[int], client: Client) -> tuple[float, ...]:
    """Return processor seconds of scheduler, this process and workers; then messages and bytes."""
    own = time.process_time()
    own_account = (
        processor_seconds(machines.scheduler.pid),
        own,
        sum(map(processor_seconds, workers)),
    )
    return (*own_account, *client.run_on_scheduler(traffic_to_workers))


def _are_there(machines: Machines, count: int) -> bool:
    return count_of_workers(machines.address) == count


def main() -> None:
    print("workers    scheduler      run      workers  messages    size   beside its bot")
    for count in map(int, sys.argv[1:] or WORKERS):
        with TemporaryDirectory() as place, started(Path(place)) as machines, ExitStack() as stack:
            caches = [Path(place, str(number)) for number in range(count)]
            workers = [stack.enter_context(machines.worker(cache=cache)).pid for cache in caches]
            until(partial(_are_there, machines, count))
            print(measure(machines, workers, sleeper(Path(place))), flush=True)


if __name__ == "__main__":
    main()

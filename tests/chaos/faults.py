"""The faults that a tournament is disturbed by: a table.

A run must survive most of them. The table says with which sentence a run may end otherwise.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import psutil

from referee.machine import usable_threads
from tests.chaos.disturbed_run import DisturbedRun, kill, lower, stop_for
from tournaments.cluster.cluster_faults import LOST, NO_SCHEDULER, NO_WORKERS
from tournaments.ledger import NAME
from tournaments.ledger.ledger_faults import DAMAGED_FILE, SHORT

_WAL = f"{NAME}-wal"
_SECONDS = (0.5, 3.0)
"""Least and most seconds for which a process is stopped."""
_PIECE = 4096
_MOST_LEFT = 16
"""Number of pieces that a full disk may still take."""
_BURN = "while True: pass"


@dataclass(frozen=True)
class Fault:
    """A fault, and the function that causes it."""

    name: str
    cause: Callable[[DisturbedRun, Random], None]
    says: str = ""
    """Pattern of the sentence with which the run may end; if empty, the run must go on."""
    only_on_cluster: bool = False


# Processes


def kill_run(disturbed: DisturbedRun, _: Random) -> None:
    disturbed.kill()
    disturbed.begin()


def kill_worker(disturbed: DisturbedRun, random: Random) -> None:
    for worker in _one_of(disturbed.workers, random):
        _replace(disturbed, worker)


def _replace(disturbed: DisturbedRun, worker: psutil.Process) -> None:
    """Kill the worker; on a cluster start another one, since Dask does not."""
    kill(worker)
    if disturbed.cluster is not None:
        disturbed.cluster.add_worker()


def kill_sandbox(disturbed: DisturbedRun, random: Random) -> None:
    for process in _one_of(disturbed.sandboxes, random):
        kill(process)


def stop_run(disturbed: DisturbedRun, random: Random) -> None:
    stop_for(disturbed.run, random.uniform(*_SECONDS))


def stop_worker(disturbed: DisturbedRun, random: Random) -> None:
    for process in _one_of(disturbed.workers, random):
        stop_for(process, random.uniform(*_SECONDS))


def stop_sandbox(disturbed: DisturbedRun, random: Random) -> None:
    for process in _one_of(disturbed.sandboxes, random):
        stop_for(process, random.uniform(*_SECONDS))


def kill_scheduler(disturbed: DisturbedRun, _: Random) -> None:
    assert disturbed.cluster is not None
    kill(disturbed.cluster.scheduler)
    disturbed.remedies.append(disturbed.cluster.begin)


def stop_scheduler(disturbed: DisturbedRun, random: Random) -> None:
    assert disturbed.cluster is not None
    stop_for(disturbed.cluster.scheduler, random.uniform(*_SECONDS))


# Files


def fill_disk(disturbed: DisturbedRun, random: Random) -> None:
    """Fill the disk but for a few kilobytes; the remedy removes the file that fills it."""
    ballast = disturbed.folder.parent / "ballast"
    free = shutil.disk_usage(disturbed.folder.parent).free
    with suppress(OSError), ballast.open("ab") as file:  # whoever else writes may be quicker
        file.write(bytes(max(0, free - random.randrange(_MOST_LEFT) * _PIECE)))
    disturbed.remedies.append(lambda: ballast.unlink(missing_ok=True))


def lose_wal(disturbed: DisturbedRun, random: Random) -> None:
    """Remove the file while the run has it open; then kill the run and begin it again."""
    wal = disturbed.folder / _WAL
    kept = wal.with_name("removed-wal")
    with suppress(FileNotFoundError):
        wal.rename(kept)
        disturbed.lost[wal] = kept
    disturbed.wait_for(random.randrange(3))
    disturbed.kill()
    disturbed.begin()


# The machine


def load_cores(disturbed: DisturbedRun, _: Random) -> None:
    """Keep each core busy with two processes to the end of the round."""
    for _thread in sorted(usable_threads()) * 2:
        burning = subprocess.Popen([sys.executable, "-c", _BURN])
        disturbed.stack.callback(burning.wait)
        disturbed.stack.callback(burning.kill)


_LIMITS = {
    resource.RLIMIT_NOFILE: (12, 24, 48),
    resource.RLIMIT_FSIZE: (0, 50_000, 200_000),
    resource.RLIMIT_NPROC: (0, 2, 6),
    resource.RLIMIT_CORE: (0,),
    resource.RLIMIT_MEMLOCK: (0,),
    resource.RLIMIT_CPU: (1,),
    resource.RLIMIT_STACK: (1 << 20,),
    resource.RLIMIT_AS: (400 << 20, 1 << 30),
}


def lower_limits(disturbed: DisturbedRun, random: Random) -> None:
    """Lower a limit of a process that runs."""
    kind, value = _limit(random)
    workers = disturbed.workers
    for process in _one_of([disturbed.run, *workers], random):
        lower(process.pid, kind, value)
        if process in workers:  # nobody can raise what was lowered, but another has what it needs
            disturbed.remedies.append(partial(_replace, disturbed, process))


def begin_with_lower_limits(disturbed: DisturbedRun, random: Random) -> None:
    kind, value = _limit(random)
    disturbed.kill()
    disturbed.begin({kind: value})


def _limit(random: Random) -> tuple[int, int]:
    kind = random.choice(list(_LIMITS))
    return kind, random.choice(_LIMITS[kind])


def _one_of(processes: list[psutil.Process], random: Random) -> list[psutil.Process]:
    """Return one of the processes in a list, or an empty list if there is none now."""
    place = random.random()
    return [processes[int(place * len(processes))]] if processes else []


_CANNOT_GO_ON = "the event in .* cannot go on: .*; the ledger is intact"
_LACKS = (
    f"{_CANNOT_GO_ON}"
    "|a game could not be played; no bot is to blame: .*; the ledger is intact"
    "|other people's programs need a sandbox, and none works here"
    "|no bot can be run here: the limit on"
)
# The scheduler or the workers of a busy cluster may answer too late.
_SLOW = rf"\[({NO_SCHEDULER.code}|{NO_WORKERS.code})\]"
# Without the file, a ledger that was being copied when the disk got full is damaged.
_LOST = rf"\[({SHORT.code}|{DAMAGED_FILE.code})\]"

FAULTS = (
    Fault("the run is killed", kill_run),
    Fault("a worker is killed", kill_worker),
    Fault("a sandbox is killed", kill_sandbox),
    Fault("the run is stopped for seconds", stop_run),
    Fault("a worker is stopped for seconds", stop_worker),
    Fault("a sandbox is stopped for seconds", stop_sandbox),
    Fault("the scheduler is killed", kill_scheduler, rf"\[{LOST.code}\]", True),
    Fault("the scheduler is stopped for seconds", stop_scheduler, only_on_cluster=True),
    Fault("the disk is full", fill_disk, "cannot go on: .*(disk is full|No space left)"),
    Fault("ledger.sqlite-wal is removed", lose_wal, _LOST),
    Fault("all cores are loaded", load_cores, _SLOW),
    Fault("limits are lowered", lower_limits, _LACKS),
    Fault("the run begins with lower limits", begin_with_lower_limits, _LACKS),
)
"""Faults of all kinds. None kills a bot: one that is killed from outside seems to have crashed."""


def possible(small_disk: Path | None) -> tuple[list[Fault], list[str]]:
    """Return the faults that can be caused here, and why others cannot."""
    if small_disk is not None:
        return list(FAULTS), []
    left = [fault for fault in FAULTS if fault.cause is not fill_disk]
    return left, ["the disk is full: only root can make a small disk to fill"]

"""All that can go wrong while a tournament is played: a table of faults.

Each says what may then be told of it, if the run cannot go on; most of them it must survive.
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
from tests.chaos.scene import Scene, kill, lower, stop_for
from tournaments.cluster.cluster_faults import LOST, NO_SCHEDULER, NO_WORKERS
from tournaments.ledger import NAME
from tournaments.ledger.ledger_faults import DAMAGED_FILE, SHORT

_WAL = f"{NAME}-wal"
_SECONDS = (0.5, 3.0)
"""For which something is stopped."""
_PIECE = 4096
_MOST_LEFT = 16
"""Pieces that a full disk may still take."""
_BURN = "while True: pass"


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong."""

    name: str
    strike: Callable[[Scene, Random], None]
    says: str = ""
    """What the run may end with then, as a pattern; it goes on if there is nothing."""
    only_on_cluster: bool = False


# Processes


def kill_run(scene: Scene, _: Random) -> None:
    scene.kill()
    scene.begin()


def kill_worker(scene: Scene, lot: Random) -> None:
    for worker in _one_of(scene.workers, lot):
        _replace(scene, worker)


def _replace(scene: Scene, worker: psutil.Process) -> None:
    """By another, which those of a cluster do not get by themselves."""
    kill(worker)
    if scene.cluster is not None:
        scene.cluster.add_worker()


def kill_sandbox(scene: Scene, lot: Random) -> None:
    for one in _one_of(scene.sandboxes, lot):
        kill(one)


def stop_run(scene: Scene, lot: Random) -> None:
    stop_for(scene.run, lot.uniform(*_SECONDS))


def stop_worker(scene: Scene, lot: Random) -> None:
    for one in _one_of(scene.workers, lot):
        stop_for(one, lot.uniform(*_SECONDS))


def stop_sandbox(scene: Scene, lot: Random) -> None:
    for one in _one_of(scene.sandboxes, lot):
        stop_for(one, lot.uniform(*_SECONDS))


def kill_scheduler(scene: Scene, _: Random) -> None:
    assert scene.cluster is not None
    kill(scene.cluster.scheduler)
    scene.remedies.append(scene.cluster.begin)


def stop_scheduler(scene: Scene, lot: Random) -> None:
    assert scene.cluster is not None
    stop_for(scene.cluster.scheduler, lot.uniform(*_SECONDS))


# Files


def fill_disk(scene: Scene, lot: Random) -> None:
    """But for a few kilobytes; whoever is told makes room."""
    ballast = scene.folder.parent / "ballast"
    free = shutil.disk_usage(scene.folder.parent).free
    with suppress(OSError), ballast.open("ab") as file:  # whoever else writes may be quicker
        file.write(bytes(max(0, free - lot.randrange(_MOST_LEFT) * _PIECE)))
    scene.remedies.append(lambda: ballast.unlink(missing_ok=True))


def lose_wal(scene: Scene, lot: Random) -> None:
    """The run that still has it open is killed soon after, and begun again."""
    wal = scene.folder / _WAL
    kept = wal.with_name("removed-wal")
    with suppress(FileNotFoundError):
        wal.rename(kept)
        scene.lost[wal] = kept
    scene.wait_for(lot.randrange(3))
    scene.kill()
    scene.begin()


# The machine


def load_cores(scene: Scene, _: Random) -> None:
    """With two processes for each, to the end of the round."""
    for _thread in sorted(usable_threads()) * 2:
        burning = subprocess.Popen([sys.executable, "-c", _BURN])
        scene.stack.callback(burning.wait)
        scene.stack.callback(burning.kill)


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


def lower_limits(scene: Scene, lot: Random) -> None:
    """Of a process that runs."""
    kind, value = _limit(lot)
    workers = scene.workers
    for one in _one_of([scene.run, *workers], lot):
        lower(one.pid, kind, value)
        if one in workers:  # nobody can raise what was lowered, but another has what it needs
            scene.remedies.append(partial(_replace, scene, one))


def begin_with_lower_limits(scene: Scene, lot: Random) -> None:
    kind, value = _limit(lot)
    scene.kill()
    scene.begin({kind: value})


def _limit(lot: Random) -> tuple[int, int]:
    kind = lot.choice(list(_LIMITS))
    return kind, lot.choice(_LIMITS[kind])


def _one_of(processes: list[psutil.Process], lot: Random) -> list[psutil.Process]:
    """Any; or nobody, if nobody is there just now."""
    place = lot.random()
    return [processes[int(place * len(processes))]] if processes else []


_CANNOT_GO_ON = "the event in .* cannot go on: .*; the ledger is intact"
_LACKS = (
    f"{_CANNOT_GO_ON}"
    "|a game could not be played; no bot is to blame: .*; the ledger is intact"
    "|other people's programs need a sandbox, and none works here"
    "|no bot can be run here: the limit on"
)
# Of a cluster that is heard of too late.
_SLOW = rf"\[({NO_SCHEDULER.code}|{NO_WORKERS.code})\]"
# What was half copied out of it as a disk got full is no ledger without it.
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
"""Bots are left alone: one that is killed from outside looks like one that crashed."""


def possible(small_disk: Path | None) -> tuple[list[Fault], list[str]]:
    """Those that can be made here, and why some cannot."""
    if small_disk is not None:
        return list(FAULTS), []
    left = [one for one in FAULTS if one.strike is not fill_disk]
    return left, ["the disk is full: only root can make a small disk to fill"]

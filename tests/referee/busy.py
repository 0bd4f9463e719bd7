"""Cores that are kept busy by others than the bots, as on a machine where much else goes on."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

_SPINS = "while :; do :; done"


class Load:
    """Endless loops on some cores; each in a session of its own, as the bots are."""

    def __init__(self, loops: int, cores: set[int]) -> None:
        self._loops = [
            subprocess.Popen(
                ["taskset", "--cpu-list", str(core), "sh", "-c", _SPINS], start_new_session=True
            )
            for core in sorted(cores)
            for _ in range(loops)
        ]

    def stop(self) -> None:
        """Leaves the cores to the others."""
        for loop in self._loops:
            loop.kill()
        for loop in self._loops:
            loop.wait()


@contextmanager
def busy(loops: int, cores: set[int] | None = None) -> Iterator[Load]:
    """So many loops on each of the cores, or on all that there are."""
    load = Load(loops, cores or os.sched_getaffinity(0))
    try:
        yield load
    finally:
        load.stop()


@contextmanager
def on_one_core() -> Iterator[int]:
    """Keeps to one core what this thread starts meanwhile, as a tournament does with its games."""
    before = os.sched_getaffinity(0)
    core = max(before)
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)

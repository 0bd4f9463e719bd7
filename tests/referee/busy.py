"""Cores that are kept busy by others than the bots, as on a machine where much else goes on."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

_SPINS = f"while kill -0 {os.getpid()}; do :; done 2>/dev/null"
"""Endless for as long as the tests run: what kills them leaves no loop behind."""


@contextmanager
def busy(loops: int, cores: set[int] | None = None) -> Iterator[None]:
    """So many endless loops on each of the cores, or on all that there are.

    Each is in a session of its own, as the bots are.
    """
    spinning = [
        subprocess.Popen(
            ["taskset", "--cpu-list", str(core), "sh", "-c", _SPINS], start_new_session=True
        )
        for core in sorted(cores or os.sched_getaffinity(0))
        for _ in range(loops)
    ]
    try:
        yield
    finally:
        for loop in spinning:
            loop.kill()
        for loop in spinning:
            loop.wait()


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

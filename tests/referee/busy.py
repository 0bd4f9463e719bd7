"""Cores that endless loops keep busy, as other programs do on a shared machine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

_LOOP = f"while kill -0 {os.getpid()}; do :; done 2>/dev/null"
"""Shell loop that ends with the tests: if they are killed, no loop is left behind."""


@contextmanager
def busy(loops: int, cores: set[int] | None = None) -> Iterator[None]:
    """Run this many endless loops on each of the cores, or on all usable ones.

    Each loop is in a session of its own, as the bots are.
    """
    processes = [
        subprocess.Popen(
            ["taskset", "--cpu-list", str(core), "sh", "-c", _LOOP], start_new_session=True
        )
        for core in sorted(cores or os.sched_getaffinity(0))
        for _ in range(loops)
    ]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()


@contextmanager
def on_one_core() -> Iterator[int]:
    """Keep this thread and its children to one core, as a tournament does; yield the core."""
    before = os.sched_getaffinity(0)
    core = max(before)
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)

"""The machine that games are played on."""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path


@cache
def machine() -> str:
    """What it is, in one line."""
    parts = (platform.node(), f"{os.cpu_count()} x {_processor()}", platform.platform(terse=True))
    return ", ".join(parts)


def cores(process: int = 0) -> list[int]:
    """The cores that games of the process may be played on, each by the first of its threads.

    Without a number it is the thread that asks, which may have chosen one core already.
    Two threads of one core slow each other down, so that a game on the one would cost the other's
    bots their time.
    """
    usable = os.sched_getaffinity(process)
    return sorted({min(_threads_beside(number) & usable) for number in usable})


def _threads_beside(number: int) -> set[int]:
    """The threads that share a core with this one, itself included."""
    path = Path(f"/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list")
    try:
        shared = _numbers(path.read_text())
    except OSError:
        shared = set()
    return shared | {number}


def _numbers(text: str) -> set[int]:
    """The numbers of a list such as 0-1,4."""
    ranges = (part.partition("-") for part in text.strip().split(","))
    return {n for low, _, high in ranges for n in range(int(low), int(high or low) + 1)}


def _processor() -> str:
    """The processor's own name, which Python does not tell on Linux."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())

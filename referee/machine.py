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


def _processor() -> str:
    """The processor's own name, which Python does not tell on Linux."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())

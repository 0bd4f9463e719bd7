"""Limits that the shell or the system sets for our processes, where they are too low.

The keeper makes do with fewer files, no cores or no locked memory. A limit that is lower than the
referee itself needs to run a bot is named in a message, with the command that raises it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from referee.program import MIB

_KIB = 1 << 10
_SCARCE_PROCESSES = 4096
"""A limit below this may be exhausted by the user's other processes."""


class _Limit(NamedTuple):
    """A limit of the system, with the option of ``ulimit`` that sets it."""

    name: str
    option: str
    unit: int
    least: int
    what: str


_NEEDED = (
    _Limit("RLIMIT_NOFILE", "-n", 1, 32, "open files"),
    _Limit("RLIMIT_FSIZE", "-f", _KIB, 8 * MIB, "KiB of a file"),
    _Limit("RLIMIT_NPROC", "-u", 1, 32, "processes of a user"),
    _Limit("RLIMIT_STACK", "-s", _KIB, 128 * _KIB, "KiB of stack"),
    _Limit("RLIMIT_DATA", "-d", _KIB, 128 * MIB, "KiB of data"),
    _Limit("RLIMIT_AS", "-v", _KIB, 256 * MIB, "KiB of address space"),
    _Limit("RLIMIT_CPU", "-t", 1, 60, "seconds of a process"),
)


def too_low() -> str:
    """Return a sentence about each limit that is too low to run a bot; empty if none is."""
    return "; ".join(_sentences())


def perhaps_too_low() -> str:
    """Return a sentence about the limit that may have prevented a process; empty if none may."""
    soft, _ = _limits_of("RLIMIT_NPROC")
    if soft >= _SCARCE_PROCESSES:
        return ""
    return f"the limit on processes of a user (ulimit -u) is {soft}: that may be too low"


def room_for(files: int, processes: int) -> int:
    """Return how many things that need so many files and processes each the limits allow."""
    (most_files, _), (most_processes, _) = _limits_of("RLIMIT_NOFILE"), _limits_of("RLIMIT_NPROC")
    number = min(most_files / files, most_processes / processes)
    return int(min(number, sys.maxsize))


def _sentences() -> Iterator[str]:
    for limit in _NEEDED:
        soft, hard = _limits_of(limit.name)
        if soft < limit.least:
            yield _sentence(limit, int(soft), is_hard=hard < limit.least)


def _limits_of(name: str) -> tuple[float, float]:
    """Return the soft limit and the hard limit of this process."""
    try:
        import resource  # noqa: PLC0415 - Windows has no such limits
    except ModuleNotFoundError:
        return inf, inf
    soft, hard = resource.getrlimit(getattr(resource, name))
    unlimited = resource.RLIM_INFINITY
    return inf if soft == unlimited else soft, inf if hard == unlimited else hard


def _sentence(limit: _Limit, current: int, *, is_hard: bool) -> str:
    needed = limit.least // limit.unit
    command = f"ulimit -S {limit.option} {needed}"
    return (
        f"the limit on {limit.what} (ulimit {limit.option}) is {current // limit.unit},"
        f" and running a bot takes {needed}: "
        + ("it is a hard limit, which only root can raise" if is_hard else f"`{command}` raises it")
    )

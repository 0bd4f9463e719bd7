"""What the shell or the system that started us allows its processes, where that is too little.

The keeper takes what there is: with fewer files, no cores, no locked memory, bots can play. What is
less than the referee itself needs to run one is named, by the word that raises it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from referee.program import MIB

_KIB = 1 << 10
_SCARCE_PROCESSES = 4096
"""So many a user may have already, wherever on the machine."""


class _Limit(NamedTuple):
    """A limit of the system, as a shell knows it."""

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
    """A sentence on each limit with which no bot can be run; empty, if there is none."""
    return "; ".join(_sentences())


def perhaps_too_low() -> str:
    """A sentence on what may have kept a process from being started; empty, if nothing may."""
    most, _ = _given("RLIMIT_NPROC")
    if most >= _SCARCE_PROCESSES:
        return ""
    return f"the limit on processes of a user (ulimit -u) is {most}: that may be too low"


def room_for(files: int, processes: int) -> int:
    """How many things there is room for that take so much each."""
    (most_files, _), (most_processes, _) = _given("RLIMIT_NOFILE"), _given("RLIMIT_NPROC")
    found = min(most_files / files, most_processes / processes)
    return int(min(found, sys.maxsize))


def _sentences() -> Iterator[str]:
    for limit in _NEEDED:
        now, most = _given(limit.name)
        if now < limit.least:
            yield _sentence(limit, int(now), is_hard=most < limit.least)


def _given(name: str) -> tuple[float, float]:
    """What a process has now, and could have at most."""
    try:
        import resource  # noqa: PLC0415 - Windows has no such limits
    except ModuleNotFoundError:
        return inf, inf
    now, most = resource.getrlimit(getattr(resource, name))
    unlimited = resource.RLIM_INFINITY
    return inf if now == unlimited else now, inf if most == unlimited else most


def _sentence(limit: _Limit, given: int, *, is_hard: bool) -> str:
    enough = limit.least // limit.unit
    raised = f"ulimit -S {limit.option} {enough}"
    return (
        f"the limit on {limit.what} (ulimit {limit.option}) is {given // limit.unit},"
        f" and running a bot takes {enough}: "
        + ("it is a hard limit, which only root can raise" if is_hard else f"`{raised}` raises it")
    )

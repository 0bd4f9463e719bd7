"""Limits that the shell or the system sets for our processes, where they are too low.

The keeper makes do with fewer files, no cores or no locked memory, and raises other limits as far
as it may. A limit that is lower than the referee itself needs to run a bot, or than what the bot
may use, is named in a message, with the command that raises it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from math import inf
from typing import NamedTuple

from formats.text import Text, join_list
from referee.program import MIB, Limits

_KIB = 1 << 10
_SCARCE_PROCESSES = 4096
"""A limit below this may be exhausted by the user's other processes."""
_TOO_LOW = Text(
    "the limit on {what} (ulimit {option}) is {current}, and running a bot takes {needed}:"
    " {remedy}",
    "ограничение «{what}» (ulimit {option}) равно {current}, а для запуска бота нужно {needed}:"
    " {remedy}",
)
_HARD = Text(
    "it is a hard limit, which only root can raise",
    "это жёсткое ограничение, поднять его может только root",
)
_SOFT = Text(
    "`ulimit -S {option} {needed}` raises it",
    "поднимите его командой `ulimit -S {option} {needed}`",
)
_PERHAPS = Text(
    "the limit on processes of a user (ulimit -u) is {current}: that may be too low",
    "процессов у пользователя может быть не больше {current} (ulimit -u): возможно, этого мало",
)


class _Limit(NamedTuple):
    """A limit of the system, with the option of ``ulimit`` that sets it."""

    name: str
    option: str
    unit: int
    least: int
    what: Text
    of_bot: Callable[[Limits], int] = lambda _: 0
    """Function that returns what a bot with these limits may use."""


_PROCESSES = Text("processes of a user", "процессы пользователя")
_SECONDS = _Limit(
    "RLIMIT_CPU", "-t", 1, 60, Text("seconds of a process", "секунды работы процесса")
)
_NEEDED = (
    _Limit("RLIMIT_NOFILE", "-n", 1, 32, Text("open files", "открытые файлы")),
    _Limit(
        "RLIMIT_FSIZE",
        "-f",
        _KIB,
        8 * MIB,
        Text("KiB of a file", "КиБ файла"),
        lambda limits: limits.file_size,
    ),
    _Limit("RLIMIT_NPROC", "-u", 1, 32, _PROCESSES),
    _Limit("RLIMIT_STACK", "-s", _KIB, 128 * _KIB, Text("KiB of stack", "КиБ стека")),
    _Limit(
        "RLIMIT_DATA",
        "-d",
        _KIB,
        128 * MIB,
        Text("KiB of data", "КиБ данных"),
        lambda limits: limits.memory,
    ),
    _Limit(
        "RLIMIT_AS",
        "-v",
        _KIB,
        256 * MIB,
        Text("KiB of address space", "КиБ адресного пространства"),
        lambda limits: limits.memory + 256 * MIB,
    ),
    _SECONDS,
)


def sentence_on_limits(limits: Limits | None = None) -> Text | None:
    """Return a sentence about each limit that is too low to run a bot; None if none is.

    With ``limits``, those on what the bot may use are compared, too.
    """
    sentences = list(_sentences(limits))
    return join_list(sentences, Text("; ", "; ")) if sentences else None


def remark_on_process_limit() -> Text | None:
    """Return a sentence about the limit that may have prevented a process; None if none may."""
    soft, _ = _limits_of("RLIMIT_NPROC")
    return None if soft >= _SCARCE_PROCESSES else _PERHAPS.filled({"current": soft})


def most_instances(files: int, processes: int) -> int:
    """Return how many instances the limits allow, if each needs so many files and processes."""
    (most_files, _), (most_processes, _) = _limits_of("RLIMIT_NOFILE"), _limits_of("RLIMIT_NPROC")
    number = min(most_files / files, most_processes / processes)
    return int(min(number, sys.maxsize))


def most_seconds() -> float:
    """Return the most seconds of processor time that a bot can be given."""
    return _limits_of(_SECONDS.name)[1]


def sentence_on_seconds(seconds: int) -> Text:
    """Return a sentence that says that a bot's clock exceeds the limit on processor time."""
    return _sentence(_SECONDS, int(most_seconds()), seconds, is_hard=True)


def _sentences(limits: Limits | None) -> Iterator[Text]:
    for limit in _NEEDED:
        soft, hard = _limits_of(limit.name)
        needed = max(limit.least, limit.of_bot(limits) if limits else 0)
        if soft < limit.least or hard < needed:
            yield _sentence(limit, int(min(soft, hard)), needed, is_hard=hard < needed)


def _limits_of(name: str) -> tuple[float, float]:
    """Return the soft limit and the hard limit of this process."""
    try:
        import resource  # noqa: PLC0415 - Windows has no such limits
    except ModuleNotFoundError:
        return inf, inf
    soft, hard = resource.getrlimit(getattr(resource, name))
    unlimited = resource.RLIM_INFINITY
    return inf if soft == unlimited else soft, inf if hard == unlimited else hard


def _sentence(limit: _Limit, current: int, needed: int, *, is_hard: bool) -> Text:
    values = {
        "what": limit.what,
        "option": limit.option,
        "current": current // limit.unit,
        "needed": needed // limit.unit,
    }
    return _TOO_LOW.filled({**values, "remedy": (_HARD if is_hard else _SOFT).filled(values)})

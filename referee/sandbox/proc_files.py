"""Readings of ``/proc``: whether a process is at work, and what the kernel has killed.

A process may end while its files are read: each of them is empty then.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_EXITING = 4
"""Flag of a process in ``/proc/PID/stat``, which the kernel calls PF_EXITING."""
_KILLED = 1 << 8
"""Bit of SIGKILL in a set of signals."""


def memory_kills_on_machine() -> int:
    """Return how many processes the kernel has killed for lack of memory, in containers as well."""
    words = _words_in(Path("/proc/vmstat"))
    return int(words[words.index("oom_kill") + 1]) if "oom_kill" in words else 0


def is_at_work(process: int) -> bool:
    """Return whether the keeper or bubblewrap is ready to run, or waits for the kernel.

    While the keeper waits for killed processes to end, only those are at work. A bot that plays on
    does not count: meanwhile the keeper gives signs of life. If the keeper itself has been stopped,
    nothing counts.
    """
    outer_process = Path("/proc", str(process))
    is_bubblewrap = not _is_keeper(outer_process)
    keepers = [outer_process, *_children_of(outer_process)] if is_bubblewrap else [outer_process]
    if any(state_of(keeper) == "T" for keeper in keepers):
        return False
    return any(
        state_of(member) in ("R", "D")
        and (member in keepers or _is_keeper(member) or is_dying(member))
        for member in _descendants_of(outer_process)
    )


def _is_keeper(process: Path) -> bool:
    """Return whether the process is the keeper, or a copy that has not become the bot yet."""
    return _words_in(process / "comm") == ["keeper"]


def is_dying(process: Path) -> bool:
    """Return whether the process is ending, or is killed and has had no core since."""
    flags = _fields_of(process)[6:7]
    if flags and int(flags[0]) & _EXITING:
        return True
    pending = [
        line for line in text_of(process / "status").splitlines() if line.startswith("SigPnd:")
    ]
    return any(int(line.split()[1], 16) & _KILLED for line in pending)


def _descendants_of(process: Path) -> Iterator[Path]:
    """Yield the process and then its descendants."""
    yield process
    for child in _children_of(process):
        yield from _descendants_of(child)


def _children_of(process: Path) -> list[Path]:
    lists = process.glob("task/*/children")
    return [process.parent / child for list_file in lists for child in _words_in(list_file)]


def state_of(process: Path) -> str:
    return "".join(_fields_of(process)[:1])


def _fields_of(process: Path) -> list[str]:
    """Return the fields of ``stat`` after the name, which may have any characters."""
    return text_of(process / "stat").rpartition(")")[2].split()


def _words_in(file: Path) -> list[str]:
    return text_of(file).split()


def text_of(file: Path) -> str:
    """Return the text of the file; an empty one if it is missing or its process has ended."""
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""

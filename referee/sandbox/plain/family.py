"""The processes that descend from a bot, as far as they were seen, and what they use."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil

from referee.program import RefereeError
from referee.sandbox.plain.group import Group

_KILLING = 10.0
"""Seconds in which killed processes must be dead."""
_PAUSE = 0.001
_MILLION = 1_000_000


class FamilyUse(NamedTuple):
    """Processor time and memory of a bot's processes at one look."""

    cpu_us: int
    memory: int
    awake: bool
    """True if a process runs or waits for a core."""


class Family:
    """A bot and all its descendants.

    A process belongs to the family if its parent does, if it is in the bot's group, or if it has
        the mark that was put into the bot's environment: so orphans are found, too.
    """

    def __init__(self, group: Group, mark: tuple[str, str], before: set[int]) -> None:
        self._group = group
        self._mark = mark
        self._unrelated = before
        self._living: dict[int, psutil.Process] = {}
        self._used: dict[psutil.Process, int] = {}
        self._quiet = Quiet()
        self._first = group.process.pid
        self._unrelated.discard(self._first)
        self._take(self._first)

    def look(self) -> FamilyUse:
        """Return what the processes use now and have used."""
        self._search()
        own = waited_for = memory = 0
        running = False
        for process in self._living.copy().values():
            with suppress(psutil.Error):
                own_us, of_children_us = _times_us(process)
                self._used[process] = own_us
                own += own_us
                waited_for += of_children_us
                memory += _memory_of(process)
                running = running or _runs(process)
        # The time of an ended child is in its parent's account if the parent waited for it, and in
        # ``_used`` if it was ever seen: it may be in both, so the two cannot be added.
        cpu = max(own + waited_for, sum(self._used.values()), self._group.used_us)
        return FamilyUse(cpu, memory, running or self._quiet.is_broken(cpu))

    def others(self) -> list[psutil.Process]:
        """Return the living processes except the bot's first one."""
        self._search()
        return [
            process
            for process in self._living.values()
            if process.pid != self._first and _lives(process)
        ]

    @staticmethod
    def used_by(processes: Iterable[psutil.Process]) -> int:
        """Return the processor time of the processes in microseconds."""
        return sum(map(_own_us, processes))

    def kill(self) -> None:
        """Kill all processes, with those that they start meanwhile."""
        deadline = time.perf_counter() + _KILLING
        while time.perf_counter() < deadline:
            self._group.kill()
            self._search()
            living = [process for process in self._living.values() if _lives(process)]
            if not living:
                return
            for process in living:
                with suppress(psutil.Error):
                    process.kill()
            time.sleep(_PAUSE)
        raise RefereeError("processes of a bot cannot be killed")

    def _search(self) -> None:
        """Look for new processes on the machine and take those of the family."""
        present = set(psutil.pids())
        self._living = {pid: process for pid, process in self._living.items() if pid in present}
        self._unrelated &= present  # The system reuses numbers.
        for pid in sorted(present - self._unrelated - self._living.keys()):
            if self._is_ours(pid):
                self._take(pid)
            else:
                self._unrelated.add(pid)

    def _take(self, pid: int) -> None:
        with suppress(psutil.Error):
            self._living[pid] = psutil.Process(pid)

    def _is_ours(self, pid: int) -> bool:
        if self._group.holds(pid):
            return True
        with suppress(psutil.Error):
            process, (name, value) = psutil.Process(pid), self._mark
            return process.ppid() in self._living or process.environ().get(name) == value
        return False


def _times_us(process: psutil.Process) -> tuple[int, int]:
    """Return the processor time of the process and that of its reaped children, if reported."""
    times = process.cpu_times()
    of_children = (getattr(times, f"children_{name}", 0.0) for name in ("user", "system"))
    return round((times.user + times.system) * _MILLION), round(sum(of_children) * _MILLION)


def _own_us(process: psutil.Process) -> int:
    with suppress(psutil.Error):
        return _times_us(process)[0]
    return 0


def _lives(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def _memory_of(process: psutil.Process) -> int:
    """Return bytes; on Linux, other threads show them if the first thread has ended."""
    memory: int = process.memory_info().rss
    if memory:
        return memory
    with suppress(OSError):
        tables = Path(f"/proc/{process.pid}/task").glob("*/statm")
        pages = [int(table.read_text(encoding="ascii").split()[1]) for table in tables]
        return max(pages, default=0) * os.sysconf("SC_PAGESIZE")
    return 0


def _runs(process: psutil.Process) -> bool:
    """Return whether a thread is runnable; only Linux reports that, so False elsewhere."""
    return psutil.LINUX and any(state == "R" for state in _states(process.pid))


def _states(pid: int) -> Iterator[str]:
    with suppress(OSError):  # The process may have ended meanwhile.
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        yield from (_state(thread / "stat") for thread in threads)


def _state(path: Path) -> str:
    with suppress(OSError):
        # The name stands in parentheses, and may hold blanks and parentheses itself.
        return path.read_text(errors="replace").rpartition(") ")[2][:1]
    return ""


_QUIET = 0.05
"""Seconds; more than two steps of the coarsest clock of processor time, 15.6 ms."""
_OF_A_CORE = 0.5


class Quiet:
    """Time since a bot's processes last used a core, and how long a core was idle since then."""

    def __init__(self) -> None:
        self._cpu_us = 0
        self._since = time.perf_counter()
        self._idle = psutil.cpu_times().idle

    def is_broken(self, cpu_us: int) -> bool:
        """Return whether the bot must be taken to run or wait; False on Linux, which reports it."""
        if psutil.LINUX:
            return False
        return self.breaks(cpu_us, time.perf_counter(), psutil.cpu_times().idle)

    def breaks(self, cpu_us: int, now: float, idle: float) -> bool:
        """Return whether the figures measured now show the bot running or waiting for a core."""
        if cpu_us > self._cpu_us:
            self._cpu_us, self._since, self._idle = cpu_us, now, idle
        quiet = now - self._since
        return quiet < _QUIET or idle - self._idle < _OF_A_CORE * quiet

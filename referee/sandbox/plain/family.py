"""The processes that descend from a bot, as far as they were seen, and what they use.

A family begins with a group: the processes that the system itself counts together, a session or, on
Windows, a job. All processes of a group can be killed at once, whatever they start meanwhile. On
Windows the system kills them when the referee ends, and keeps an account of the processor time of
all.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from referee.program import RefereeError


def _start(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], **group: Any
) -> subprocess.Popen[bytes]:
    """Start the bot with its output in a pipe; ``group`` makes it the first of a new group."""
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **group,
    )


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _SET_QUOTA_AND_TERMINATE = 0x0101
    _ACCOUNT, _LIMITS = 1, 9
    _KILL_ON_CLOSE = 0x2000
    _STEPS_IN_A_MICROSECOND = 10

    class _Account(ctypes.Structure):
        """The system's JOBOBJECT_BASIC_ACCOUNTING_INFORMATION."""

        _fields_ = (
            ("user", ctypes.c_int64),
            ("kernel", ctypes.c_int64),
            ("this_period", ctypes.c_int64 * 2),
            ("counts", wintypes.DWORD * 4),
        )

    class _Limits(ctypes.Structure):
        """The system's JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

        _fields_ = (
            ("times", ctypes.c_int64 * 2),
            ("flags", wintypes.DWORD),
            ("working_set", ctypes.c_size_t * 2),
            ("processes", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("classes", wintypes.DWORD * 2),
            ("transfers", ctypes.c_uint64 * 6),
            ("memory", ctypes.c_size_t * 4),
        )

    class Group:
        """A job that holds one bot."""

        def __init__(
            self, command: Sequence[str], folder: Path, environment: Mapping[str, str]
        ) -> None:
            """Start the bot. Raises OSError."""
            flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
            self.process = _start(command, folder, environment, creationflags=flags)
            self._system = _system()
            self._job = self._system.CreateJobObjectW(None, None)
            limits = _Limits(flags=_KILL_ON_CLOSE)
            size = ctypes.sizeof(limits)
            self._system.SetInformationJobObject(self._job, _LIMITS, ctypes.byref(limits), size)
            self._join()

        def _join(self) -> None:
            """Put the bot into the job; an earlier child of the bot is found by other signs."""
            pid = self.process.pid
            handle = self._system.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, pid)
            if handle:
                self._system.AssignProcessToJobObject(self._job, handle)
                self._system.CloseHandle(handle)

        def holds(self, pid: int) -> bool:
            """Return whether the process is known to belong to the job."""
            return pid == self.process.pid

        def kill(self) -> None:
            self._system.TerminateJobObject(self._job, 1)

        @property
        def used_us(self) -> int:
            """Microseconds of processor time of all processes that were ever in the job."""
            account = _Account()
            size = ctypes.sizeof(account)
            self._system.QueryInformationJobObject(
                self._job, _ACCOUNT, ctypes.byref(account), size, None
            )
            return int(account.user + account.kernel) // _STEPS_IN_A_MICROSECOND

        def close(self) -> None:
            self._system.CloseHandle(self._job)

    def _system() -> ctypes.WinDLL:
        """Return the system's functions; handles have the size of pointers."""
        system = ctypes.WinDLL("kernel32", use_last_error=True)
        handle, pointer, number = wintypes.HANDLE, ctypes.c_void_p, wintypes.DWORD
        system.CreateJobObjectW.restype = handle
        system.CreateJobObjectW.argtypes = (pointer, pointer)
        system.OpenProcess.restype = handle
        system.OpenProcess.argtypes = (number, wintypes.BOOL, number)
        system.AssignProcessToJobObject.argtypes = (handle, handle)
        system.TerminateJobObject.argtypes = (handle, wintypes.UINT)
        system.SetInformationJobObject.argtypes = (handle, ctypes.c_int, pointer, number)
        system.QueryInformationJobObject.argtypes = (
            *(handle, ctypes.c_int, pointer),
            *(number, pointer),
        )
        system.CloseHandle.argtypes = (handle,)
        return system

else:

    class Group:
        """A session that begins with one bot."""

        def __init__(
            self, command: Sequence[str], folder: Path, environment: Mapping[str, str]
        ) -> None:
            """Start the bot. Raises OSError."""
            self.process = _start(command, folder, environment, start_new_session=True)

        def holds(self, pid: int) -> bool:
            """Return whether the process is known to belong to the session."""
            with suppress(OSError):
                return os.getsid(pid) == self.process.pid
            return False

        def kill(self) -> None:
            """Kill the first process group of the session."""
            with suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)

        @property
        def used_us(self) -> int:
            """Zero: the system keeps no account of a session."""
            return 0

        def close(self) -> None:
            """Do nothing: a session ends with its last process."""


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

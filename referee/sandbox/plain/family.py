"""A running bot with all its descendants: their start, limits, use and end.

A bot begins a group: the processes that the system itself counts together, a session or, on
Windows, a job. All processes of a group can be killed at once, whatever they start meanwhile. The
system keeps the limits and the accounts; nothing is looked at while the bot runs. Its descendants
are searched for when it has ended or its time is over, and are killed then.
"""

from __future__ import annotations

import math
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any, NamedTuple, Self

import psutil

from formats.text import Text
from referee.program import MIB, RefereeError
from referee.sandbox.launch import CorePolicy

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Start:
    """The command line of a bot, its folder, environment and limits."""

    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str]
    memory: int
    """Bytes that it may use."""
    cpu: Decimal | None
    """Seconds of processor time that it may use; None for no limit."""


class Use(NamedTuple):
    """Resources that a bot and its descendants used."""

    cpu_us: int
    memory: int
    """Largest number of bytes in use; 0 where the system does not tell."""


def _start(start: Start, **group: Any) -> subprocess.Popen[bytes]:
    """Start the bot with its output in a pipe; ``group`` makes it the first of a new group."""
    return subprocess.Popen(
        start.command,
        cwd=start.folder,
        env=start.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **group,
    )


_MEMORY_FACTOR = 2
"""Ratio of the system's limit to the bot's: memory that is asked for need not be used.

A bot that uses more than its own limit is seen by its peak.
"""

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _SET_QUOTA_AND_TERMINATE = 0x0101
    _ACCOUNT, _LIMITS = 1, 9
    _JOB_TIME, _JOB_MEMORY, _KILL_ON_CLOSE = 0x0004, 0x0200, 0x2000
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
            ("process_time", ctypes.c_int64),
            ("job_time", ctypes.c_int64),
            ("flags", wintypes.DWORD),
            ("working_set", ctypes.c_size_t * 2),
            ("processes", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("classes", wintypes.DWORD * 2),
            ("transfers", ctypes.c_uint64 * 6),
            ("process_memory", ctypes.c_size_t),
            ("job_memory", ctypes.c_size_t),
            ("process_peak", ctypes.c_size_t),
            ("job_peak", ctypes.c_size_t),
        )

    class Group:
        """A job that holds one bot."""

        def __init__(self, start: Start) -> None:
            """Start the bot. Raise OSError."""
            flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
            self.process = _start(start, creationflags=flags)
            self._system = _system()
            self._job = self._system.CreateJobObjectW(None, None)
            limits = _Limits(flags=_KILL_ON_CLOSE | _JOB_MEMORY)
            limits.job_memory = _MEMORY_FACTOR * start.memory
            if start.cpu is not None:
                limits.flags |= _JOB_TIME
                limits.job_time = int(start.cpu * _MILLION + 1) * _STEPS_IN_A_MICROSECOND
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

        def wait(self) -> None:
            """Wait for the end of the bot itself."""
            self.process.wait()

        def holds(self, pid: int) -> bool:
            """Return whether the process is known to belong to the job."""
            return pid == self.process.pid

        def kill_first(self) -> None:
            """Kill the bot itself."""
            self.process.kill()

        def kill(self) -> None:
            self._system.TerminateJobObject(self._job, 1)

        def use(self, left: Iterable[psutil.Process]) -> Use:
            """Return what all processes that were ever in the job used, those ``left`` included."""
            account, limits = _Account(), _Limits()
            for what, answer in ((_ACCOUNT, account), (_LIMITS, limits)):
                size = ctypes.sizeof(answer)
                self._system.QueryInformationJobObject(
                    self._job, what, ctypes.byref(answer), size, None
                )
            cpu_us = int(account.user + account.kernel) // _STEPS_IN_A_MICROSECOND
            return Use(cpu_us, int(limits.job_peak))

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
    import resource

    _UNIT_OF_PEAK = 1 if sys.platform == "darwin" else 1024
    _UNCERTAIN = 8 * MIB
    """Uncertainty of the kernel's counts of memory in use, in bytes."""

    class Group:
        """A session that begins with one bot."""

        def __init__(self, start: Start) -> None:
            """Start the bot. Raise OSError."""
            self._hidden_memory = _peak_before_exec()
            self.process = _start(start, start_new_session=True)
            self._use = Use(0, 0)
            self._has_ended = False
            _set_limits(self.process.pid, start)

        def wait(self) -> None:
            """Wait for the end of the bot itself, and read its account."""
            _, status, usage = os.wait4(self.process.pid, 0)
            self._has_ended = True
            self.process.returncode = os.waitstatus_to_exitcode(status)
            memory = usage.ru_maxrss * _UNIT_OF_PEAK
            self._use = Use(
                round((usage.ru_utime + usage.ru_stime) * _MILLION),
                memory if memory > self._hidden_memory else 0,
            )

        def holds(self, pid: int) -> bool:
            """Return whether the process is known to belong to the session."""
            with suppress(OSError):
                return os.getsid(pid) == self.process.pid
            return False

        def kill_first(self) -> None:
            """Kill the bot itself; ``wait`` alone may collect it, so Popen must not."""
            if not self._has_ended:
                with suppress(OSError):
                    os.kill(self.process.pid, signal.SIGKILL)

        def kill(self) -> None:
            """Kill the first process group of the session."""
            with suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)

        def use(self, left: Iterable[psutil.Process]) -> Use:
            """Return what the ended bot, its reaped children and the processes ``left`` used."""
            return self._use._replace(cpu_us=self._use.cpu_us + sum(map(_cpu_us, left)))

        def close(self) -> None:
            """Do nothing: a session ends with its last process."""

    def _set_limits(pid: int, start: Start) -> None:
        """Set limits from outside, on Linux alone: code in the fork of a threaded process may hang.

        Each process has the limits for itself. Processor time is limited in whole seconds.
        """
        if sys.platform == "linux":
            limits = {psutil.RLIMIT_DATA: _MEMORY_FACTOR * start.memory}
            if start.cpu is not None:
                limits[psutil.RLIMIT_CPU] = math.floor(start.cpu) + 1
            with suppress(psutil.Error):
                bot = psutil.Process(pid)
                _limit(bot, limits)
                for child in bot.children(recursive=True):  # Started before the bot was limited.
                    _limit(child, limits)

    def _limit(process: psutil.Process, limits: Mapping[int, int]) -> None:
        """Limit a process that may have ended already, or have lower limits."""
        for limit, most in limits.items():
            with suppress(psutil.Error, OSError):
                process.rlimit(limit, (most, most + 1))

    def _peak_before_exec() -> int:
        """Return the bytes below which a bot's peak is not its own.

        On Linux a new process counts the memory of the one that started it, until its own program
        begins.
        """
        if sys.platform != "linux":
            return 0
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        peaks = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))
        # Some kernels lack the line; the other peak counts the program before an exec too.
        kib = next(peaks, None) or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return int(kib) * 1024 + _UNCERTAIN


_PIECE = 1 << 16
_LONGEST_WAIT_FOR_PIPE = 1.0
"""Seconds for a pipe to be closed after its writers were killed."""


class Output:
    """A pipe that a thread of its own reads until nobody can write into it."""

    def __init__(self, pipe: IO[bytes], limit: int, output_socket: socket.socket | None) -> None:
        self._pipe = pipe
        self._limit = limit
        self._output_socket = output_socket
        self._stored = bytearray()
        self.size = 0
        self._thread = Thread(target=self._read, daemon=True, name="arena-output")
        if output_socket is not None:
            output_socket.setblocking(False)  # The turn does not wait for a slow reader.

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Wait until the pipe ends; give up if an undetected process holds it open."""
        self._thread.join(_LONGEST_WAIT_FOR_PIPE)

    @property
    def stored(self) -> bytes:
        """The beginning of what was printed."""
        return bytes(self._stored)

    def _read(self) -> None:
        with self._pipe:
            while piece := os.read(self._pipe.fileno(), _PIECE):
                self._take(piece)

    def _take(self, piece: bytes) -> None:
        self.size += len(piece)
        self._stored += piece[: self._limit - len(self._stored)]
        if self._output_socket is not None:
            with suppress(OSError):
                self._output_socket.send(piece)


_MARK = "MATRIX_ARENA_TURN"
_LOWEST_NICENESS = 19
_NOT_KILLED = Text("a bot cannot be killed", "не удалось завершить бота")
_NOT_ALL_KILLED = Text("processes of a bot cannot be killed", "не удалось завершить процессы бота")
_LONGEST_WAIT_FOR_END = 10.0
"""Seconds in which killed processes must be dead."""
_CHECK_INTERVAL = 0.001


class Family:
    """A bot and all its descendants, from the start of the bot to the death of the last one.

    A process belongs to the family if its parent does, if it is in the bot's group, or if it has
    the mark that was put into the bot's environment: so orphans are found, too.
    """

    def __init__(self, start: Start, core_policy: CorePolicy, news: Event) -> None:
        """Start the bot; ``news`` is set when it ends. Raise OSError."""
        self._mark = secrets.token_hex(16)
        self._unrelated = set(psutil.pids())
        self._news = news
        self._started_ns = time.perf_counter_ns()
        self._ended_ns = 0
        self._is_dead = False
        environment = {**start.environment, _MARK: self._mark}
        self._group = Group(replace(start, environment=environment))
        self._process = self._group.process
        self._first = self._process.pid
        self._living: dict[int, psutil.Process] = {}
        self._unrelated.discard(self._first)
        self._take(self._first)
        _apply_core_policy(self._first, core_policy)
        self._waiter = Thread(target=self._wait, daemon=True, name="arena-bot")
        self._waiter.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Kill whatever is left. Raise RefereeError where that is impossible."""
        try:
            if not self._is_dead:
                self._kill_all()
        finally:
            self._group.close()

    def output(self, limit: int, output_socket: socket.socket | None) -> Output:
        """Return the reader of what the bot prints."""
        assert self._process.stdout, "output was redirected to a pipe"
        return Output(self._process.stdout, limit, output_socket)

    @property
    def passed_us(self) -> int:
        """Microseconds from the start until now, or to the end."""
        return ((self._ended_ns or time.perf_counter_ns()) - self._started_ns) // 1000

    @property
    def status(self) -> int:
        """Exit status, or the negative number of a signal."""
        return int(self._process.returncode)

    def end(self) -> tuple[Use, bool]:
        """Kill all processes; return what they used, and whether there were any but the bot's own.

        Raise RefereeError where that is impossible.
        """
        self._search()
        # When the bot itself is dead, nobody takes the time of its children into another account.
        self._group.kill_first()
        self._join()
        others = [process for pid, process in self._living.items() if pid != self._first]
        are_left = any(_is_alive(process) for process in others)
        use = self._group.use(others)
        self._kill_all()
        return use, are_left

    def _wait(self) -> None:
        self._group.wait()
        self._ended_ns = time.perf_counter_ns()
        self._news.set()

    def _join(self) -> None:
        self._waiter.join(_LONGEST_WAIT_FOR_END)
        if self._waiter.is_alive():
            raise RefereeError(_NOT_KILLED)

    def _kill_all(self) -> None:
        """Kill all processes, with those that they start meanwhile."""
        deadline = time.perf_counter() + _LONGEST_WAIT_FOR_END
        while time.perf_counter() < deadline:
            self._group.kill()
            self._search()
            living = [process for process in self._living.values() if _is_alive(process)]
            if not living:
                self._join()
                self._is_dead = True
                return
            for process in living:
                with suppress(psutil.Error):
                    process.kill()
            time.sleep(_CHECK_INTERVAL)
        raise RefereeError(_NOT_ALL_KILLED)

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
            process = psutil.Process(pid)
            return process.ppid() in self._living or process.environ().get(_MARK) == self._mark
        return False


def _cpu_us(process: psutil.Process) -> int:
    """Return the processor time of the process and of its reaped children, where it is reported."""
    with suppress(psutil.Error):
        return round(sum(process.cpu_times()[:4]) * _MILLION)
    return 0


def _is_alive(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def _apply_core_policy(pid: int, core_policy: CorePolicy) -> None:
    """Apply the core policy to a process that may already have ended."""
    with suppress(psutil.Error, OSError):
        process = psutil.Process(pid)
        if core_policy.gives_way:
            process.nice(_lowest_priority())
        if core_policy.cores and hasattr(process, "cpu_affinity"):
            process.cpu_affinity(sorted(core_policy.cores))


def _lowest_priority() -> int:
    if sys.platform == "win32":
        return psutil.IDLE_PRIORITY_CLASS
    return _LOWEST_NICENESS

"""The processes that the system itself counts as one group: a session or, on Windows, a job.

All processes of a group can be killed at once, whatever they start meanwhile. On Windows the
system kills them when the referee ends, and keeps an account of the processor time of all.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any


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

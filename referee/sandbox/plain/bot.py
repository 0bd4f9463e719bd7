"""A started bot, the thread that waits for its end, and the reader of what it prints."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import IO, Self

import psutil

from referee.program import RefereeError
from referee.sandbox.launch import CorePolicy
from referee.sandbox.plain.family import Family, Group

_PIECE = 1 << 16
_PIPE_PATIENCE = 1.0
"""Seconds for a pipe to be closed after its writers were killed."""


class Output:
    """A pipe that a thread of its own reads until nobody can write into it."""

    def __init__(self, pipe: IO[bytes], limit: int, output_socket: socket.socket | None) -> None:
        self._pipe = pipe
        self._limit = limit
        self._output_socket = output_socket
        self._kept = bytearray()
        self.size = 0
        self._thread = Thread(target=self._read, daemon=True, name="arena-output")
        if output_socket is not None:
            output_socket.setblocking(False)  # The turn does not wait for a slow reader.

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for the end, unless an undetected process holds the pipe open."""
        self._thread.join(_PIPE_PATIENCE)

    @property
    def kept(self) -> bytes:
        """The beginning of what was printed."""
        return bytes(self._kept)

    def _read(self) -> None:
        with self._pipe:
            while piece := os.read(self._pipe.fileno(), _PIECE):
                self._take(piece)

    def _take(self, piece: bytes) -> None:
        self.size += len(piece)
        self._kept += piece[: self._limit - len(self._kept)]
        if self._output_socket is not None:
            with suppress(OSError):
                self._output_socket.send(piece)


_MARK = "MATRIX_ARENA_TURN"
_LOWEST = 19
_PATIENCE = 10.0
_MILLION = 1_000_000


class Bot:
    """A bot process from its start to the death of its last descendant."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        core_policy: CorePolicy,
        news: Event,
    ) -> None:
        """Start the bot; ``news`` is set when it ends. Raises OSError."""
        mark = (_MARK, secrets.token_hex(16))
        before = set(psutil.pids())
        self._news = news
        self._started_ns = time.perf_counter_ns()
        self._ended = 0
        self._killed = False
        self.cpu_us = 0
        """Processor time of the bot and its reaped children, once the bot has ended."""
        self._group = Group(command, folder, dict([*environment.items(), mark]))
        self._process = self._group.process
        self.family = Family(self._group, mark, before)
        _apply_core_policy(self._process.pid, core_policy)
        self._waiter = Thread(target=self._wait, daemon=True, name="arena-bot")
        self._waiter.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Kill whatever is left. Raises RefereeError where that is impossible."""
        try:
            self.kill()
        finally:
            self._group.close()

    def hear(self, limit: int, output_socket: socket.socket | None) -> Output:
        """Return the reader of what the bot prints."""
        assert self._process.stdout, "output was redirected to a pipe"
        return Output(self._process.stdout, limit, output_socket)

    @property
    def passed_us(self) -> int:
        """Microseconds from the start until now, or to the end."""
        return ((self._ended or time.perf_counter_ns()) - self._started_ns) // 1000

    @property
    def status(self) -> int:
        """Exit status, or the negative number of a signal."""
        return int(self._process.returncode)

    def kill(self) -> None:
        if self._killed:
            return
        self.family.kill()
        self._killed = True
        self._waiter.join(_PATIENCE)
        if self._waiter.is_alive():
            raise RefereeError("a bot cannot be killed")

    def _wait(self) -> None:
        if sys.platform != "win32" and hasattr(os, "wait4"):
            _, status, usage = os.wait4(self._process.pid, 0)
            self._ended = time.perf_counter_ns()
            self._process.returncode = os.waitstatus_to_exitcode(status)
            self.cpu_us = round((usage.ru_utime + usage.ru_stime) * _MILLION)
        else:
            self._process.wait()
            self._ended = time.perf_counter_ns()
            self.cpu_us = self._group.used_us
        self._news.set()


def _apply_core_policy(pid: int, core_policy: CorePolicy) -> None:
    """Apply the core policy to a process that may already have ended."""
    with suppress(psutil.Error, OSError):
        process = psutil.Process(pid)
        if core_policy.gives_way:
            process.nice(_lowest())
        if core_policy.cores and hasattr(process, "cpu_affinity"):
            process.cpu_affinity(sorted(core_policy.cores))


def _lowest() -> int:
    if sys.platform == "win32":
        return psutil.IDLE_PRIORITY_CLASS
    return _LOWEST

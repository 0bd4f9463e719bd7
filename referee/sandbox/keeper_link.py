"""Starts, asks and ends the keeper, the small program that runs the turns: ``keeper/keeper.c``."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from select import select
from struct import Struct
from typing import NamedTuple

from referee.program import Allowance, RefereeError
from referee.sandbox.run_result import FileKind, FoundFile, RunEnd, RunResult

PROGRAM = Path(__file__).parent / "keeper" / "keeper"

_TROUBLE = 7
_REQUEST = Struct("=4q")
_REPLY = Struct("=14q")
_MICROSECOND = Decimal("0.000001")
_ROOM = 1 << 16
_PATIENCE = 60
"""Seconds after a bot's deadline in which the keeper must have answered, however slow we are."""


def is_built() -> bool:
    """Whether there is a keeper here: it is made where the project is installed, on Linux only.

    Where there is none, bots that are trusted are run by ``plain``.
    """
    return PROGRAM.is_file()


class _Reply(NamedTuple):
    """The numbers of ``struct reply`` in keeper.h, in its order."""

    end: int
    status: int
    cpu_us: int
    wall_us: int
    slept_us: int
    memory: int
    left: int
    kind: int
    links: int
    file_size: int
    read: int
    names: int
    output: int
    printed: int


def ask(link: socket.socket, file: bytes, allowance: Allowance) -> RunResult:
    """Lets the bot play one turn and waits until it has ended."""
    cpu = 0 if allowance.cpu is None else max(1, _microseconds(allowance.cpu))
    own, wall = _microseconds(allowance.own), _microseconds(allowance.wall)
    request = _REQUEST.pack(cpu, own, wall, len(file))
    link.settimeout(float(allowance.wall) + _PATIENCE)
    try:
        link.sendall(request + file)
        return _happened(*_answer(link))
    except OSError as error:
        raise RefereeError(f"the sandbox does not answer: {error}") from None


def _microseconds(seconds: Decimal) -> int:
    return int(seconds / _MICROSECOND)


def _answer(link: socket.socket) -> tuple[_Reply, memoryview]:
    data = _receive(link, bytearray(), _REPLY.size)
    reply = _Reply(*_REPLY.unpack_from(data))
    more = reply.read + reply.names + reply.output
    return reply, memoryview(_receive(link, data, _REPLY.size + more))[_REPLY.size :]


def _receive(link: socket.socket, data: bytearray, size: int) -> bytearray:
    while len(data) < size:
        part = link.recv(_ROOM)
        if not part:
            raise RefereeError("the sandbox ended by itself")
        data += part
    return data


def _happened(reply: _Reply, more: memoryview) -> RunResult:
    file, names = bytes(more[: reply.read]), bytes(more[reply.read : reply.read + reply.names])
    named = tuple(os_name.decode("utf-8", "replace") for os_name in names.split(b"\0")[:-1])
    if reply.end == _TROUBLE:
        raise RefereeError(f"a turn cannot be run: {named[0]}: errno {reply.status}")
    return RunResult(
        RunEnd(reply.end),
        reply.status,
        reply.cpu_us * _MICROSECOND,
        reply.wall_us * _MICROSECOND,
        reply.slept_us * _MICROSECOND,
        reply.memory,
        bool(reply.left),
        FoundFile(FileKind(reply.kind), reply.links, reply.file_size, file),
        named,
        bytes(more[reply.read + reply.names :]),
        reply.printed,
    )


_PATIENCE_AT_THE_END = 2
"""Seconds that the keeper is given to end."""


def start_keeper(
    command: Sequence[str], files: Sequence[int], environment: Mapping[str, str] | None
) -> subprocess.Popen[bytes]:
    """Our own environment, unless another is given, is what it has. Raises RefereeError."""
    try:
        return subprocess.Popen(
            command,
            pass_fds=files,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # bubblewrap would hand a terminal on, as /dev/console
        )
    except OSError as error:
        raise RefereeError(f"{command[0]} cannot be run: {error}") from None


def end_keeper(process: subprocess.Popen[bytes], link: socket.socket) -> None:
    """The keeper ends when nobody asks it any more, and the sandbox with it."""
    link.close()
    if not _ends_in_time(process):
        process.kill()
    process.wait()


def _ends_in_time(process: subprocess.Popen[bytes]) -> bool:
    """Waiting with a timeout, Python would look now and then: so the kernel is asked if it can."""
    if not hasattr(os, "pidfd_open"):
        with suppress(subprocess.TimeoutExpired):
            process.wait(_PATIENCE_AT_THE_END)
        return process.returncode is not None
    ended = os.pidfd_open(process.pid)
    try:
        return bool(select([ended], [], [], _PATIENCE_AT_THE_END)[0])
    finally:
        os.close(ended)

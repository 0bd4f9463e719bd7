"""The link to the keeper, the small program that runs the turns: ``keeper/keeper.c``.

While a bot plays, the keeper sends a sign of life each second. Before that, while its sandbox is
made, and afterwards, while it clears up, it waits for nothing but the kernel. So a keeper that has
been silent for seconds, and neither runs nor waits for a core, hangs; the same holds for bubblewrap
before the keeper has started.
"""

from __future__ import annotations

import os
import select
import socket
import subprocess
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from formats.text import Text, reason, reason_of
from referee.program import NO_TURN, Allowance, RefereeError
from referee.sandbox import host_limits
from referee.sandbox.proc_files import is_at_work, memory_kills_on_machine
from referee.sandbox.run_result import FileKind, RunEnd, RunResult, TurnFile

if TYPE_CHECKING:
    from referee.sandbox.cgroup import Group

PROGRAM = Path(__file__).parent / "keeper" / "keeper"

_KEEPER_FAILED, _GOES_ON = 7, 8
_REQUEST = Struct("=4q")
_REPLY = Struct("=15q")
_TIMEVAL = Struct("@2l")
_MICROSECOND = Decimal("0.000001")
_MOST_RECEIVED = 1 << 16
_MOST_PRINTED = 1000
_SILENCE = 5
"""Seconds between two looks at a keeper that sends no sign of life."""
_MOST_IDLE = 2
"""Looks in a row at an idle keeper after which it is taken to hang.

A single look may fall between two events.
"""
_MOST_SILENT = 24
"""Looks in a row at a silent keeper after which it is taken to hang, whatever it does."""
_SIGKILL = 9  # Windows has no name for it.
_ENDS_BY_KILL = ((RunEnd.SIGNALLED, _SIGKILL), (RunEnd.EXITED, 128 + _SIGKILL))
"""Ends of a bot that was killed, and of a shell whose program was; the keeper's kills differ."""


def is_built() -> bool:
    """Return whether the keeper is installed; it is built at installation, on Linux only.

    Without it, ``plain`` runs bots that are trusted.
    """
    return PROGRAM.is_file()


def why_not_built() -> str:
    """Return the compiler's message about why the keeper was not built; empty if unknown."""
    try:
        return (PROGRAM.parent / "not-built.txt").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


class _Reply(NamedTuple):
    """The numbers of ``struct reply`` in keeper.h, in the same order."""

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
    full: int


_NO_ANSWER = Text("the sandbox does not answer: {why}", "песочница не отвечает: {why}")
_HANGS = Text(
    "the sandbox does not answer: it has hung for {seconds} s",
    "песочница не отвечает уже {seconds} с: она зависла",
)
_MACHINE_OUT_OF_MEMORY = Text(
    "the machine, or its container, ran out of memory, and a process of the bot was killed",
    "на машине или в её контейнере кончилась память, и процесс бота был убит",
)
_WITHOUT_GROUP = Text(
    "{why}, that of {bot}; without a control group nobody can tell which program filled the memory:"
    " if this happens again in a turn of {bot} alone, disqualify it, or run arena as root, so that"
    " it has a control group",
    "{why} — бота {bot}; без контрольной группы не узнать, какая программа заняла память: если это"
    " повторится и лишь при запуске {bot}, дисквалифицируйте его или запустите arena от имени root,"
    " чтобы была контрольная группа",
)
_ENDED = Text("the sandbox ended by itself", "песочница закрылась сама")
_AND_PRINTED = Text("{why}: {words}", "{why}: {words}")
_AND_LIMIT = Text("{why}; {limit}", "{why}; {limit}")
_AT_STEP = Text("{step}: {why}", "{step}: {why}")


class Keeper:
    """A running keeper and the socket on which it takes requests."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        link: socket.socket,
        control_group: Group,
        memory: int,
        bot: str,
    ) -> None:
        """Store the keeper of the bot of that name, which may use so many bytes of memory."""
        self._process = process
        self._link = link
        # The kernel waits with a limit; Python's own would ask whether it may wait, each time.
        limit = _TIMEVAL.pack(int(_SILENCE), int(_SILENCE % 1 * 1_000_000))
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            link.setsockopt(socket.SOL_SOCKET, option, limit)
        self._control_group = control_group
        self._killed = self._shortages = 0
        self._memory = memory
        self._bot = bot
        self._has_group = control_group.events >= 0
        self._killed_on_machine = 0 if self._has_group else memory_kills_on_machine()
        self._most_seconds = host_limits.most_seconds()

    def run_turn(self, file: bytes, allowance: Allowance) -> RunResult:
        """Let the bot play one turn and wait until it has ended. Raise RefereeError."""
        cpu = 0 if allowance.cpu is None else max(1, _microseconds(allowance.cpu))
        # A process at its limit is killed; the bot must have reached that of its clock before.
        seconds = int(allowance.own if allowance.cpu is None else allowance.cpu) + 1
        if seconds > self._most_seconds:
            raise RefereeError(host_limits.sentence_on_seconds(seconds))
        own, wall = _microseconds(allowance.own), _microseconds(allowance.wall)
        request = _REQUEST.pack(cpu, own, wall, len(file))
        try:
            self._link.sendall(request + file)
            run_result = _run_result(*self._receive_answer())
        except OSError as error:
            raise RefereeError(
                self._with_printed_words(_NO_ANSWER.filled({"why": reason(error)}))
            ) from None
        if not self._has_group and (run_result.end, run_result.status) in _ENDS_BY_KILL:
            self._check_memory_of_machine(run_result)
        return run_result

    @property
    def is_ready(self) -> bool:
        """Return whether the keeper is alive; without a request it sends nothing until it ends."""
        return self._process.poll() is None and not _is_readable(self._link.fileno(), 0)

    def stop(self) -> None:
        """End a turn that runs in another thread."""
        self._link.shutdown(socket.SHUT_RDWR)

    def has_new_memory_kills(self) -> bool:
        """Return whether the kernel has killed a process for lack of memory since the last call.

        Raise RefereeError if the memory of the whole machine, or of a container, was used up.
        """
        before, self._killed = self._killed, self._control_group.out_of_memory_kills
        if self._killed == before:
            return False
        shortages, self._shortages = self._shortages, self._control_group.own_shortages
        if self._shortages == shortages:
            raise RefereeError(NO_TURN, why=_MACHINE_OUT_OF_MEMORY)
        return True

    def end(self) -> None:
        """End the keeper and its sandbox, by closing the socket."""
        self._link.close()
        if not _ends_in_time(self._process):
            self._process.kill()
            # A process that the kernel does not let die would block the referee for ever.
            _ends_in_time(self._process)
        self._process.poll()
        if self._process.stderr:
            self._process.stderr.close()

    def _check_memory_of_machine(self, run_result: RunResult) -> None:
        """Raise RefereeError if the machine has run out of memory, and the bot was killed for it.

        Without a control group only the kills on the whole machine are counted.
        """
        before, self._killed_on_machine = self._killed_on_machine, memory_kills_on_machine()
        if self._killed_on_machine != before and run_result.memory <= self._memory:
            why = _WITHOUT_GROUP.filled({"why": _MACHINE_OUT_OF_MEMORY, "bot": self._bot})
            raise RefereeError(NO_TURN, why=why)

    def _with_printed_words(self, cause: Text) -> Text:
        """Return the cause with what bubblewrap or the keeper printed before it ended."""
        _ends_in_time(self._process)
        errors = self._process.stderr
        printed = errors.read(_MOST_PRINTED) if errors and self._process.poll() is not None else b""
        words = printed.decode("utf-8", "replace").strip()
        return with_limits(_AND_PRINTED.filled({"why": cause, "words": words}) if words else cause)

    def _receive_answer(self) -> tuple[_Reply, memoryview]:
        data = bytearray()
        while (reply := self._receive_reply(data)).end == _GOES_ON:
            del data[: _REPLY.size]
        rest_size = reply.read + reply.names + reply.output
        self._receive(data, _REPLY.size + rest_size)
        return reply, memoryview(data)[_REPLY.size :]

    def _receive_reply(self, data: bytearray) -> _Reply:
        self._receive(data, _REPLY.size)
        return _Reply(*_REPLY.unpack_from(data))

    def _receive(self, data: bytearray, size: int) -> None:
        """Extend the data to at least that size."""
        silent = idle = 0
        while len(data) < size:
            try:
                part = self._link.recv(_MOST_RECEIVED)
            except BlockingIOError:  # nothing has come in time
                silent += 1
                idle = 0 if is_at_work(self._process.pid) else idle + 1
                if idle == _MOST_IDLE or silent == _MOST_SILENT:
                    raise RefereeError(_HANGS, seconds=_SILENCE * silent) from None
                continue
            if not part:
                raise RefereeError(self._with_printed_words(_ENDED))
            data += part
            silent = idle = 0


def _microseconds(seconds: Decimal) -> int:
    return int(seconds / _MICROSECOND)


def _run_result(reply: _Reply, more: memoryview) -> RunResult:
    file, names = bytes(more[: reply.read]), bytes(more[reply.read : reply.read + reply.names])
    strings = tuple(os_name.decode("utf-8", "replace") for os_name in names.split(b"\0")[:-1])
    if reply.end == _KEEPER_FAILED:
        values = {"step": strings[0], "why": reason_of(reply.status)}
        raise RefereeError(NO_TURN, why=_AT_STEP.filled(values))
    return RunResult(
        RunEnd(reply.end),
        reply.status,
        reply.cpu_us * _MICROSECOND,
        reply.wall_us * _MICROSECOND,
        reply.slept_us * _MICROSECOND,
        reply.memory,
        bool(reply.left),
        TurnFile(FileKind(reply.kind), reply.links, reply.file_size, file),
        strings,
        bytes(more[reply.read + reply.names :]),
        reply.printed,
        bool(reply.full),
    )


_END_TIMEOUT = 2
"""Seconds that the keeper has to end."""


def with_limits(why: Text) -> Text:
    """Add to the reason the limit that may have been the cause."""
    limit = host_limits.remark_on_process_limit()
    return _AND_LIMIT.filled({"why": why, "limit": limit}) if limit else why


def _ends_in_time(process: subprocess.Popen[bytes]) -> bool:
    """Return whether the process ends in time; ask the kernel, since Python's wait polls slowly."""
    if process.returncode is not None:
        return True  # The number may belong to another process by now.
    if not hasattr(os, "pidfd_open"):
        with suppress(subprocess.TimeoutExpired):
            process.wait(_END_TIMEOUT)
        return process.returncode is not None
    process_file = os.pidfd_open(process.pid)
    try:
        return _is_readable(process_file, _END_TIMEOUT)
    finally:
        os.close(process_file)


def _is_readable(file: int, seconds: float) -> bool:
    """Return whether the file becomes readable within that time; any descriptor will do.

    ``select.select`` cannot take numbers above 1,023, and a site has thousands of files open.
    """
    poll = select.poll()
    poll.register(file, select.POLLIN)
    return bool(poll.poll(seconds * 1000))

"""Sandboxes that a process reuses for later games of the same programs.

Starting a sandbox takes as long as ten half-moves: bubblewrap makes six namespaces and mounts a
system in them. But all that a bot could leave behind is made anew for each turn: its processes and
their namespace, its mounts, /tmp, /dev/shm and its folder. So at the isolation level
``namespaces`` the first turn of a game finds nothing of an earlier game that the second turn of a
game would not find: what docs/referee.md promises for turns holds for games. At the level
``landlock`` a game has a folder of its own on this machine, and at the level ``none`` a bot can do
as it likes: these sandboxes are not reused.

A reused sandbox belongs to one program: the bytes that were copied into it, its arguments and
limits. A sandbox in which a bot was stopped, or something failed, is not used again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, Self

from referee.program import FileState, Limits, Program, file_state
from referee.sandbox import Sandbox, host_limits
from referee.sandbox.isolation_levels import IsolationLevel

_MOST_SANDBOXES = 64
"""Most idle sandboxes at once; each is two processes and some files."""
_MOST_BYTES = 256 << 20
"""Most bytes of the programs in idle sandboxes; each is copied into memory."""
_FILES_OF_SANDBOX, _PROCESSES_OF_SANDBOX = 16, 64
"""Files and processes that the system must allow for each idle sandbox; the rest is for games."""


class _Purpose(NamedTuple):
    """The program, limits and isolation level for which a sandbox was set up."""

    program: Program
    limits: Limits
    isolation: IsolationLevel
    file_state: FileState | None
    """State of the program's file when the sandbox copied it; None if it cannot be read."""
    size: int = 0


class IdleSandboxes:
    """The idle sandboxes of this process, the most recently used one last."""

    def __init__(self) -> None:
        self._idle: OrderedDict[int, tuple[_Purpose, Sandbox]] = OrderedDict()
        self._most_sandboxes = min(
            _MOST_SANDBOXES, host_limits.most_instances(_FILES_OF_SANDBOX, _PROCESSES_OF_SANDBOX)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end_all()

    @contextmanager
    def lend(
        self, program: Program, limits: Limits, isolation: IsolationLevel
    ) -> Iterator[Sandbox]:
        """Lend a sandbox for a game. Raise RefereeError where none can be set up.

        If the game is void, for whatever reason, all idle sandboxes are ended: the replayed game
        begins in a process that has no history.
        """
        purpose = _purpose(program, limits, isolation)
        sandbox = self._take_idle(purpose)
        try:
            if sandbox is None:
                sandbox = Sandbox(program, limits, isolation=isolation).__enter__()
            yield sandbox
        except BaseException:
            if sandbox is not None:
                sandbox.end()
            self.end_all()
            raise
        self._put_back(purpose, sandbox)

    def end_all(self) -> None:
        """End all idle sandboxes."""
        for _, sandbox in self._idle.values():
            sandbox.stop()  # Stop all at once, then wait for each.
        while self._idle:
            self._end_oldest()

    def _take_idle(self, purpose: _Purpose) -> Sandbox | None:
        """Remove and return the newest live sandbox for the purpose; None if there is none."""
        for key in reversed(self._idle):
            idle_purpose, sandbox = self._idle[key]
            if idle_purpose == purpose:
                del self._idle[key]
                if sandbox.is_reusable:
                    return sandbox
                sandbox.end()
                return None
        return None

    def _put_back(self, purpose: _Purpose, sandbox: Sandbox) -> None:
        has_level = purpose.isolation is IsolationLevel.NAMESPACES
        if not (has_level and purpose.file_state is not None and sandbox.is_reusable):
            sandbox.end()
            return
        self._idle[id(sandbox)] = purpose, sandbox
        while self._idle and (len(self._idle) > self._most_sandboxes or self._size > _MOST_BYTES):
            self._end_oldest()

    @property
    def _size(self) -> int:
        return sum(purpose.size for purpose, _ in self._idle.values())

    def _end_oldest(self) -> None:
        _, (_, sandbox) = self._idle.popitem(last=False)
        sandbox.end()


def _purpose(program: Program, limits: Limits, isolation: IsolationLevel) -> _Purpose:
    """Describe the purpose; call it before the sandbox copies the program."""
    try:
        file_status = program.path.stat()
    except OSError:
        return _Purpose(program, limits, isolation, None)
    return _Purpose(program, limits, isolation, file_state(file_status), file_status.st_size)

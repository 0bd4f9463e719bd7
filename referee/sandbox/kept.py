"""Sandboxes that a process keeps, for the next games of the same programs.

To start one takes as long as ten half-moves: bubblewrap makes six namespaces and mounts a system
in them. But all that a bot could leave behind lies in what is new at each turn: its processes and
their namespace, its mounts, /tmp, /dev/shm and its folder. So on the stage of namespaces the first
turn of a game finds nothing in the sandbox of a game before that the second turn of a game would
not find: what docs/referee.md promises of turns holds for games. Behind Landlock's walls a game has
a folder of its own on this machine, and what runs on no stage can do as it likes: these are not
kept.

One that is kept belongs to one program: the bytes that were copied into it, its arguments and
limits. A sandbox in which a bot was stopped, or something failed, is not used again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, Self

from referee.program import Limits, Program, Touched, touched
from referee.sandbox import Sandbox, host_limits
from referee.sandbox.stages import Stage

_MOST = 64
"""Kept at once; each is two processes and some files."""
_MOST_BYTES = 256 << 20
"""Of the programs in them, each of which is copied into memory."""
_FILES_OF_ONE, _PROCESSES_OF_ONE = 16, 64
"""Of what the system allows, for each that is kept: the rest is for games."""


class _Purpose(NamedTuple):
    """What a sandbox was set up for."""

    program: Program
    limits: Limits
    stage: Stage
    touched: Touched | None
    """Of the program's file, of which the sandbox has a copy; nothing if it cannot be looked at."""
    size: int = 0


class KeptSandboxes:
    """Those of this process, the one that was needed last at the end."""

    def __init__(self) -> None:
        self._idle: OrderedDict[int, tuple[_Purpose, Sandbox]] = OrderedDict()
        self._most = min(_MOST, host_limits.room_for(_FILES_OF_ONE, _PROCESSES_OF_ONE))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end_all()

    @contextmanager
    def lent(self, program: Program, limits: Limits, stage: Stage) -> Iterator[Sandbox]:
        """A sandbox for a game. Raises RefereeError where none can be set up.

        If the game is void, whatever the reason, all that is kept ends: what is played again begins
        as a process that has played nothing.
        """
        purpose = _purpose(program, limits, stage)
        sandbox = self._taken(purpose)
        try:
            if sandbox is None:
                sandbox = Sandbox(program, limits, stage=stage).__enter__()
            yield sandbox
        except BaseException:
            if sandbox is not None:
                sandbox.end()
            self.end_all()
            raise
        self._put_back(purpose, sandbox)

    def end_all(self) -> None:
        """Ends those that are not lent."""
        for _, sandbox in self._idle.values():
            sandbox.stop()  # all at once; then each is waited for
        while self._idle:
            self._end_the_oldest()

    def _taken(self, purpose: _Purpose) -> Sandbox | None:
        """The newest for this that still lives."""
        for key in reversed(self._idle):
            kept_for, sandbox = self._idle[key]
            if kept_for == purpose:
                del self._idle[key]
                if sandbox.can_go_on:
                    return sandbox
                sandbox.end()
                return None
        return None

    def _put_back(self, purpose: _Purpose, sandbox: Sandbox) -> None:
        is_kept = purpose.stage is Stage.NAMESPACES and purpose.touched is not None
        if not (is_kept and sandbox.can_go_on):
            sandbox.end()
            return
        self._idle[id(sandbox)] = purpose, sandbox
        while self._idle and (len(self._idle) > self._most or self._size > _MOST_BYTES):
            self._end_the_oldest()

    @property
    def _size(self) -> int:
        return sum(purpose.size for purpose, _ in self._idle.values())

    def _end_the_oldest(self) -> None:
        _, (_, sandbox) = self._idle.popitem(last=False)
        sandbox.end()


def _purpose(program: Program, limits: Limits, stage: Stage) -> _Purpose:
    """Looked at before the sandbox is set up: what is written later is not in it."""
    try:
        found = program.path.stat()
    except OSError:
        return _Purpose(program, limits, stage, None)
    return _Purpose(program, limits, stage, touched(found), found.st_size)

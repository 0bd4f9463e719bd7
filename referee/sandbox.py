"""Runs a bot for one turn, as a stranger's program that may try anything.

``Sandbox`` is set up once for each player of a game; ``run`` lets the bot play a turn and returns
what happened, no more. It could be replaced by another tool, such as isolate, without anybody
above noticing. Isolation is bubblewrap's (namespaces: no network, a read-only system, nothing of
the host's home) together with the keeper's, which gives every turn a fresh folder, /tmp, /dev/shm
and process namespace inside it, and kills everything before it looks at the file.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import Self

from referee import _bubblewrap, _keeper
from referee.error import RefereeError
from referee.happened import Happened
from referee.limits import Limits
from referee.program import Program

NOBODY = 65534
"""Who the sandbox runs as when root starts it: root's powers must not be behind it."""


class Sandbox:
    """A place where one bot plays the turns of one game."""

    def __init__(
        self, program: Program, limits: Limits | None = None, *, isolated: bool = True
    ) -> None:
        self._program = program
        self._limits = limits or Limits()
        self._isolated = isolated
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Sets it up. Raises RefereeError where that is impossible."""
        try:
            self._start()
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends it, with everything in it."""
        self._open.close()

    def run(self, file: bytes, cpu: Decimal | None, wall: Decimal) -> Happened:
        """Lets the bot play: it finds this matrix.txt, and has so many seconds at most."""
        return _keeper.ask(self._link, file, cpu, wall)

    def _start(self) -> None:
        self._link, theirs = socket.socketpair()
        self._open.enter_context(self._link)
        with theirs:
            theirs.set_inheritable(True)
            start = self._start_isolated if self._isolated else self._start_bare
            process = start(theirs.fileno())
        self._open.callback(_end, process)

    def _start_isolated(self, link: int) -> subprocess.Popen[bytes]:
        place = f"/bot/{self._program.path.name}"
        with ExitStack() as files:
            keeper, bot = (
                files.enter_context(path.open("rb")).fileno()
                for path in (_keeper.PROGRAM, self._program.path)
            )
            command = _bubblewrap.command(keeper, bot, place)
            words = [_bubblewrap.KEEPER, "isolated", str(link), _bubblewrap.FOLDER]
            unprivileged = NOBODY if os.geteuid() == 0 else None
            return _started(
                [*command, *words, *self._words(place)], (keeper, bot, link), unprivileged
            )

    def _start_bare(self, link: int) -> subprocess.Popen[bytes]:
        folder = tempfile.mkdtemp(prefix="arena-", dir=_memory_folder())
        self._open.callback(shutil.rmtree, folder, ignore_errors=True)
        words = [str(_keeper.PROGRAM), "bare", str(link), folder]
        return _started([*words, *self._words(str(self._program.path.resolve()))], (link,), None)

    def _words(self, place: str) -> list[str]:
        limits = self._limits
        numbers = (limits.memory, limits.processes, limits.file_size, limits.output)
        return [*map(str, numbers), place, *self._program.arguments]


def _started(
    command: Sequence[str], files: Sequence[int], user: int | None
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            pass_fds=files,
            stdin=subprocess.DEVNULL,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )
    except OSError as error:
        raise RefereeError(f"{command[0]} cannot be run: {error}") from None


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def _memory_folder() -> str | None:
    """Where files are kept in memory; writing to a disk takes milliseconds."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None

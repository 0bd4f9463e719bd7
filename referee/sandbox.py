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
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from select import select
from threading import Event
from types import TracebackType
from typing import Self

from referee import _bubblewrap, _keeper
from referee.cgroup import group
from referee.core_claims import unclaimed_cores
from referee.error import RefereeError
from referee.happened import End, Happened, nothing
from referee.launch import launch_of
from referee.limits import MIB, Allowance, Limits
from referee.program import Program

_PATIENCE = 2
_LOOK_FOR_A_CORE = 0.2
_NO_EAR = -1
_NOTHING = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/hostname.exe")
"""A program of Wine's own that ends as soon as it has started."""
NOBODY = 65534
"""Who the sandbox runs as when root starts it: root's powers must not be behind it."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What it takes to start a program, before it is the program's own doing."""

    cpu: Decimal = Decimal(0)
    wall: Decimal = Decimal(0)
    slept: Decimal = Decimal(0)

    def added_to(self, allowance: Allowance) -> Allowance:
        """What is to be allowed so that as much is left without that cost."""
        cpu = None if allowance.cpu is None else allowance.cpu + self.cpu
        return Allowance(allowance.own + self.cpu + self.slept, allowance.wall + self.wall, cpu)

    def taken_off(self, happened: Happened) -> Happened:
        """The same turn without that cost."""
        least = Decimal(0)
        return replace(
            happened,
            cpu=max(happened.cpu - self.cpu, least),
            wall=max(happened.wall - self.wall, least),
            slept=max(happened.slept - self.slept, least),
        )


_FREE = Cost()


@dataclass(frozen=True, slots=True)
class Background:
    """How bots run on whom no table depends: whatever else runs on the machine goes first."""

    beside_games: bool = True
    """Whether they may be on the cores on which games are played; else they wait for another."""

    def has_core(self) -> bool:
        """Whether there is a core for them now."""
        return self.beside_games or bool(unclaimed_cores())


_TO_START_WINE = Allowance(own=Decimal(60), wall=Decimal(600))


class Sandbox:
    """A place where one bot plays the turns of one game."""

    def __init__(
        self,
        program: Program,
        limits: Limits | None = None,
        *,
        isolated: bool = True,
        ear: socket.socket | None = None,
        background: Background | None = None,
    ) -> None:
        """``ear`` is a socket that hears what the bot prints as it prints it.

        A bot in the background gives way to all others.
        """
        self._program = program
        self._limits = limits or Limits()
        self._isolated = isolated
        self._ears = () if ear is None else (ear.fileno(),)
        self._background = background
        self._stopped = Event()
        self._link: socket.socket | None = None
        self._open = ExitStack()
        self._killed = 0

    def __enter__(self) -> Self:
        """Sets it up. Raises RefereeError where that is impossible."""
        self._unfit = self._program.unfit
        try:
            if not self._unfit:
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

    def run(self, file: bytes, allowance: Allowance) -> Happened:
        """Lets the bot play: it finds this matrix.txt, and has so much time at most."""
        if self._unfit:
            return nothing(End.NOT_STARTED, self._unfit)
        self._keep_off_games()
        assert self._link is not None, "it has been set up"
        cost = _cost_of_wine(isolated=self._isolated) if self._pays_for_wine else _FREE
        try:
            happened = cost.taken_off(_keeper.ask(self._link, file, cost.added_to(allowance)))
        except RefereeError:
            if not self._lacked_memory():
                raise
            return self._out_of_memory(nothing(End.MEMORY_OVER))
        return self._out_of_memory(happened) if self._lacked_memory() else happened

    def stop(self) -> None:
        """Ends a turn that goes on in another thread, where it raises RefereeError."""
        self._stopped.set()
        if self._link is not None:
            with suppress(OSError):
                self._link.shutdown(socket.SHUT_RDWR)

    @property
    def _pays_for_wine(self) -> bool:
        return (
            self._launch.wine is not None and self._program.path != _NOTHING and _NOTHING.exists()
        )

    def _lacked_memory(self) -> bool:
        """Whether the kernel has killed somebody for want of memory since this was last asked."""
        before, self._killed = self._killed, self._group.out_of_memory
        return self._killed > before

    def _out_of_memory(self, happened: Happened) -> Happened:
        """What happened where the kernel has killed somebody for want of memory.

        It may have been a child of the bot, which plays on; it may have been the keeper, whose
        memory is no more than was set apart for it.
        """
        memory = max(happened.memory, self._limits.memory + MIB)
        return replace(happened, end=End.MEMORY_OVER, memory=memory)

    @property
    def _keeps_off_games(self) -> bool:
        return self._background is not None and not self._background.beside_games

    def _keep_off_games(self) -> None:
        """Moves to other cores, or waits for one, where a game has begun on those it is on."""
        if self._keeps_off_games and not self._cores <= unclaimed_cores():
            self._open.close()
            self._start()

    def _choose_cores(self) -> frozenset[int]:
        """Those to start on; none stands for any. Raises RefereeError if it is stopped first."""
        if not self._keeps_off_games:
            return frozenset()
        while not (free := unclaimed_cores()):
            if self._stopped.wait(_LOOK_FOR_A_CORE):
                raise RefereeError("it was stopped before there was a core for it")
        return free

    def _start(self) -> None:
        self._cores = self._choose_cores()
        self._launch = launch_of(self._program, self._limits, isolated=self._isolated)
        self._link, theirs = socket.socketpair()
        self._open.enter_context(self._link)
        self._group = self._open.enter_context(group(self._limits))
        with theirs:
            theirs.set_inheritable(True)
            start = self._start_isolated if self._isolated else self._start_bare
            process = start(theirs.fileno())
        self._open.callback(_end, process, self._link)

    def _start_isolated(self, link: int) -> subprocess.Popen[bytes]:
        place = f"/bot/{self._program.path.name}"
        with ExitStack() as stack:
            files = _bubblewrap.Files(
                *(_opened(path, stack) for path in (_keeper.PROGRAM, self._program.path))
            )
            command = _bubblewrap.command(files, place, self._launch)
            words = [_bubblewrap.KEEPER, "isolated", str(link)]
            words += self._words(_bubblewrap.FOLDER, place)
            if shutil.which(command[0]) is None:
                raise RefereeError(f"{command[0]} cannot be run: it is not here")
            if os.geteuid() == 0:
                command = [str(_keeper.PROGRAM), "as", str(NOBODY), *command]
            inherited = (link, *files, *self._group.files, *self._ears)
            return _started([*command, *words], inherited)

    def _start_bare(self, link: int) -> subprocess.Popen[bytes]:
        folder = tempfile.mkdtemp(prefix="arena-", dir=_memory_folder())
        self._open.callback(shutil.rmtree, folder, ignore_errors=True)
        words = [str(_keeper.PROGRAM), "bare", str(link)]
        words += self._words(folder, str(self._program.path.resolve()))
        environment = {**os.environ, **self._launch.environment}
        return _started(words, (link, *self._group.files, *self._ears), environment)

    def _words(self, folder: str, place: str) -> list[str]:
        limits, group = self._limits, self._group
        ear = self._ears[0] if self._ears else _NO_EAR
        numbers = (limits.memory, limits.processes, limits.file_size, limits.output, ear)
        groups = [str(group.meter), ",".join(map(str, group.joins))]
        manners = "equal" if self._background is None else "gives-way"
        cores = ",".join(map(str, sorted(self._cores))) or "any"
        files = "temporary-files" if limits.temporary_files else "matrix-only"
        bot = [*self._launch.words, place, *self._program.arguments]
        return [*groups, folder, *map(str, numbers), manners, cores, files, *bot]


@cache
def _cost_of_wine(*, isolated: bool) -> Cost:
    """What Wine takes to start: the least of some times with a program that does nothing."""
    with Sandbox(Program("nothing", _NOTHING), isolated=isolated) as sandbox:
        runs = [sandbox.run(b"", _TO_START_WINE) for _ in range(3)]
    return Cost(
        cpu=min(run.cpu for run in runs),
        wall=min(run.wall for run in runs),
        slept=min(run.slept for run in runs),
    )


def _opened(path: Path, stack: ExitStack) -> int:
    """A descriptor: what is given by it can be in a place that the sandbox's user cannot enter."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise RefereeError(f"{path} cannot be opened: {error.strerror}") from None
    stack.callback(os.close, file)
    return file


def _started(
    command: Sequence[str], files: Sequence[int], environment: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Our own environment, unless another is given, is what it has."""
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


def _end(process: subprocess.Popen[bytes], link: socket.socket) -> None:
    """The keeper ends when nobody asks it any more, and the sandbox with it."""
    link.close()
    ended = os.pidfd_open(process.pid)  # waiting with a timeout, Python would look now and then
    try:
        if not select([ended], [], [], _PATIENCE)[0]:
            process.kill()
    finally:
        os.close(ended)
    process.wait()


def _memory_folder() -> str | None:
    """Where files are kept in memory; writing to a disk takes milliseconds."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None

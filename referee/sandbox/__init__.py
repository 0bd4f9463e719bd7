"""Runs untrusted bots, one turn at a time.

A ``Sandbox`` is set up once for each player of a game, or reused for later games (``kept``).
``run`` runs the bot for one turn and returns the bare facts as a ``RunResult``; it judges nothing,
so another tool, such as isolate, could take its place. The isolation level says what confines the
bot. At each level the keeper, a small program in C, gives every turn a new folder, and kills all
processes of the turn before it reads the file. On systems without the keeper, ``plain`` runs the
turns of trusted bots.
"""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from threading import Event
from typing import Self

from referee.program import MIB, Allowance, Limits, Program, RefereeError
from referee.remedies import installing_python
from referee.sandbox import host_limits, keeper_link
from referee.sandbox.cgroup import Group, group
from referee.sandbox.core_claims import unclaimed_cores
from referee.sandbox.isolation_levels import IsolationLevel, Prepared, landlock, namespaces, trusted
from referee.sandbox.launch import Launch, launch_of
from referee.sandbox.run_result import RunEnd, RunResult, nothing

_LOOK_FOR_A_CORE = 0.2
_NO_SOCKET = -1
_NO_KEEPER = "it is built where arena is installed, on Linux"
_NOTHING = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/hostname.exe")
"""A program of Wine that exits as soon as it has started."""
_ISOLATION_LEVELS: Mapping[IsolationLevel, Callable[[Program, Launch, ExitStack], Prepared]] = {
    IsolationLevel.NAMESPACES: namespaces.prepare,
    IsolationLevel.LANDLOCK: landlock.prepare,
    IsolationLevel.NONE: trusted.prepare,
}


@dataclass(frozen=True, slots=True)
class Cost:
    """Time that starting a program takes before the program's own code runs.

    Time spent waiting for a core is not included: it differs from start to start.
    """

    cpu: Decimal = Decimal(0)
    slept: Decimal = Decimal(0)

    def added_to(self, allowance: Allowance) -> Allowance:
        """Return the allowance raised by this cost, so that the program has all of the old one."""
        own = self.cpu + self.slept
        cpu = None if allowance.cpu is None else allowance.cpu + self.cpu
        return Allowance(allowance.own + own, allowance.wall + own, cpu)

    def taken_off(self, run_result: RunResult) -> RunResult:
        """Return the run result without this cost, where the program is charged for it.

        The wall time stays as it is: this start may have been quicker than any measured one, and
        subtracting would then give less time than the program itself saw pass.
        """
        least = Decimal(0)
        return replace(
            run_result,
            cpu=max(run_result.cpu - self.cpu, least),
            slept=max(run_result.slept - self.slept, least),
        )


@dataclass(frozen=True, slots=True)
class Background:
    """The mode for bots whose results count in no table: all other processes go first."""

    beside_games: bool = True
    """True if the bots may use cores on which games are played; if not, they wait for another."""

    def has_core(self) -> bool:
        """Return whether there is a core for such bots now."""
        return self.beside_games or bool(unclaimed_cores())


_TO_START_WINE = Allowance(own=Decimal(60), wall=Decimal(600))


class Sandbox:
    """The confined environment in which one bot plays the turns of a game."""

    def __init__(
        self,
        program: Program,
        limits: Limits | None = None,
        *,
        isolation: IsolationLevel = IsolationLevel.NAMESPACES,
        output_socket: socket.socket | None = None,
        background: Background | None = None,
    ) -> None:
        """Store the settings; ``__enter__`` starts the sandbox.

        The output socket receives what the bot prints, as it is printed. A bot with a
        ``background`` lets all other processes go first.
        """
        self._program = program
        self._limits = limits or Limits()
        self._isolation = isolation
        self._output_socket = output_socket
        self._background = background
        self._stopped = Event()
        self._ask: Callable[[bytes, Allowance], RunResult] | None = None
        self._interrupt: Callable[[], None] | None = None
        self._group = Group()
        self._open = ExitStack()
        self._killed = 0
        self._is_broken = False
        self._keeper: keeper_link.Keeper | None = None
        self._has_gone_well = True

    def __enter__(self) -> Self:
        """Start the sandbox. Raises RefereeError where that is impossible."""
        self._unfit = self._program.unfit
        try:
            if not self._unfit:
                self._start()
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Close the sandbox and end all processes in it."""
        self.end()

    def end(self) -> None:
        """Close the sandbox; for callers that do not use ``with``."""
        self._open.close()

    @property
    def can_go_on(self) -> bool:
        """Return whether the keeper is alive and every turn so far has exited by itself."""
        return self._has_gone_well and self._keeper is not None and self._keeper.is_ready

    def run(self, file: bytes, allowance: Allowance) -> RunResult:
        """Run the bot on this matrix.txt for no longer than the allowance."""
        if self._unfit:
            return nothing(RunEnd.NOT_STARTED, self._unfit)
        had_gone_well, self._has_gone_well = self._has_gone_well, False
        run_result = self._run(file, allowance)
        self._has_gone_well = had_gone_well and run_result.end is RunEnd.EXITED
        return run_result

    def _run(self, file: bytes, allowance: Allowance) -> RunResult:
        self._make_ready()
        assert self._ask is not None, "the sandbox was started"
        try:
            if self._pays_for_wine:
                cost = cost_of_wine(self._isolation)
                run_result = cost.taken_off(self._ask(file, cost.added_to(allowance)))
            else:
                run_result = self._ask(file, allowance)
        except RefereeError:
            self._is_broken = True
            if not self._lacked_memory():
                raise
            return self._out_of_memory(nothing(RunEnd.MEMORY_OVER))
        return self._out_of_memory(run_result) if self._lacked_memory() else run_result

    def stop(self) -> None:
        """End a turn that runs in another thread; ``run`` raises RefereeError there."""
        self._stopped.set()
        if self._interrupt is not None:
            with suppress(OSError):
                self._interrupt()

    @property
    def _pays_for_wine(self) -> bool:
        return (
            self._launch.wine is not None and self._program.path != _NOTHING and _NOTHING.exists()
        )

    def _lacked_memory(self) -> bool:
        """Return whether the kernel has killed a process for lack of memory since the last call."""
        before, self._killed = self._killed, self._group.out_of_memory
        return self._killed > before

    def _out_of_memory(self, run_result: RunResult) -> RunResult:
        """Return the run result of a turn in which the kernel killed a process for lack of memory.

        The process may have been a child of the bot, which itself plays on, or the keeper, which
        has only the memory that was added for it.
        """
        memory = max(run_result.memory, self._limits.memory + MIB)
        return replace(run_result, end=RunEnd.MEMORY_OVER, memory=memory)

    @property
    def _keeps_off_games(self) -> bool:
        return self._background is not None and not self._background.beside_games

    def _make_ready(self) -> None:
        """Start again if the last turn broke the sandbox, or if games now use its cores.

        In the second case it moves to other cores, or waits for one.
        """
        is_in_the_way = self._keeps_off_games and not self._cores <= unclaimed_cores()
        if is_in_the_way or (self._is_broken and not self._stopped.is_set()):
            self._open.close()
            self._start()

    def _choose_cores(self) -> frozenset[int]:
        """Return the cores to start on; empty means any. Raises RefereeError if stopped first."""
        if not self._keeps_off_games:
            return frozenset()
        while not (free := unclaimed_cores()):
            if self._stopped.wait(_LOOK_FOR_A_CORE):
                raise RefereeError("it was stopped before there was a core for it")
        return free

    def _start(self) -> None:
        self._killed, self._is_broken = 0, False
        self._cores = self._choose_cores()
        if keeper_link.is_built():
            self._launch = launch_of(self._program, self._limits, self._isolation)
            self._start_with_keeper()
        else:
            self._start_plainly()

    def _start_plainly(self) -> None:
        if self._isolation.isolates:
            raise RefereeError(
                f"isolation level '{self._isolation}' needs the keeper: {_NO_KEEPER}"
            )
        try:
            from referee.sandbox import plain  # noqa: PLC0415 - psutil is not needed on Linux
        except ModuleNotFoundError as error:
            raise RefereeError(
                f"{_NO_KEEPER}; without it: {installing_python(error.name or '')}"
            ) from None
        self._launch = launch_of(self._program, self._limits, self._isolation)
        core_policy = plain.CorePolicy(self._background is not None, self._cores)
        folder = trusted.game_folder(self._open)
        job = plain.Job(
            self._program, self._launch, self._limits, folder, core_policy, self._output_socket
        )
        runner = plain.Runner(job)
        self._ask, self._interrupt = runner.ask, runner.stop

    def _start_with_keeper(self) -> None:
        if why := host_limits.too_low():
            raise RefereeError(why)
        link, keepers_end = socket.socketpair()
        self._open.enter_context(link)
        self._group = self._open.enter_context(group(self._limits))
        with keepers_end:
            keepers_end.set_inheritable(True)
            keeper = keeper_link.Keeper(self._start_keeper(keepers_end.fileno()), link)
        self._open.callback(keeper.end)
        self._keeper = keeper
        self._ask, self._interrupt = keeper.ask, keeper.stop

    def _start_keeper(self, link: int) -> subprocess.Popen[bytes]:
        with ExitStack() as start_stack:
            stack = self._open if self._isolation is not IsolationLevel.NAMESPACES else start_stack
            prepared = _ISOLATION_LEVELS[self._isolation](self._program, self._launch, stack)
            inherited = (link, *prepared.files, *self._group.files, *self._output_sockets)
            command = self._command(prepared, link)
            return keeper_link.start_keeper(command, inherited, prepared.environment)

    @property
    def _output_sockets(self) -> tuple[int, ...]:
        return () if self._output_socket is None else (self._output_socket.fileno(),)

    def _command(self, prepared: Prepared, link: int) -> list[str]:
        limits, group = self._limits, self._group
        output_socket = self._output_sockets[0] if self._output_sockets else _NO_SOCKET
        numbers = (limits.memory, limits.processes, limits.file_size, limits.output, output_socket)
        groups = [str(group.meter), ",".join(map(str, group.joins))]
        places = [prepared.folder, ":".join(prepared.readable)]
        core_policy = "equal" if self._background is None else "gives-way"
        cores = ",".join(map(str, sorted(self._cores))) or "any"
        files = "temporary-files" if limits.temporary_files else "matrix-only"
        settings = [str(link), *groups, *places, *map(str, numbers), core_policy, cores, files]
        bot = [*self._launch.words, prepared.program, *self._program.arguments]
        return [*prepared.command, *settings, *bot]


@cache
def cost_of_wine(isolation: IsolationLevel) -> Cost:
    """Return the time that Wine takes to start: the least of three runs of an empty program."""
    with Sandbox(Program("nothing", _NOTHING), isolation=isolation) as sandbox:
        runs = [sandbox.run(b"", _TO_START_WINE) for _ in range(3)]
    return Cost(
        cpu=min(run.cpu for run in runs),
        slept=min(run.slept for run in runs),
    )

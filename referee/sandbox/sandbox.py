"""The sandbox: runs the turns of one bot, and starts again after a turn that broke it.

A ``Sandbox`` is set up once for each player of a game, or reused for later games (``kept``).
``run`` runs the bot for one turn and returns the bare facts as a ``RunResult``; it judges nothing,
so another tool, such as isolate, could take its place. The isolation level says what confines the
bot. At each level the keeper, a small program in C, gives every turn a new folder, and kills all
processes of the turn before it reads the file (``keeper_start``). On systems without the keeper,
``plain`` runs the turns of trusted bots.
"""

from __future__ import annotations

import socket
from contextlib import ExitStack, suppress
from dataclasses import replace
from decimal import Decimal
from functools import cache
from threading import Event
from typing import Protocol, Self

from formats.text import Text
from referee.program import MIB, Allowance, Limits, Program, RefereeError
from referee.remedies import python_install_command
from referee.sandbox import keeper_link, keeper_start
from referee.sandbox.core_claims import Background, choose_core
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.launch import (
    INCOMPLETE_WINE,
    CorePolicy,
    SandboxSettings,
    StartCost,
    empty_program,
    launch_of,
    wine_folder,
    without_note_of_java,
)
from referee.sandbox.run_result import RunEnd, RunResult, run_result_with_end

_NO_KEEPER = Text(
    "the keeper is built where arena is installed, on Linux",
    "сторож собирается при установке арены, в Linux",
)
_NEEDS_KEEPER = Text(
    "isolation level '{isolation}' needs the keeper, which is not here: {why}",
    "для уровня изоляции {isolation} нужен сторож (keeper), а его здесь нет: {why}",
)
_WITHOUT_KEEPER = Text("{why}; without it: {command}", "{why}; без него: {command}")
_STOPPED = Text("it was stopped", "остановлено")
_TO_START_WINE = Allowance(own=Decimal(60), wall=Decimal(600))


class TurnRunner(Protocol):
    """A runner of turns: the keeper, or ``plain``."""

    @property
    def is_ready(self) -> bool:
        """Return whether a further turn can be run."""

    def run_turn(self, file: bytes, allowance: Allowance) -> RunResult:
        """Let the bot play one turn and wait until it has ended. Raise RefereeError."""

    def stop(self) -> None:
        """End a turn that runs in another thread."""

    def has_new_memory_kills(self) -> bool:
        """Return whether the kernel has killed a process for lack of memory since the last call.

        Raise RefereeError if it was not the bot's own memory that was used up.
        """


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
        self._start_errno = 0
        self._stopped = Event()
        self._open = ExitStack()
        self._cores: frozenset[int] = frozenset()
        self._runner: TurnRunner | None = None
        self._subtracts_start_cost = False
        self._is_broken = False
        self._has_gone_well = True

    def __enter__(self) -> Self:
        """Start the sandbox. Raise RefereeError where that is impossible."""
        self._start_errno = self._program.start_errno
        try:
            if not self._start_errno:
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
    def is_reusable(self) -> bool:
        """Return whether a turn can be run, and every turn so far has exited by itself."""
        return self._has_gone_well and self._runner is not None and self._runner.is_ready

    def run(self, file: bytes, allowance: Allowance) -> RunResult:
        """Run the bot on this matrix.txt for no longer than the allowance."""
        if self._start_errno:
            return run_result_with_end(RunEnd.NOT_STARTED, self._start_errno)
        had_gone_well, self._has_gone_well = self._has_gone_well, False
        run_result = without_note_of_java(self._run(file, allowance))
        self._has_gone_well = had_gone_well and run_result.end is RunEnd.EXITED
        return run_result

    def stop(self) -> None:
        """End a turn that runs in another thread; ``run`` raises RefereeError there."""
        self._stopped.set()
        if self._runner is not None:
            with suppress(OSError):
                self._runner.stop()

    def _run(self, file: bytes, allowance: Allowance) -> RunResult:
        self._make_ready()
        assert self._runner is not None, "the sandbox was started"
        try:
            if self._subtracts_start_cost:
                cost = cost_of_wine(self._isolation)
                run_result = cost.subtract_from(self._runner.run_turn(file, cost.add_to(allowance)))
            else:
                run_result = self._runner.run_turn(file, allowance)
            is_out_of_memory = self._runner.has_new_memory_kills()
        except RefereeError:
            self._is_broken = True
            if not self._runner.has_new_memory_kills():
                raise
            return self._out_of_memory(run_result_with_end(RunEnd.MEMORY_OVER))
        return self._out_of_memory(run_result) if is_out_of_memory else run_result

    def _out_of_memory(self, run_result: RunResult) -> RunResult:
        """Return the run result of a turn in which the bot's control group was out of memory.

        The process may have been a child of the bot, which itself plays on, or the keeper, which
        has only the memory that was added for it.
        """
        memory = max(run_result.memory, self._limits.memory + MIB)
        return replace(run_result, end=RunEnd.MEMORY_OVER, memory=memory)

    def _make_ready(self) -> None:
        """Start again if the last turn broke the sandbox, or if games now use its cores.

        In the second case it moves to other cores, or waits for one. Raise RefereeError if the
        sandbox was stopped.
        """
        if self._stopped.is_set():
            raise RefereeError(_STOPPED)
        is_in_the_way = self._background and self._background.is_in_the_way(self._cores)
        if is_in_the_way or self._is_broken:
            self._open.close()
            self._start()

    def _start(self) -> None:
        self._is_broken = True  # until all below has been done
        background = self._background
        self._cores = (
            self._open.enter_context(background.core(self._stopped))
            if background
            else choose_core()
        )
        if not keeper_link.is_built() and self._isolation.isolates:
            raise RefereeError(_NEEDS_KEEPER, isolation=self._isolation, why=_NO_KEEPER)
        launch = launch_of(self._program, self._limits, self._isolation)
        self._subtracts_start_cost = (
            launch.wine is not None and self._program.path != empty_program(launch.wine)
        )
        settings = SandboxSettings(
            self._program,
            launch,
            self._limits,
            self._isolation,
            CorePolicy(background is not None, self._cores),
            self._output_socket,
        )
        self._runner = self._new_runner(settings)
        self._is_broken = False

    def _new_runner(self, settings: SandboxSettings) -> TurnRunner:
        if keeper_link.is_built():
            return keeper_start.start(settings, self._open)
        try:
            from referee.sandbox.plain.runner import Runner  # noqa: PLC0415 - psutil is not needed on Linux
        except ModuleNotFoundError as error:
            command = python_install_command(error.name or "")
            raise RefereeError(_WITHOUT_KEEPER, why=_NO_KEEPER, command=command) from None
        return Runner(settings, self._open)


@cache
def cost_of_wine(isolation: IsolationLevel) -> StartCost:
    """Return the time that Wine takes to start, by three runs of a program that does nothing.

    Raise RefereeError where they fail.
    """
    path = empty_program(wine_folder())
    if not path.exists():
        raise RefereeError(INCOMPLETE_WINE, path=path)
    with Sandbox(Program("nothing", path), isolation=isolation) as sandbox:
        return StartCost.of_runs([sandbox.run(b"", _TO_START_WINE) for _ in range(3)])

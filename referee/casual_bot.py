"""A bot against which people play; the referee runs its turns as in a tournament."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Self

from referee.casual_game import CasualGame
from referee.judge import JudgingOptions
from referee.program import TURN_STOPPED, Program, RefereeError
from referee.sandbox import Background, Sandbox
from referee.sandbox.isolation_choice import choose_isolation
from referee.sandbox.isolation_levels import IsolationLevel
from referee.turn import Turn
from referee.turn import play as play_turn


@dataclass
class CasualBot:
    """A program with its sandbox, which starts at the first turn."""

    program: Program
    isolation: IsolationLevel | None
    time: Decimal
    """Time that the file shows in every turn of a game without clocks."""
    output_socket: socket.socket | None = None
    """Socket to which the bot's output is sent at once."""
    background: Background | None = None
    _stopped: bool = False
    _sandbox: Sandbox | None = None
    _open: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        return self.program.name

    def turn(self, game: CasualGame) -> Turn:
        """Play a turn. Raise RefereeError for a fault of the machine: then there was no turn."""
        now = game.now if game.timed else replace(game.now, times=(self.time, self.time))
        try:
            return play_turn(now, self._started(), JudgingOptions(), game.texts)
        except BaseException:
            self.close()  # The turn may still be running, so the next one gets a new sandbox.
            raise

    def stop(self) -> None:
        """End the turn that runs in another thread, and refuse further ones."""
        self._stopped = True
        if self._sandbox is not None:
            self._sandbox.stop()

    def close(self) -> None:
        self._sandbox = None
        self._open.close()

    def _started(self) -> Sandbox:
        if self._sandbox is None:
            self._sandbox = Sandbox(
                self.program,
                isolation=choose_isolation(self.isolation),
                output_socket=self.output_socket,
                background=self.background,
            )
            # If ``stop`` was called before this, there was no sandbox to stop yet.
            if self._stopped:
                raise RefereeError(TURN_STOPPED)
            self._open.enter_context(self._sandbox)
        return self._sandbox

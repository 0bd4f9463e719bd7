"""A program that people play with: it makes its turns as in a tournament, by the referee."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Self

from referee.casual_game import CasualGame
from referee.judge import Rules
from referee.program import Program, RefereeError
from referee.sandbox import Background, Sandbox
from referee.sandbox.stage_choice import chosen
from referee.sandbox.stages import Stage
from referee.turn import Turn
from referee.turn import play as play_turn


@dataclass
class CasualBot:
    """A program, and the sandbox in which it plays once it is asked to."""

    program: Program
    stage: Stage | None
    time: Decimal
    """The time that its file shows in every turn, where there are no clocks."""
    output_socket: socket.socket | None = None
    """Where its output is sent as well, at once."""
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
        """Its turn in that game. Raises RefereeError for a fault of ours: there was no turn."""
        now = game.now if game.timed else replace(game.now, times=(self.time, self.time))
        try:
            return play_turn(now, self._started(), Rules(), game.texts)
        except BaseException:
            self.close()  # it may still be at its turn; the next one is in a new sandbox
            raise

    def stop(self) -> None:
        """Ends the turn that it makes, from another thread, and lets it make no more."""
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
                stage=chosen(self.stage),
                output_socket=self.output_socket,
                background=self.background,
            )
            # If it was stopped before this, there was no sandbox to stop yet.
            if self._stopped:
                raise RefereeError("nobody wants this turn any more")
            self._open.enter_context(self._sandbox)
        return self._sandbox

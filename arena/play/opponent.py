"""A program at the board: it makes its turns as in a tournament, by the referee."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from decimal import Decimal

from arena.play.casual_game import Session
from referee.judge import Rules
from referee.program import Program
from referee.sandbox import Sandbox
from referee.sandbox.stage_choice import chosen
from referee.sandbox.stages import Stage
from referee.turn import Turn
from referee.turn import play as play_turn

_AMPLE = Decimal(30)
"""The time that a bot is told it has, where nothing is taken off the clocks."""


@dataclass
class Opponent:
    """A program, and the sandbox in which it plays once it is asked to."""

    program: Program
    stage: Stage | None = None
    think: Decimal = Decimal(0)
    """The seconds that it was told to think."""
    _sandbox: Sandbox | None = None
    _open: ExitStack = field(default_factory=ExitStack)

    @property
    def name(self) -> str:
        """What it is called."""
        return self.program.name

    def turn(self, session: Session) -> Turn:
        """Its turn in that game. Raises RefereeError for a fault of ours: there was no turn."""
        now = session.now
        if not session.timed:
            # More than it will think, and the same at each turn.
            ample = max(_AMPLE, 2 * self.think)
            now = replace(now, times=(ample, ample))
        try:
            return play_turn(now, self._started(), Rules(), session.texts)
        except BaseException:
            self.close()  # it may still be at its turn; the next one is in a new sandbox
            raise

    def close(self) -> None:
        """Ends its sandbox."""
        self._sandbox = None
        self._open.close()

    def _started(self) -> Sandbox:
        if self._sandbox is None:
            sandbox = Sandbox(self.program, stage=chosen(self.stage))
            self._sandbox = self._open.enter_context(sandbox)
        return self._sandbox

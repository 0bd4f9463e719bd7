"""A bot that is to be checked, and what it is checked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from formats.game import StartRequest
from formats.games import AnyGame
from referee.check.positions import some_cases
from referee.check.trials import Trials, try_out
from referee.judge import Rules
from referee.program import Program
from referee.sandbox import Background, Sandbox
from referee.sandbox.stage_choice import chosen
from referee.sandbox.stages import Stage

POSITIONS = 100
SIZE_LIMIT = 500_000
"""Bytes: the class's own."""


@dataclass(frozen=True)
class Candidate:
    """A bot to check, the game it plays and the rules it is judged by."""

    program: Program
    game: AnyGame
    request: StartRequest = field(default_factory=StartRequest)
    time: Decimal = Decimal(30)
    """Seconds for a whole game."""
    rules: Rules = field(default_factory=Rules)
    size_limit: int = SIZE_LIMIT
    stage: Stage | None = None
    """The stage that it is run on; by default the strongest that works here."""
    background: Background = field(default_factory=Background)

    @cached_property
    def trials(self) -> Trials:
        """The turns that it is let play: they are played once, for all checks."""
        cases = some_cases(self.game, self.request, self.time, POSITIONS)
        sandbox = Sandbox(
            self.program,
            self.rules.limits,
            stage=chosen(self.stage),
            background=self.background,
        )
        return try_out(sandbox, cases, self.rules)

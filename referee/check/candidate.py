"""A bot that is to be checked, and what it is checked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import islice

from formats.game import StartRequest
from formats.games import AnyGame
from referee.check.binary import BinaryHeader, read_header
from referee.check.examiner_machine import ExaminerMachine
from referee.check.long_game import long_game
from referee.check.positions import Case, cases
from referee.check.trials import Tell, Trial, Trials, Tryout, try_out
from referee.diagnosis.lost_turn import LostTurn
from referee.judge import Rules
from referee.program import Program, RefereeError
from referee.sandbox import Background, Sandbox, cost_of_wine
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
    machine: ExaminerMachine | None = None
    """The machine of the teacher, on which a program for Windows must start."""
    kind: str = ""
    """The only kind of program that is taken, by its format; nothing if any is."""

    tell: Tell = lambda *_: None

    def case(self, number: int) -> Case:
        """The position of that number, from 1."""
        return next(islice(cases(self.game, self.request, self.time), number - 1, None))

    def sandbox(self) -> Sandbox:
        stage = chosen(self.stage)
        limits = self.rules.limits
        return Sandbox(self.program, limits, stage=stage, background=self.background)

    @cached_property
    def header(self) -> BinaryHeader | None:
        """What its program says of itself, if it is a binary. Raises CannotRead."""
        return read_header(self.program.path)

    @cached_property
    def trials(self) -> Trials:
        """The turns that it is let play: they are played once, for all checks."""
        tryout = Tryout(
            cases(self.game, self.request, self.time),
            POSITIONS,
            self.rules,
            long_game(self.game, self.request),
            self._overhead,
            self.tell,
        )
        return try_out(self.sandbox(), tryout)

    @property
    def _overhead(self) -> Decimal:
        """Seconds that a turn takes beside the bot's own time."""
        if not self.program.is_windows:
            return Decimal(0)
        try:
            cost = cost_of_wine(chosen(self.stage))
        except RefereeError:  # there is no Wine, which the bot's own turns will tell
            return Decimal(0)
        return cost.cpu + cost.slept

    def lost_turn(self, trial: Trial) -> LostTurn:
        """What is known of a turn that has lost."""
        offence = trial.turn.judged.offence
        assert offence is not None, "only of such as have lost"
        others = (each for each in self.trials.made if each.move and each is not trial)
        usual = max((each.turn.happened.own for each in others), default=Decimal(0))
        return LostTurn(trial.before, trial.turn, self.rules, self.program, offence, usual=usual)

"""A bot to be checked, with the options and limits of the check."""

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
from referee.check.positions import POSITIONS, Case, cases
from referee.check.trials import Tell, Trial, Trials, Tryout, try_out
from referee.diagnosis.lost_turn import LostTurn
from referee.judge import JudgingOptions
from referee.program import SIZE_LIMIT, Program, RefereeError
from referee.sandbox import Background, Sandbox, cost_of_wine
from referee.sandbox.isolation_choice import choose_isolation
from referee.sandbox.isolation_levels import IsolationLevel


@dataclass(frozen=True)
class CheckedBot:
    """A bot to check, the game that it plays and the options by which it is judged."""

    program: Program
    game: AnyGame
    request: StartRequest = field(default_factory=StartRequest)
    time: Decimal = Decimal(30)
    """Seconds for a whole game."""
    judging: JudgingOptions = field(default_factory=JudgingOptions)
    size_limit: int = SIZE_LIMIT
    isolation: IsolationLevel | None = None
    """Isolation level to run the bot at; None means the strongest that works here."""
    background: Background = field(default_factory=Background)
    machine: ExaminerMachine | None = None
    """The teacher's machine, on which a program for Windows must start; None if any will do."""
    kind: str = ""
    """Format of programs that the event takes; empty if it takes any."""

    tell: Tell = lambda *_: None

    def case(self, number: int) -> Case:
        """Return the position with that number, counted from 1."""
        return next(islice(cases(self.game, self.request, self.time), number - 1, None))

    def sandbox(self) -> Sandbox:
        isolation = choose_isolation(self.isolation)
        limits = self.judging.limits
        return Sandbox(self.program, limits, isolation=isolation, background=self.background)

    @cached_property
    def header(self) -> BinaryHeader | None:
        """Header of the program; None if it is not a binary. Raises CannotRead."""
        return read_header(self.program.path)

    @cached_property
    def trials(self) -> Trials:
        """The turns that the bot played; they are played once, for all checks."""
        tryout = Tryout(
            cases(self.game, self.request, self.time),
            POSITIONS,
            self.judging,
            long_game(self.game, self.request),
            self._overhead,
            self.tell,
        )
        return try_out(self.sandbox(), tryout)

    @property
    def _overhead(self) -> Decimal:
        """Seconds that a turn takes in addition to the bot's own time."""
        if not self.program.is_windows:
            return Decimal(0)
        try:
            cost = cost_of_wine(choose_isolation(self.isolation))
        except RefereeError:  # Without Wine, the bot's own turns report that.
            return Decimal(0)
        return cost.cpu + cost.slept

    def lost_turn(self, trial: Trial) -> LostTurn:
        """Return what is known of a turn that has lost the game."""
        offence = trial.turn.judgement.offence
        assert offence is not None, "the turn has lost"
        others = (other for other in self.trials.played if other.move and other is not trial)
        usual = max((other.turn.run_result.own_time for other in others), default=Decimal(0))
        return LostTurn(trial.before, trial.turn, self.judging, self.program, offence, usual=usual)

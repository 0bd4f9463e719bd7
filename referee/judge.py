"""Judges one turn: what a bot did, and what it made of matrix.txt.

The order matters where several things are wrong at once. First what stopped the program, since
its file then means nothing; then its folder; then the form of the file, the move, the clock and
the header.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from formats.fault import Diagnostic, Severity
from formats.game import NO_MOVE_MADE
from formats.matrix import Matrix, Reading, read_matrix
from formats.matrix.winner import WINNER_KINDS
from formats.record import MadeMove, charged
from formats.transition import Change, change_of
from referee import run_faults
from referee.clock import Timing
from referee.numbers import seconds
from referee.program import Limits
from referee.run_faults import Offence, offence
from referee.sandbox.run_result import RunResult
from referee.verdict import Ending, Verdict, against, by_law

_ENDINGS = {
    NO_MOVE_MADE.code: Ending.NO_MOVE,
    **dict.fromkeys(("L021", "L022"), Ending.FALSE_TIME),
    **dict.fromkeys(("L025", "M508"), Ending.FALSE_POINTS),
    **dict.fromkeys(("L014", "L015", "L024"), Ending.FALSE_HEADER),
    # They could be read, so that the file is well formed; and they were right before the turn.
    **dict.fromkeys(("M213", "M222", "M506"), Ending.FALSE_HEADER),
    **dict.fromkeys((kind.code for kind in WINNER_KINDS), Ending.FALSE_HEADER),
}
"""What a fault of the file comes to, if it is not plain from where it was found."""
_OF_A_MOVE = ("L", "M5")
"""Faults of the law, and of a position that no game can come to: it was possible before."""
_GRAVEST = (
    Ending.MALFORMED_FILE,
    Ending.NO_MOVE,
    Ending.ILLEGAL_MOVE,
    Ending.FALSE_TIME,
    Ending.FALSE_POINTS,
    Ending.FALSE_HEADER,
)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a game is judged by, besides its own rules."""

    timing: Timing = field(default_factory=Timing)
    limits: Limits = field(default_factory=Limits)
    lenient: bool = False
    """Whether Cyrillic letters that look Latin are only warned of."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The move and the next file, if the turn was good; the verdict, if it ended the game."""

    verdict: Verdict | None
    made: MadeMove | None = None
    matrix: Matrix | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    """All that is wrong with the file the bot wrote, warnings too."""
    offence: Offence | None = None
    """What the verdict is about, if the bot did what loses the game."""


def judge(
    before: Matrix,
    happened: RunResult,
    rules: Rules,
    earlier: Sequence[str] = (),
    slept: Decimal = Decimal(0),
) -> Judged:
    """The judgement of one turn; ``earlier`` are the moves of the game before it.

    The player has slept so long in those.
    """
    player = before.position.player
    wrong = offence(before, happened, rules.timing, rules.limits, slept)
    given = before.as_told
    if wrong:
        wrong = _after_a_move(wrong, given, happened, rules, earlier)
        return Judged(against(player, *wrong), offence=wrong)
    written = judge_file(given, happened.file.data, rules, earlier)
    made, after, found = written.change, written.reading, written.diagnostics
    wrong = written.offence or _false_claim(given, after, happened, rules.timing)
    if wrong:
        return Judged(against(player, *wrong), diagnostics=found, offence=wrong)
    assert made.position is not None, "a file without a fault makes a move"
    charge = rules.timing.charge(happened, _claim(given, after))
    outcome = made.outcome
    matrix = charged(before.followed(made.position, outcome), player, charge)
    verdict = by_law(outcome) if outcome else None
    return Judged(verdict, MadeMove(str(made.move), charge), matrix, found)


def _after_a_move(
    wrong: Offence, given: Matrix, happened: RunResult, rules: Rules, earlier: Sequence[str]
) -> Offence:
    """A bot whose move is good, and which only ended badly, is told just that."""
    kind = _AFTER_MOVE.get(wrong.fault.kind)
    if kind is None or run_faults.of_what_is_left(happened):
        return wrong
    if judge_file(given, happened.file.data, rules, earlier).offence:
        return wrong
    return wrong._replace(fault=kind(**wrong.fault.values))


_AFTER_MOVE = {
    run_faults.EXIT_STATUS: run_faults.STATUS_AFTER_MOVE,
    run_faults.SIGNAL: run_faults.SIGNAL_AFTER_MOVE,
}
"""How a bad end is told where the move was good."""


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """The file that a bot wrote, judged but for its time."""

    reading: Reading
    change: Change

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return self.change.diagnostics

    @property
    def offence(self) -> Offence | None:
        """The gravest thing that is wrong with it."""
        return _gravest(self.diagnostics)


def judge_file(
    given: Matrix, data: bytes, rules: Rules, earlier: Sequence[str] = ()
) -> WrittenFile:
    """Judges the file that a bot left, by the file that it was given."""
    limit = given.game.limit
    after = read_matrix(data, lenient=rules.lenient, limit=limit, before=given, overdrawn=True)
    return WrittenFile(after, change_of(given, after, earlier, rules.timing.margin))


def _gravest(found: Sequence[Diagnostic]) -> Offence | None:
    offences = [Offence(_ending_of(d), d.fault) for d in found if d.severity is Severity.ERROR]
    return min(offences, key=lambda each: _GRAVEST.index(each.ending), default=None)


def _ending_of(diagnostic: Diagnostic) -> Ending:
    if diagnostic.code in _ENDINGS:
        return _ENDINGS[diagnostic.code]
    return Ending.ILLEGAL_MOVE if diagnostic.code.startswith(_OF_A_MOVE) else Ending.MALFORMED_FILE


def _claim(given: Matrix, after: Reading) -> Decimal:
    """The time that the bot says it has used; negative if it rounded up what is left."""
    assert after.matrix is not None, "a file without a fault can be read"
    player = given.position.player
    return given.time_of(player) - after.matrix.time_of(player)


def _false_claim(
    given: Matrix, after: Reading, happened: RunResult, timing: Timing
) -> Offence | None:
    """What is wrong with the time that the bot says it has used."""
    player, claimed = given.position.player, _claim(given, after)
    if not timing.is_honest(happened, claimed):
        figures, left = timing.figures(happened), given.time_of(player)
        fault = run_faults.FALSE_CLAIM(
            f"time {player}",
            claimed=seconds(claimed),
            low=seconds(left - figures["most"]),
            high=seconds(left - figures["least"]),
            **{name: seconds(time) for name, time in figures.items()},
        )
        return Offence(Ending.FALSE_TIME, fault)
    left = given.time_of(player)
    charge = timing.charge(happened, claimed)
    if timing.measured(happened) is None and charge >= left:
        fault = run_faults.TIME_OVER(used=seconds(charge), left=seconds(left))
        return Offence(Ending.OUT_OF_TIME, fault)
    return None

"""The judgement of a turn: of the run, and of what the bot made of matrix.txt.

The order matters where several things are wrong at once. First comes what stopped the program,
since its file then means nothing; then its folder; then the format of the file, the move, the clock
and the header.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from formats.fault import Diagnostic, Severity
from formats.game import NO_MOVE_MADE
from formats.matrix import Matrix, Reading, read_matrix
from formats.matrix.reading import WINNER_KINDS
from formats.record import RecordedMove, charge_clock
from formats.text import Text
from formats.transition import Change, change_of
from referee import run_faults
from referee.clock import Timing
from referee.numbers import seconds
from referee.program import NO_TURN, Limits, RefereeError
from referee.run_faults import Offence, offence_of_run
from referee.sandbox.run_result import RunResult
from referee.verdict import Ending, Verdict, verdict_against, verdict_by_rules

_ENDINGS = {
    NO_MOVE_MADE.code: Ending.NO_MOVE,
    **dict.fromkeys(("L021", "L022"), Ending.FALSE_TIME),
    **dict.fromkeys(("L025", "M508"), Ending.FALSE_POINTS),
    **dict.fromkeys(("L014", "L015", "L024"), Ending.FALSE_HEADER),
    # These could be read, so the file is well formed; and they were right before the turn.
    **dict.fromkeys(("M213", "M222", "M506"), Ending.FALSE_HEADER),
    **dict.fromkeys((kind.code for kind in WINNER_KINDS), Ending.FALSE_HEADER),
}
"""Endings of faults of the file, where the place of the fault does not determine it."""
_MOVE_FAULT_PREFIXES = ("L", "M5")
"""First characters of the codes of faults of the move.

An impossible position (M5) is one of them, since the position before the move was possible.
"""
_GRAVEST = (
    Ending.MALFORMED_FILE,
    Ending.NO_MOVE,
    Ending.ILLEGAL_MOVE,
    Ending.FALSE_TIME,
    Ending.FALSE_POINTS,
    Ending.FALSE_HEADER,
)


@dataclass(frozen=True, slots=True)
class JudgingOptions:
    """Options of judging a turn, beside the rules of the game."""

    timing: Timing = field(default_factory=Timing)
    limits: Limits = field(default_factory=Limits)
    lenient: bool = False
    """True if Cyrillic letters that look Latin give only a warning."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome of a turn: the move and the next file, or the offence.

    There is a verdict if the game is over.
    """

    verdict: Verdict | None
    move: RecordedMove | None = None
    matrix: Matrix | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    """Faults of the file that the bot wrote, including warnings."""
    offence: Offence | None = None
    """The offence that lost the game; None if there is none."""


_FULL_DISK_ENDINGS = frozenset(Ending) - {
    Ending.NOT_STARTED,
    Ending.OUT_OF_TIME,
    Ending.OUT_OF_MEMORY,
    Ending.WROTE_TOO_MUCH,
}
"""Endings that a full file system alone can cause, without a mistake of the bot."""
_NO_ROOM = Text(
    "the file system on which bots run is full", "файловая система, на которой работают боты, полна"
)


def judge(
    before: Matrix,
    run_result: RunResult,
    judging: JudgingOptions,
    earlier: Sequence[str] = (),
    slept: Decimal = Decimal(0),
) -> Judgement:
    """Judge one turn; ``earlier`` are the moves of the game before it.

    ``slept`` is how long the player has slept in the game before. Raise RefereeError if the bot may
    have lost only since bots of other games had filled the file system.
    """
    judgement = _judge(before, run_result, judging, earlier, slept)
    offence = judgement.offence
    if run_result.is_out_of_room and offence and offence.ending in _FULL_DISK_ENDINGS:
        raise RefereeError(NO_TURN, why=_NO_ROOM)
    return judgement


def _judge(
    before: Matrix,
    run_result: RunResult,
    judging: JudgingOptions,
    earlier: Sequence[str],
    slept: Decimal,
) -> Judgement:
    player = before.position.player
    offence = offence_of_run(before, run_result, judging.timing, judging.limits, slept)
    file_before = before.as_written
    if offence:
        offence = _with_mention_of_move(offence, file_before, run_result, judging, earlier)
        return Judgement(verdict_against(player, *offence), offence=offence)
    written = judge_file(file_before, run_result.file.data, judging, earlier)
    change, after, diagnostics = written.change, written.reading, written.diagnostics
    offence = written.offence or _time_offence(file_before, after, run_result, judging.timing)
    if offence:
        return Judgement(
            verdict_against(player, *offence), diagnostics=diagnostics, offence=offence
        )
    assert change.position is not None, "a file without a fault makes a move"
    charge = judging.timing.charge(run_result, _claimed_time(file_before, after))
    outcome = change.outcome
    matrix = charge_clock(before.followed_by(change.position, outcome), player, charge)
    verdict = verdict_by_rules(outcome) if outcome else None
    return Judgement(verdict, RecordedMove(str(change.move), charge), matrix, diagnostics)


def _with_mention_of_move(
    offence: Offence,
    file_before: Matrix,
    run_result: RunResult,
    judging: JudgingOptions,
    earlier: Sequence[str],
) -> Offence:
    """Return the offence, in words that mention the move if only the program's end was bad."""
    kind = _AFTER_MOVE.get(offence.fault.kind)
    if kind is None or run_faults.offence_of_leftovers(run_result):
        return offence
    if judge_file(file_before, run_result.file.data, judging, earlier).offence:
        return offence
    return offence._replace(fault=kind(**offence.fault.values))


_AFTER_MOVE = {
    run_faults.EXIT_STATUS: run_faults.STATUS_AFTER_MOVE,
    run_faults.SIGNAL: run_faults.SIGNAL_AFTER_MOVE,
}
"""Kinds of faults of a program's end after a good move."""


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """The file that a bot wrote, judged except for its time."""

    reading: Reading
    change: Change

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return self.change.diagnostics

    @property
    def offence(self) -> Offence | None:
        """The gravest fault of the file; None if there is none."""
        return _gravest_offence(self.diagnostics)


def judge_file(
    file_before: Matrix, data: bytes, judging: JudgingOptions, earlier: Sequence[str] = ()
) -> WrittenFile:
    """Judge the file that a bot left, compared with the file that it was given."""
    limit = file_before.game.limit
    after = read_matrix(
        data, lenient=judging.lenient, limit=limit, before=file_before, overdrawn=True
    )
    return WrittenFile(after, change_of(file_before, after, earlier, judging.timing.margin))


def _gravest_offence(diagnostics: Sequence[Diagnostic]) -> Offence | None:
    offences = [
        Offence(_ending_of(diagnostic), diagnostic.fault)
        for diagnostic in diagnostics
        if diagnostic.severity is Severity.ERROR
    ]
    return min(offences, key=lambda offence: _GRAVEST.index(offence.ending), default=None)


def _ending_of(diagnostic: Diagnostic) -> Ending:
    if diagnostic.code in _ENDINGS:
        return _ENDINGS[diagnostic.code]
    return (
        Ending.ILLEGAL_MOVE
        if diagnostic.code.startswith(_MOVE_FAULT_PREFIXES)
        else Ending.MALFORMED_FILE
    )


def _claimed_time(file_before: Matrix, after: Reading) -> Decimal:
    """Return the time that the bot claims to have used; negative if it rounded up its time left."""
    assert after.matrix is not None, "a file without a fault can be read"
    player = file_before.position.player
    return file_before.time_of(player) - after.matrix.time_of(player)


def _time_offence(
    file_before: Matrix, after: Reading, run_result: RunResult, timing: Timing
) -> Offence | None:
    """Return the offence of a false or used-up time; None if there is none."""
    player, claimed = file_before.position.player, _claimed_time(file_before, after)
    if not timing.is_honest(run_result, claimed):
        figures, left = timing.figures(run_result), file_before.time_of(player)
        fault = run_faults.FALSE_CLAIM(
            f"time {player}",
            claimed=seconds(claimed),
            low=seconds(left - figures["most"]),
            high=seconds(left - figures["least"]),
            **{name: seconds(time) for name, time in figures.items()},
        )
        return Offence(Ending.FALSE_TIME, fault)
    left = file_before.time_of(player)
    charge = timing.charge(run_result, claimed)
    if timing.measured(run_result) is None and charge >= left:
        fault = run_faults.TIME_OVER(used=seconds(charge), left=seconds(left))
        return Offence(Ending.OUT_OF_TIME, fault)
    return None

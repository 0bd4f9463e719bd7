"""The turns that a bot plays in a check, each judged as in a game.

First the bot plays its moves of the longest game with the event's clock, which shows whether its
time lasts: see ``play_long_game``. Then it is tried in single positions. There the clocks are the
check's own, mostly short ones, so that the check is quick. A turn that is late by such a clock
proves nothing yet: it is played again with the time that a game would have left, and only that
counts.

Only a limited time is spent on repeated faults, and a slow bot is tried in fewer positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain, islice

from formats.matrix import Matrix, write_matrix
from formats.printable import printable
from formats.seconds import written_seconds
from formats.text import Text
from referee.check.long_game import LongGame
from referee.check.positions import Case
from referee.judge import JudgingOptions, judge
from referee.program import RefereeError
from referee.sandbox import Sandbox
from referee.sandbox.run_result import RunEnd, RunResult
from referee.turn import Turn, run
from referee.verdict import Ending, Verdict

Tell = Callable[[int, int], None]
"""Callback for progress, with the numbers of turns played and turns in all."""

_MOST_FAILED = 3
"""After this many lost turns, others would show nothing new."""
_MOST_SILENT = 12
"""Limit for a bot that exits normally and writes nothing: only a turn that writes shows why."""
_MOST_WASTED = Decimal(2)
"""After this many seconds of lost turns, others would show nothing new."""
MOST_SPENT = Decimal(30)
"""Seconds of all turns after which no other position is begun: the bot is slow."""
_BRISK = Decimal("0.15")
"""Seconds; a bot whose slowest move takes less is tried in all positions with any clock."""
_STEP = Decimal("0.25")
"""Part of its clock that a bot may use between two measured moves."""
_LONG_CLOCK, _LONG_STEP = Decimal(60), Decimal("0.5")
"""From this clock on, the part that a bot may use instead, so that the check is quick."""
_START_CLOCK = Decimal(2)
"""Seconds for a file of a finished game, in which there is nothing to think about."""
_LONGER = 10
"""Factor by which a file in a form that is never used may take a bot longer than usual."""
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Trial:
    """A turn of a check."""

    number: int
    """Number of the position, from 1; 0 for other moves of the longest game."""
    before: Matrix
    turn: Turn
    about: Text | None = None
    """Remark on the position."""

    @property
    def losing_verdict(self) -> Verdict | None:
        """The verdict, if the turn loses the game."""
        judgement = self.turn.judgement
        return judgement.verdict if judgement.move is None else None

    def loses_by(self, *endings: Ending) -> bool:
        """Return whether the turn loses in one of these ways."""
        return self.losing_verdict is not None and self.losing_verdict.ending in endings

    @property
    def was_stopped(self) -> bool:
        """True if the bot was killed when its time was over."""
        return self.turn.run_result.end in (RunEnd.CPU_OVER, RunEnd.OWN_TIME_OVER)

    @property
    def move(self) -> str | None:
        """The move of the turn, if it is legal."""
        move = self.turn.judgement.move
        return move.text if move else None


@dataclass(frozen=True, slots=True)
class MeasuredMove:
    """A measured move of the longest game, with the clock before it."""

    move: int
    """Index of the move among the player's own moves, from 0."""
    left: Decimal
    used: Decimal


@dataclass(frozen=True, slots=True)
class TimeUse:
    """Course of a bot's clock in the longest game."""

    moves: int
    """Number of a player's moves in the longest game."""
    clock: Decimal
    """Seconds that the bot had for the game."""
    measured: tuple[MeasuredMove, ...] = ()
    late_trial: Trial | None = None
    """The turn in which the bot ran out of time."""
    late_at: int = 0
    """Index of the move of that turn."""
    is_whole: bool = False
    """True if the game was played to its end."""

    @property
    def slowest(self) -> Decimal:
        """Most seconds that a move took."""
        return max((move.used for move in self.measured), default=Decimal(0))

    def left_at(self, half_move: int) -> Decimal:
        """Return the seconds that the game would have left the bot in that half-move."""
        earlier = (move.left for move in self.measured if 2 * move.move < max(half_move, 1))
        return min(earlier, default=self.clock)


@dataclass(frozen=True, slots=True)
class Trials:
    """The turns of a check; a bot that did not end gets no files in other forms."""

    played: tuple[Trial, ...]
    """The turns with files in the referee's own form."""
    windows: Trial | None = None
    """The first position, in a file with Windows line ends."""
    marked: Trial | None = None
    """The first position, in a file that begins with a byte-order mark."""
    again: Trial | None = None
    """The first position again, in the referee's own form; None if the bot lost there.

    Then it is the last of ``played``.
    """
    time_use: TimeUse | None = None
    start: Decimal = Decimal(0)
    """Seconds that the bot takes to start, measured where there is nothing to think about."""
    spent: Decimal = Decimal(0)
    """Seconds that all turns took."""
    unplayed: int = 0
    """Number of positions that were left out because the bot is slow."""

    @property
    def all(self) -> tuple[Trial, ...]:
        others = (self.windows, self.marked, self.again)
        return (*self.played, *(trial for trial in others if trial is not None))


@dataclass(frozen=True, slots=True)
class Tryout:
    """Positions and options with which a bot is tried."""

    cases: Iterable[Case]
    """Positions; those of the long game come first, and are not played again."""
    count: int
    """Number of turns."""
    judging: JudgingOptions
    game: LongGame | None = None
    """The long game in which the bot's time is measured; None to skip that."""
    overhead: Decimal = Decimal(0)
    """Seconds that each turn takes in addition to the bot's own time."""
    tell: Tell = lambda *_: None


def try_out(sandbox: Sandbox, tryout: Tryout) -> Trials:
    """Let the bot in the sandbox play. Raise RefereeError."""
    with sandbox:
        series = _TrialSeries(sandbox, tryout)
        if tryout.game:
            series.measure_start(tryout.game)
            series.play_long_game(tryout.game)
        series.play_positions()
        return series.trials()


class _TrialSeries:
    """The turns of one bot so far, with what they have shown about its time."""

    def __init__(self, sandbox: Sandbox, tryout: Tryout) -> None:
        cases = iter(tryout.cases)
        self._sandbox = sandbox
        self._tryout = tryout
        self._judging = tryout.judging
        self._count = tryout.count
        self._first = next(cases)
        self._cases = enumerate(chain([self._first], cases), start=1)
        self._clock = min(self._first.matrix.times)
        self._played: list[Trial] = []
        self._use: TimeUse | None = None
        self._start = Decimal(0)
        self._spent = Decimal(0)
        self._is_late_if_hurried = False

    def trials(self) -> Trials:
        """Return all turns, after playing those with files in other forms."""
        played = tuple(self._played)
        unplayed = max(0, self._count - len(played))
        windows, marked, again = None, None, None
        if (
            not played[-1].was_stopped
            and not self._has_shown_enough
            and not self._has_spent_its_time
        ):
            windows, marked, again = self._in_other_forms()
            if again.losing_verdict:
                played, again = (*played, again), None
        return Trials(played, windows, marked, again, self._use, self._start, self._spent, unplayed)

    def measure_start(self, game: LongGame) -> None:
        """Measure the time that the bot takes to start, where there is nothing to think about.

        In a finished game a bot exits at once, or at least if its file is empty.
        """
        over = Matrix(self._first.matrix.game, game.end)
        over = replace(over, winner=over.outcome.winner if over.outcome else None)
        self._start = self._run(write_matrix(over).encode(), _START_CLOCK).own_time
        if _BRISK < self._start < _START_CLOCK:
            self._start = min(self._start, self._run(b"", _START_CLOCK).own_time)

    def play_long_game(self, game: LongGame) -> None:
        """Play the bot's moves of the long game, only some of them if it uses little of its time.

        The moves between two played ones are assumed to take as long as the first of the two.
        """
        left, slept, move = self._clock, Decimal(0), 0
        part = _LONG_STEP if self._clock >= _LONG_CLOCK else _STEP
        sampled = list(islice(self._cases, game.timed_move_count))
        measured: list[MeasuredMove] = []
        late_trial: Trial | None = None
        while move < game.moves and not self._has_shown_enough:
            number, case = sampled[move // game.step]
            position = replace(case.matrix, position=game.position(move))
            is_sampled = move % game.step == 0
            trial = self._play_timed(
                _with_clock(position, left), number if is_sampled else 0, slept
            )
            self._add(trial)
            if trial.loses_by(Ending.OUT_OF_TIME):
                late_trial = trial
                break
            used, slept_in_move = self._charge(trial), trial.turn.run_result.slept
            measured.append(MeasuredMove(move, left, used))
            moves = min(
                game.step - move % game.step,
                _repetitions(part * left, used),
                _repetitions(part * self._sleep_left(slept), slept_in_move),
                game.moves - move,
            )
            left, slept, move = left - moves * used, slept + moves * slept_in_move, move + moves
        self._use = TimeUse(
            game.moves, self._clock, tuple(measured), late_trial, move, move >= game.moves
        )

    def _sleep_left(self, slept: Decimal) -> Decimal:
        return max(Decimal(0), self._judging.timing.idle - slept)

    def _charge(self, trial: Trial) -> Decimal:
        """Return the seconds that the turn takes off the clock."""
        move = trial.turn.judgement.move
        return move.seconds if move else trial.turn.run_result.cpu

    def _play_timed(self, matrix: Matrix, number: int, slept: Decimal) -> Trial:
        """Play a move of the long game; repeat it if it is late and others were not."""
        trial = Trial(number, matrix, self._play(matrix, slept))
        if trial.loses_by(Ending.OUT_OF_TIME) and any(other.move for other in self._played):
            return replace(trial, turn=self._play(matrix, slept))
        return trial

    def play_positions(self) -> None:
        """Play in the positions that are not part of the long game."""
        while len(self._played) < self._count:
            if self._played and (
                self._has_shown_enough or self._has_spent_its_time or self._is_stuck
            ):
                return
            number, case = next(self._cases)
            self._add(self._play_case(number, case))

    @property
    def _is_stuck(self) -> bool:
        """True if the bot did not even end its first move."""
        return self._use is not None and self._use.late_trial is not None and self._use.late_at == 0

    def _play_case(self, number: int, case: Case) -> Trial:
        """Play in a position; if the bot is late, again with the clock that a game leaves it."""
        hurried = self._with_short_clock(case.matrix)
        trial = Trial(number, hurried, self._play(hurried), case.about)
        if not trial.loses_by(Ending.OUT_OF_TIME):
            return trial
        self._is_late_if_hurried = True
        matrix = _with_clock(hurried, max(_own_clock(hurried), self._left_in_game(hurried)))
        return replace(trial, before=matrix, turn=self._play(matrix))

    def _with_short_clock(self, matrix: Matrix) -> Matrix:
        """Return the position with a short clock, unless the bot is slow with any clock."""
        if self._use is None or self._use.slowest <= _BRISK:
            return matrix
        if self._is_late_if_hurried or self._use.late_trial:
            return _with_clock(matrix, self._left_in_game(matrix))
        short = min(_own_clock(matrix), self._clock / self._use.moves)
        return _with_clock(matrix, short + self._start)

    def _left_in_game(self, matrix: Matrix) -> Decimal:
        """Return the clock that a game leaves the bot; the whole clock if none would be left."""
        if self._use is None or self._use.late_trial:
            return self._clock
        return self._use.left_at(matrix.position.half_move)

    def _add(self, trial: Trial) -> None:
        self._played.append(trial)
        number = len(self._played)
        to_come = max(0, self._count - number)
        if self._spent:
            to_come = min(
                to_come, _repetitions(max(Decimal(0), MOST_SPENT - self._spent), self._mean_time)
            )
        self._tryout.tell(number, number + to_come)

    @property
    def _mean_time(self) -> Decimal:
        return self._spent / len(self._played)

    @property
    def _has_spent_its_time(self) -> bool:
        return self._spent > MOST_SPENT

    @property
    def _has_shown_enough(self) -> bool:
        """True if further turns would show nothing new."""
        late = self._use.late_trial if self._use else None
        wasted = [
            trial.turn.run_result.own_time
            for trial in self._played
            if trial.losing_verdict and trial is not late
        ]
        most = _MOST_SILENT if all(map(_is_silent, self._played)) else _MOST_FAILED
        return len(wasted) >= most or sum(wasted) > _MOST_WASTED

    def _play(self, matrix: Matrix, slept: Decimal = Decimal(0)) -> Turn:
        own = _own_clock(matrix)
        run_result = self._run(write_matrix(matrix).encode(), own, slept)
        return Turn(run_result, judge(matrix, run_result, self._judging, slept=slept))

    def _run(self, file: bytes, left: Decimal, slept: Decimal = Decimal(0)) -> RunResult:
        """Run the bot; repeat a turn once if the machine has failed."""
        allowance = self._judging.timing.allowance(left, slept)
        try:
            run_result = run(self._sandbox, file, allowance)
        except RefereeError:
            run_result = run(self._sandbox, file, allowance)
        self._spent += run_result.own_time + self._tryout.overhead
        return run_result

    def _in_other_forms(self) -> tuple[Trial, Trial, Trial]:
        """Play the first position in two forms that the referee never uses, and as usual.

        A bot that needs much longer than usual for another form waits for something in vain.
        """
        text = write_matrix(self._first.matrix)
        again = self._play_first(text, self._clock)
        left = min(self._clock, _START_CLOCK + _LONGER * again.turn.run_result.own_time)
        windows = self._play_first(windows_form(text), left)
        return windows, self._play_first(marked_form(text), left), again

    def _play_first(self, file: str, left: Decimal) -> Trial:
        """Play the first position, which the file has in some form, with that clock."""
        first, run_result = self._first.matrix, self._run(file.encode(), left)
        return Trial(1, first, Turn(run_result, judge(first, run_result, self._judging)))


def windows_form(text: str) -> str:
    """Return the text of a file with Windows line ends."""
    return text.replace("\n", "\r\n")


def marked_form(text: str) -> str:
    """Return the text of a file with a byte-order mark before it."""
    return _BOM + text


def _is_silent(trial: Trial) -> bool:
    """Return whether the bot ended without an error and left its file as it was."""
    run_result = trial.turn.run_result
    has_written = run_result.file.data != write_matrix(trial.before).encode()
    return run_result.end is RunEnd.EXITED and run_result.status == 0 and not has_written


def _repetitions(most: Decimal, each: Decimal) -> int:
    """Return how often ``each`` fits into ``most``: at least once, at most a million times."""
    return 1_000_000 if each * 1_000_000 <= most else max(1, int(most / each))


def _own_clock(matrix: Matrix) -> Decimal:
    return matrix.time_of(matrix.position.player)


def _with_clock(matrix: Matrix, left: Decimal) -> Matrix:
    """Return the matrix with that clock for the player to move."""
    a, b = matrix.times
    left = written_seconds(left)
    return matrix.with_times((left, b) if matrix.position.player == "A" else (a, left))


_MOST_LINES = 24
_WIDEST = 100


def exhibit(trial: Trial) -> str:
    """Return lines that show the files and the output of a turn."""
    run_result = trial.turn.run_result
    parts = [f"matrix.txt:\n{write_matrix(trial.before).rstrip()}"]
    if run_result.file.data:
        parts.append(f"->\n{_printable_lines(run_result.file.data)}")
    if run_result.printed:
        parts.append(f"stdout, stderr:\n{_printable_lines(run_result.printed)}")
    return "\n".join(parts)


def _printable_lines(data: bytes) -> str:
    """Return the beginning of the text, with unprintable characters escaped."""
    lines = data.decode("utf-8", "replace").splitlines()[:_MOST_LINES]
    return "\n".join(printable(line[:_WIDEST]) for line in lines)

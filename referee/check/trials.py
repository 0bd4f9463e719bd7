"""The turns that a bot plays to be checked, each judged as in a game, and shown as its files.

A bot that never ends must not be waited for in a hundred positions. So it is first given a short
clock, and a longer one only if it runs out of that; and whatever it does wrong, only so much of its
time is spent on seeing it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

from formats.matrix import Matrix, write_matrix
from formats.printable import printable
from formats.seconds import told_seconds
from formats.text import Text
from referee.check.positions import Case
from referee.judge import Rules, judge
from referee.sandbox import Sandbox
from referee.sandbox.run_result import RunEnd
from referee.turn import Turn, play, run
from referee.verdict import Ending, Verdict

_MOST_FAILED = 3
"""After this many lost turns the rest would show nothing new."""
_MOST_WASTED = Decimal(2)
"""Nor after this many seconds spent on such turns."""
_SHORT, _LONGER = Decimal(2), Decimal(6)
"""Seconds of the first clock, and of the second for a bot that is perhaps only slow."""
_STARTS = 3
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Trial:
    number: int
    """Of the position, from 1."""
    before: Matrix
    turn: Turn
    about: Text | None = None
    """What is special about the position."""

    @property
    def lost(self) -> Verdict | None:
        """The verdict, if what the bot did loses the game."""
        judged = self.turn.judged
        return judged.verdict if judged.made is None else None

    def lost_by(self, *endings: Ending) -> bool:
        """Whether it loses in one of these ways."""
        return self.lost is not None and self.lost.ending in endings

    @property
    def was_stopped(self) -> bool:
        """Whether it did not end within its time."""
        return self.turn.happened.end in (RunEnd.CPU_OVER, RunEnd.OWN_TIME_OVER)

    @property
    def move(self) -> str | None:
        """The move that it made, if it is legal."""
        made = self.turn.judged.made
        return made.text if made else None


@dataclass(frozen=True, slots=True)
class Trials:
    """All of them. What is read otherwise is not tried with a bot that does not end."""

    made: tuple[Trial, ...]
    windows: Trial | None = None
    """The first position, in a file with the line ends of Windows."""
    marked: Trial | None = None
    """The same, in a file that begins with a byte-order mark."""
    again: Trial | None = None
    """The same once more, as at first."""

    @property
    def all(self) -> tuple[Trial, ...]:
        others = (self.windows, self.marked, self.again)
        return (*self.made, *(trial for trial in others if trial is not None))


def try_out(
    bots_sandbox: Sandbox,
    cases: Iterable[Case],
    rules: Rules,
    tell: Callable[[int], None] = lambda _: None,
) -> Trials:
    """Lets the bot of that sandbox play in these positions. Raises RefereeError.

    Tells in how many it has played.
    """
    coming = iter(cases)
    first = next(coming)
    with bots_sandbox as sandbox:
        endless = list(_hurried(first, sandbox, rules))
        if endless:
            return Trials(tuple(endless))
        made: list[Trial] = []
        for number, case in enumerate(chain([first], coming), start=1):
            made.append(_tried(number, case, made, sandbox, rules))
            tell(number)
            if _is_enough(made):
                break
        if made[-1].was_stopped:
            return Trials(tuple(made))
        return Trials(tuple(made), *_read_otherwise(first.matrix, sandbox, rules))


def _hurried(first: Case, sandbox: Sandbox, rules: Rules) -> Iterator[Trial]:
    """The turns of a bot that does not end in time; none, if it does when it has to hurry."""
    for clock in (_SHORT, _LONGER):
        if clock >= min(first.matrix.times):
            return
        hurried = replace(first.matrix, times=(clock, clock))
        trial = Trial(1, hurried, play(hurried, sandbox, rules), first.about)
        if not trial.was_stopped:
            return
        is_asleep = trial.turn.happened.end is RunEnd.OWN_TIME_OVER
        if is_asleep or clock is _LONGER or _has_written(trial):
            yield trial
            return


def _has_written(trial: Trial) -> bool:
    return trial.turn.happened.file.data != write_matrix(trial.before).encode()


def _tried(number: int, case: Case, made: Sequence[Trial], sandbox: Sandbox, rules: Rules) -> Trial:
    """One turn; a late one is played once more, if the bot has ever been in time."""
    matrix = _with_time_to_start(case.matrix, made)
    trial = Trial(number, matrix, play(matrix, sandbox, rules), case.about)
    if trial.lost_by(Ending.OUT_OF_TIME) and any(other.move for other in made):
        return replace(trial, turn=play(matrix, sandbox, rules))
    return trial


def _is_enough(made: Sequence[Trial]) -> bool:
    """Whether what comes would teach nothing."""
    lost = [trial.turn.happened.own for trial in made if trial.lost]
    return len(lost) == _MOST_FAILED or sum(lost) > _MOST_WASTED


def _with_time_to_start(matrix: Matrix, made: Sequence[Trial]) -> Matrix:
    """At least three times what the quickest turn until now took: to be slow to start is no fault.

    Beside other work the same start can take a runtime twice the processor time.
    """
    quickest = min((trial.turn.happened.own for trial in made), default=Decimal(0))
    enough = told_seconds(_STARTS * quickest)
    a, b = matrix.times
    if matrix.position.player == "A":
        return replace(matrix, times=(max(a, enough), b))
    return replace(matrix, times=(a, max(b, enough)))


def _read_otherwise(first: Matrix, sandbox: Sandbox, rules: Rules) -> Iterator[Trial]:
    """Turns with a file that is not written as the referee writes it, and with one that is."""
    text = write_matrix(first)
    allowance = rules.timing.allowance(first.time_of(first.position.player))
    for file in (text.replace("\n", "\r\n"), _BOM + text, text):
        happened = run(sandbox, file.encode(), allowance)
        yield Trial(1, first, Turn(happened, judge(first, happened, rules)))


_MOST_LINES = 24
_WIDEST = 100


def exhibit(trial: Trial) -> str:
    """Lines that show why."""
    happened = trial.turn.happened
    parts = [f"matrix.txt:\n{write_matrix(trial.before).rstrip()}"]
    if happened.file.data:
        parts.append(f"->\n{_shown(happened.file.data)}")
    if happened.printed:
        parts.append(f"stdout, stderr:\n{_shown(happened.printed)}")
    return "\n".join(parts)


def _shown(data: bytes) -> str:
    """The text made printable and shortened to what a person would read."""
    lines = data.decode("utf-8", "replace").splitlines()[:_MOST_LINES]
    return "\n".join(printable(line[:_WIDEST]) for line in lines)

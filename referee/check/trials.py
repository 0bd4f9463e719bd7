"""The turns that a bot plays to be checked, each judged as in a game, and shown as its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from formats.matrix import Matrix, write_matrix
from formats.printable import printable
from formats.seconds import told_seconds
from formats.text import Text
from referee.check.positions import Case
from referee.judge import Rules, judge
from referee.sandbox import Sandbox
from referee.turn import Turn, play, run
from referee.verdict import Ending, Verdict

_MOST_FAILED = 3
"""After this many lost turns the rest would show nothing new."""
_STARTS = 2
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Trial:
    """A turn that was played in a position."""

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
    def move(self) -> str | None:
        """The move that it made, if it is legal."""
        made = self.turn.judged.made
        return made.text if made else None


@dataclass(frozen=True, slots=True)
class Trials:
    """All of them."""

    made: tuple[Trial, ...]
    windows: Trial
    """The first position, in a file with the line ends of Windows."""
    marked: Trial
    """The same, in a file that begins with a byte-order mark."""
    again: Trial
    """The same once more, as at first."""

    @property
    def all(self) -> tuple[Trial, ...]:
        """Every turn that was played."""
        return (*self.made, self.windows, self.marked, self.again)


def try_out(bots_sandbox: Sandbox, cases: Sequence[Case], rules: Rules) -> Trials:
    """Lets the bot of that sandbox play in these positions. Raises RefereeError."""
    first = cases[0].matrix
    text = write_matrix(first)
    with bots_sandbox as sandbox:
        made: list[Trial] = []
        for case in cases:
            matrix = _with_time_to_start(case.matrix, made)
            made.append(Trial(matrix, play(matrix, sandbox, rules), case.about))
            if sum(trial.lost is not None for trial in made) == _MOST_FAILED:
                break
        return Trials(
            tuple(made),
            _trial(first, text.replace("\n", "\r\n"), sandbox, rules),
            _trial(first, _BOM + text, sandbox, rules),
            _trial(first, text, sandbox, rules),
        )


def _with_time_to_start(matrix: Matrix, made: Sequence[Trial]) -> Matrix:
    """At least twice what the quickest turn until now took: to be slow to start is no fault."""
    quickest = min((trial.turn.happened.own for trial in made), default=Decimal(0))
    enough = told_seconds(_STARTS * quickest)
    a, b = matrix.times
    if matrix.position.player == "A":
        return replace(matrix, times=(max(a, enough), b))
    return replace(matrix, times=(a, max(b, enough)))


def _trial(before: Matrix, text: str, sandbox: Sandbox, rules: Rules) -> Trial:
    """A turn with a file that is not written as the referee writes it."""
    allowance = rules.timing.allowance(before.time_of(before.position.player))
    happened = run(sandbox, text.encode(), allowance)
    return Trial(before, Turn(happened, judge(before, happened, rules)))


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

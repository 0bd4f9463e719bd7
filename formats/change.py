"""A change from one file to the next, with all that is wrong with either, each thing once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from formats.explain import explain
from formats.fault import Diagnostic, Severity
from formats.game import Outcome, Position
from formats.matrix import Matrix, Reading
from formats.seconds import MARGIN
from formats.winner import WINNER_KINDS


@dataclass(frozen=True, slots=True)
class Change:
    """The move that was made, if it was a legal one, and what is wrong with the later file."""

    move: object | None
    diagnostics: tuple[Diagnostic, ...]
    position: Position | None = None
    """What the move leads to."""
    outcome: Outcome | None = None
    """How the game ends by it."""

    @property
    def good(self) -> bool:
        """Whether the later file is what a legal move makes of the earlier one."""
        return not any(d.severity is Severity.ERROR for d in self.diagnostics)


def change(before: Reading, after: Reading) -> Change:
    """How the second file came of the first; nothing is said where one of them cannot be read."""
    if before.matrix is None or not before.good:
        return Change(None, after.diagnostics)
    return change_of(before.matrix, after)


def change_of(
    before: Matrix,
    after: Reading,
    earlier: Sequence[str] | None = None,
    margin: Decimal = MARGIN,
) -> Change:
    """How a file came of what is known to be good, after those moves if they are known.

    Times may be rounded by the margin.
    """
    if after.matrix is None:
        return Change(None, after.diagnostics)
    explanation = explain(before, after.matrix, earlier, margin)
    alone = after.diagnostics
    if explanation.position is not None:
        # Who knows the move knows better than the board alone whether the game is over.
        alone = tuple(d for d in alone if d.fault.kind not in WINNER_KINDS)
    found = {(d.line, d.column, d.code): d for d in alone}
    for diagnostic in map(after.locate, explanation.faults):
        found.setdefault((diagnostic.line, diagnostic.column, diagnostic.code), diagnostic)
    told = tuple(found[key] for key in sorted(found))
    return Change(explanation.move, told, explanation.position, explanation.outcome)

"""A turn of Virus War and its notation."""

from __future__ import annotations

from dataclasses import dataclass

from formats.board import Cell, cell_named

_MOST_STEPS = 256
"""No board has more cells. A turn that has more than three steps is told how many it may have."""


@dataclass(frozen=True, slots=True, eq=False)
class StepTurn:
    """The steps of a turn in a legal order; no steps are a pass."""

    steps: tuple[Cell, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Whether the same steps are made: their order does not matter."""
        return isinstance(other, StepTurn) and sorted(self.steps) == sorted(other.steps)

    def __hash__(self) -> int:
        """Equal for turns of the same steps."""
        return hash(frozenset(self.steps))

    def __str__(self) -> str:
        """The turn in notation."""
        return "-".join(map(str, self.steps)) or "pass"


PASS = StepTurn()


def turn_named(text: str) -> StepTurn | None:
    """The turn so written, or nothing when it is none."""
    if text == str(PASS):
        return PASS
    if text.count("-") >= _MOST_STEPS:
        return None
    cells = [cell_named(name) for name in text.split("-")]
    steps = tuple(cell for cell in cells if cell is not None)
    return StepTurn(steps) if len(steps) == len(cells) else None

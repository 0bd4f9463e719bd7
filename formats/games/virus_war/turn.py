"""A turn of Virus War, its notation, and the order in which its steps can be made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

from formats.board import Cell, cell_named
from formats.fault import Fault

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
        return "-".join(map(str, self.steps)) or "pass"


PASS = StepTurn()


def turn_named(text: str) -> StepTurn | None:
    """The turn in this notation; nothing if it is not one."""
    if text == str(PASS):
        return PASS
    if text.count("-") >= _MOST_STEPS:
        return None
    cells = [cell_named(name) for name in text.split("-")]
    steps = tuple(cell for cell in cells if cell is not None)
    return StepTurn(steps) if len(steps) == len(cells) else None


def ordered(
    steps: Sequence[Cell], progress: Callable[[Sequence[Cell]], tuple[int, Fault | None]]
) -> StepTurn | Fault:
    """The steps in a legal order, or what is wrong with the order that comes furthest.

    ``progress`` says how many steps can be made in an order, and what is wrong with the next.
    """
    furthest, why = -1, None
    stuck: tuple[Cell, ...] = ()
    for order in permutations(steps):
        if stuck and order[: len(stuck)] == stuck:
            continue  # it begins like the one before, and comes no further
        made, fault = progress(order)
        if fault is None:
            return StepTurn(order)
        stuck = order[: made + 1]
        if made > furthest:
            furthest, why = made, fault
    assert why, "there is at least one order"
    return why

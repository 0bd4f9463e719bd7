"""Turns of Virus War, their notation, and the order in which their steps can be made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

from formats.board import Cell, cell_from_name
from formats.fault import Fault

_MOST_STEPS = 256
"""Number of cells of the largest board; a turn of more than three steps can still be read."""


@dataclass(frozen=True, slots=True, eq=False)
class StepTurn:
    """The steps of a turn in a legal order; no steps are a pass."""

    steps: tuple[Cell, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Return whether the turns have the same steps, in any order."""
        return isinstance(other, StepTurn) and sorted(self.steps) == sorted(other.steps)

    def __hash__(self) -> int:
        """Return a hash that does not depend on the order of the steps."""
        return hash(frozenset(self.steps))

    def __str__(self) -> str:
        return "-".join(map(str, self.steps)) or "pass"


PASS = StepTurn()


def turn_from_name(text: str) -> StepTurn | None:
    """Return the turn in this notation; None if it is not one."""
    if text == str(PASS):
        return PASS
    if text.count("-") >= _MOST_STEPS:
        return None
    cells = [cell_from_name(name) for name in text.split("-")]
    steps = tuple(cell for cell in cells if cell is not None)
    return StepTurn(steps) if len(steps) == len(cells) else None


def order_steps(
    steps: Sequence[Cell], progress: Callable[[Sequence[Cell]], tuple[int, Fault | None]]
) -> StepTurn | Fault:
    """Return the steps in a legal order, or the fault of the order that comes furthest.

    ``progress`` returns how many steps can be made in an order, and the fault of the next one.
    """
    furthest, reason = -1, None
    stuck: tuple[Cell, ...] = ()
    for order in permutations(steps):
        if stuck and order[: len(stuck)] == stuck:
            continue  # This order begins like an illegal one.
        count, fault = progress(order)
        if fault is None:
            return StepTurn(order)
        stuck = order[: count + 1]
        if count > furthest:
            furthest, reason = count, fault
    assert reason, "there is at least one order"
    return reason

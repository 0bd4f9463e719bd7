"""How games end: who has won, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from formats.text import Text

Winner: TypeAlias = Literal["A", "B", "D"]
"""D is a draw."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a game ended: a name for programs and a sentence for people."""

    name: str
    text: Text


HALF_MOVE_LIMIT = Reason(
    "half-move-limit",
    Text("the half-move limit is reached", "достигнут предел полуходов"),
)
LIMIT_BY_POINTS = Reason(
    HALF_MOVE_LIMIT.name,
    Text(
        "the half-move limit is reached, and the points decide",
        "достигнут предел полуходов, решают очки",
    ),
)
REPETITION = Reason(
    "repetition",
    Text("a sequence of moves was repeated three times", "серия ходов повторена трижды"),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner, D for a draw, and why."""

    winner: Winner
    reason: Reason


def by_points(points: tuple[int, int], reason: Reason) -> Outcome:
    """The end of a game that is won by points; equal points are a draw."""
    a, b = points
    return Outcome("D" if a == b else "A" if a > b else "B", reason)

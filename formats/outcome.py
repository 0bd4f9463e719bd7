"""Outcomes of games: the winner and the reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from formats.text import Text

Winner: TypeAlias = Literal["A", "B", "D"]
"""The winner of a game; D is a draw."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why a game ended: a name for programs and a sentence for people."""

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
    """The end of a game: the winner, D for a draw, and the reason."""

    winner: Winner
    reason: Reason


def by_points(points: tuple[int, int], reason: Reason) -> Outcome:
    """Return the outcome of a game that is decided by points; equal points are a draw."""
    a, b = points
    return Outcome("D" if a == b else "A" if a > b else "B", reason)

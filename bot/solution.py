"""The result of solving a position, the same type for every kernel.

A kernel that can solve has ``Position.solve(seconds, limit, tell, all_moves, cores)``, which
returns a ``Solution``; other kernels lack the method. A kernel uses as many of the cores as it has
work for, which may be one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

UNPROVEN = "U"


@dataclass(frozen=True, slots=True)
class Value:
    winner: str
    """Proven winner A or B, D for a proven draw, U if nothing is proven."""
    half_moves: int | None = None
    """Most half-moves until the end of the game if the winner plays well."""
    shortest: bool = False
    """True if it is proven, too, that no sooner end can be forced."""
    chance: float | None = None
    """Estimated chance of the player to move, from 0 to 1, if nothing is proven."""

    @property
    def proven(self) -> bool:
        """Return whether the value is proven and not estimated."""
        return self.winner != UNPROVEN


@dataclass(frozen=True, slots=True)
class Progress:
    depth: int
    """Depth to which all lines were searched; 0 if proof numbers follow some lines much deeper."""
    nodes: int
    seconds: float
    best: str


Tell: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position, and of every move in it."""

    value: Value
    best: str
    """Name of a best move, as far as it is known."""
    moves: dict[str, Value]
    """Values of the moves, with chances for the player who makes the move; may be empty."""
    nodes: int
    seconds: float

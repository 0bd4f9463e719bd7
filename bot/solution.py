"""What a kernel says of a position that it was asked to solve: every kernel says it alike.

A kernel that can solve has ``Position.solve(seconds, limit, tell, all_moves, cores)``, which
returns a ``Solution``. A caller finds out by looking whether the kernel has it. Of the cores
it uses as many as it has work for, which may be one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

UNPROVEN = "U"


@dataclass(frozen=True, slots=True)
class Value:
    winner: str
    """A, B, or D for a draw, if that is proven; U if it is not."""
    half_moves: int | None = None
    """In how many half-moves the game ends, at the most, if the winner plays well."""
    shortest: bool = False
    """Whether it is proven, too, that it cannot be made to end sooner."""
    chance: float | None = None
    """Where nothing is proven: the estimated chance of the player to move, from 0 to 1."""

    @property
    def proven(self) -> bool:
        """Whether it is more than an estimate."""
        return self.winner != UNPROVEN


@dataclass(frozen=True, slots=True)
class Progress:
    depth: int
    """To which all lines were looked at; 0 where proof numbers follow some much deeper."""
    nodes: int
    seconds: float
    best: str


Tell: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position, and of every move in it."""

    value: Value
    best: str
    """A best move, as far as is known."""
    moves: dict[str, Value]
    """Chances are those of the player who makes the move. Empty if only the value was asked."""
    nodes: int
    seconds: float

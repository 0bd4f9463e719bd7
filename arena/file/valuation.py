"""What the positions of a game are worth, and which half-moves gave something away.

A worth is a chance of A, from 0 to 1. What is proven is 0, a half or 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from arena import texts
from arena.file.solve import solution_of
from formats.game import Player
from formats.matrix import Matrix
from formats.text import Text

_LEAST, _MOST = 0.01, 0.99
"""Nothing is certain that is not proven."""
_MISTAKE, _BLUNDER = 0.15, 0.35
"""A chance that was given away."""


@dataclass(frozen=True, slots=True)
class Worth:
    chance: float | None
    """Of A; nothing where nothing is known."""
    proven: bool
    half_moves: int | None
    """In how many the game ends, where that is proven."""
    best: str
    """A best move, as far as is known; empty where the game is over."""

    def of(self, player: Player) -> float | None:
        return 1 - self.chance if self.chance is not None and player == "B" else self.chance


def worth(mover: Player, winner: str, chance: float | None, best: str, ends: int | None) -> Worth:
    """What a kernel says: who wins for certain, or else the chance of the player to move."""
    certain = {"A": 1.0, "B": 0.0, "D": 0.5}
    if winner in certain:
        return Worth(certain[winner], True, ends, best)
    if chance is None:
        return Worth(None, False, None, best)
    bounded = min(max(chance, _LEAST), _MOST)
    return Worth(bounded if mover == "A" else 1 - bounded, False, None, best)


def worth_of(matrix: Matrix, seconds: float, limit: int | None) -> Worth:
    """Return what our search says of the position in that time, on one core; perhaps nothing."""
    mover, outcome = matrix.position.player, matrix.outcome
    if outcome is not None:
        return worth(mover, outcome.winner, None, "", 0)
    try:
        found = solution_of(matrix, seconds, limit)
    except (ImportError, ValueError):
        found = None
    if found is None:
        return Worth(None, False, None, "")
    chances = [one.chance for one in found.moves.values() if one.chance is not None]
    chance = found.value.chance if found.value.chance is not None else max(chances, default=None)
    return worth(mover, found.value.winner, chance, found.best, found.value.half_moves)


@dataclass(frozen=True, slots=True)
class Slip:
    """A half-move that gave something away."""

    kind: Literal["mistake", "blunder"]
    lost: float
    sentence: Text


@dataclass
class Valuation:
    """The worth of every position, by how many half-moves led to it, as far as it is known."""

    known: dict[int, Worth] = field(default_factory=dict)
    wanted: bool = False
    """Whether all positions are to be looked at."""

    def forget_after(self, half_moves: int) -> None:
        """Moves were taken back: what came after so many is not so any more."""
        self.known = {n: one for n, one in self.known.items() if n <= half_moves}

    def slip(self, half_moves: int, player: Player, move: str) -> Slip | None:
        """What the player gave away who made the half-move after so many others."""
        before, after = self.known.get(half_moves), self.known.get(half_moves + 1)
        if before is None or after is None or before.best == move:
            return None
        had, has = before.of(player), after.of(player)
        if had is None or has is None or had - has < _MISTAKE:
            return None
        filled = {"best": before.best, "had": _percent(had), "has": _percent(has)}
        text = texts.SLIP if before.best else texts.SLIP_UNKNOWN
        kind: Literal["mistake", "blunder"] = "blunder" if had - has >= _BLUNDER else "mistake"
        return Slip(kind, had - has, text.filled(filled))


def _percent(chance: float) -> str:
    return f"{chance:.0%}".replace("%", "\u00a0%")

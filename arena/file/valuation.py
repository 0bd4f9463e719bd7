"""Worth of the positions of a game, and the half-moves that gave something away.

A worth is A's chance, from 0 to 1. A proven worth is 0, a half or 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from arena import texts
from arena.file.solve import percent, solution_of, unproven_chance
from formats.game import AnyGame, Player
from formats.matrix import Matrix
from formats.text import Text

_WEAK, _VERY_WEAK = 0.15, 0.35
"""Losses of chance from which a half-move is weak or very weak."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Worth of a position."""

    chance: float | None
    """Chance of A; None if nothing is known."""
    proven: bool
    half_moves: int | None
    """Number of half-moves to the end of the game, where that is proven."""
    best: str
    """A best move, as far as is known; empty where the game is over."""


def worth_from_result(
    mover: Player, winner: str, chance: float | None, best: str, ends: int | None
) -> Worth:
    """Return the worth from a kernel's result.

    That is a proven winner, or else the chance of the player to move.
    """
    certain = {"A": 1.0, "B": 0.0, "D": 0.5}
    if winner in certain:
        return Worth(certain[winner], True, ends, best)
    if chance is None:
        return Worth(None, False, None, best)
    unproven = unproven_chance(chance)
    return Worth(unproven if mover == "A" else 1 - unproven, False, None, best)


def worth_of(matrix: Matrix, seconds: float, limit: int | None) -> Worth:
    """Return the worth that the kernel finds in that time, on one core; perhaps an unknown one."""
    mover, outcome = matrix.position.player, matrix.outcome
    if outcome is not None:
        return worth_from_result(mover, outcome.winner, None, "", 0)
    try:
        solution = solution_of(matrix, seconds, limit)
    except (ImportError, ValueError):
        solution = None
    if solution is None:
        return Worth(None, False, None, "")
    chances = [value.chance for value in solution.moves.values() if value.chance is not None]
    chance = (
        solution.value.chance if solution.value.chance is not None else max(chances, default=None)
    )
    return worth_from_result(
        mover, solution.value.winner, chance, solution.best, solution.value.half_moves
    )


def proven_in_words(worth: Worth, game: AnyGame) -> Text:
    """Return who wins, and how soon, in a position whose worth is proven."""
    if worth.chance == 0.5:
        return texts.PROVEN_DRAW
    winner: Player = "A" if worth.chance else "B"
    values: dict[str, object] = {"side": game.sides[winner], "winner": winner}
    if not worth.half_moves:
        return texts.PROVEN_WIN.filled(values)
    count = texts.half_moves(worth.half_moves)
    return texts.PROVEN_WIN_WITHIN.filled({**values, "count": count})


@dataclass(frozen=True, slots=True)
class WeakMove:
    """A half-move that gave something away."""

    severity: Literal["weak", "very-weak"]
    lost: float
    sentence: Text


@dataclass
class Valuation:
    """Worths of positions, by the number of half-moves before them, as far as they are known."""

    known: dict[int, Worth] = field(default_factory=dict)
    wanted: bool = False
    """True if all positions are to be valued."""

    def forget_after(self, half_moves: int) -> None:
        """Forget positions after so many half-moves, since moves were taken back."""
        self.known = {number: value for number, value in self.known.items() if number <= half_moves}

    def weak_move(
        self, game: AnyGame, half_moves: int, player: Player, move: str
    ) -> WeakMove | None:
        """Return what the half-move after so many others gave away, if it did."""
        before, after = self.known.get(half_moves), self.known.get(half_moves + 1)
        if before is None or after is None:
            return None
        # The best move may be written with its steps in another order.
        if before.best and game.parse(before.best) == game.parse(move):
            return None
        if before.chance is None or after.chance is None:
            return None
        lost = before.chance - after.chance if player == "A" else after.chance - before.chance
        if lost < _WEAK:
            return None
        values = {
            "best": before.best,
            "side": game.sides["A"],
            "had": percent(before.chance),
            "has": percent(after.chance),
        }
        text = texts.BEST_MOVE_MISSED if before.best else texts.CHANCE_FELL
        return WeakMove("very-weak" if lost >= _VERY_WEAK else "weak", lost, text.filled(values))

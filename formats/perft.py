"""How many ways a game can go on: the count by which two programs prove that they know one law."""

from __future__ import annotations

from formats.game import Position
from formats.games import AnyGame


def perft(game: AnyGame, position: Position, depth: int) -> int:
    """The number of step sequences of exactly that length; a game that has ended has none."""
    if depth == 0:
        return 1
    if game.outcome(position) is not None:
        return 0
    steps = game.steps(position)
    if depth == 1:
        return sum(1 for _ in steps)
    return sum(perft(game, game.step(position, step), depth - 1) for step in steps)

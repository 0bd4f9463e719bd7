"""Walks through the positions that can follow a position, by the rules alone.

``perft`` counts sequences of steps: equal numbers prove that two programs know the same rules.
Random games lead to positions that nobody has prepared for.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from formats.game import BadNotation, Position
from formats.games import AnyGame

PASS = "pass"


def perft(game: AnyGame, position: Position, depth: int) -> int:
    """Return the number of step sequences of exactly that length; a game that is over has none."""
    if depth == 0:
        return 1
    if game.outcome(position) is not None:
        return 0
    steps = game.steps(position)
    if depth == 1:
        return sum(1 for _ in steps)
    return sum(perft(game, game.step(position, step), depth - 1) for step in steps)


def pass_move(game: AnyGame, position: Position) -> object | None:
    """Return the pass, if it is legal; it need not be one of the steps."""
    if position.steps:
        return None
    try:
        move: object = game.parse(PASS)
    except BadNotation:
        return None
    return None if game.fault_of(position, move) else move


def random_game(game: AnyGame, position: Position, random: Random) -> Iterator[Position]:
    """Yield the positions from this one to the end of the game, both included."""
    yield position
    while game.outcome(position) is None:
        position = random_turn(game, position, random)
        yield position


def random_turn(game: AnyGame, position: Position, random: Random) -> Position:
    """Return the position after a random legal move, chosen step by step, since turns are many."""
    player = position.player
    while position.player == player:
        steps = list(game.steps(position))
        if not steps:
            return game.perform(position, game.parse(PASS))
        position = game.step(position, random.choice(steps))
    return position

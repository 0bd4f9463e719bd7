"""Plays games at random, by the law alone: to get positions that nobody has prepared for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from formats.game import Position
from formats.games import AnyGame

PASS = "pass"


def random_game(game: AnyGame, position: Position, lot: Random) -> Iterator[Position]:
    """The positions from this one to the end of the game, both included."""
    yield position
    while game.outcome(position) is None:
        position = random_turn(game, position, lot)
        yield position


def random_turn(game: AnyGame, position: Position, lot: Random) -> Position:
    """What some legal move makes of it: a step at a time, since whole turns can be very many."""
    player = position.player
    while position.player == player:
        steps = list(game.steps(position))
        if not steps:
            return game.perform(position, game.parse(PASS))
        position = game.step(position, lot.choice(steps))
    return position

"""Positions to try a bot in: from random games, of both sides, some with little time left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import count, islice
from random import Random

from formats.game import PLAYERS, Player, Position, Start, player_of
from formats.games import AnyGame
from formats.matrix import Matrix, read, write
from referee.random_play import random_game

_STAGES = (Decimal(0), Decimal("0.3"), Decimal("0.6"), Decimal("0.9"), Decimal(1))
"""How far into its game each position is: 1 is where the next move can end it."""
_EVERY_LATE, _EVERY_HASTY = 7, 6
_MILLISECOND = Decimal("0.001")
_HASTE = 30
"""Of the time for a game, this part is little."""


def some_positions(game: AnyGame, wish: Start, time: Decimal, number: int) -> list[Matrix]:
    """So many positions, the same each time. Raises BadRequest."""
    return list(islice(_positions(game, wish, time), number))


def _positions(game: AnyGame, wish: Start, time: Decimal) -> Iterator[Matrix]:
    numbers = count()
    for seed in count():
        start = game.start(wish if seed == 0 else replace(wish, seed=seed))
        *going_on, _ = random_game(game, start, Random(seed))
        for stage, number in zip(_STAGES, numbers, strict=False):
            position = _chosen(going_on, stage, PLAYERS[number % 2])
            if number % _EVERY_LATE == _EVERY_LATE - 1:
                position = _at_the_limit(game, position)
            hasty = number % _EVERY_HASTY == _EVERY_HASTY - 1
            left = time / _HASTE if hasty else time * (1 - stage * Decimal("0.8"))
            yield Matrix(game, position, times=(_exact(left), _exact(left)))


def _exact(seconds: Decimal) -> Decimal:
    return max(seconds.quantize(_MILLISECOND), _MILLISECOND)


def _chosen(positions: list[Position], stage: Decimal, player: Player) -> Position:
    """The last position of that stage in which that player is to move, if there is one."""
    last = int(stage * (len(positions) - 1))
    own = [p for p in positions[: last + 1] if p.player == player]
    return own[-1] if own else positions[last]


def _at_the_limit(game: AnyGame, position: Position) -> Position:
    """The same position in one of the last half-moves, if the game counts them."""
    if game.limit is None:
        return position
    half_move = game.limit if player_of(game.limit) == position.player else game.limit - 1
    late = replace(position, half_move=half_move)
    return late if read(write(Matrix(game, late)).encode(), limit=game.limit).good else position

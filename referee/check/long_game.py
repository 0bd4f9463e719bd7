"""The longest game that a bot may have to play: the number of its moves, and their positions.

A bot's clock must last for it. Where the rules limit the half-moves, the limit gives the number of
moves; elsewhere games are played in which each move changes little, and the longest one counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from formats.board import Board
from formats.game import PLAYERS, Player, Position, StartRequest
from formats.game_tree import random_game, random_turn
from formats.games import AnyGame

_GAMES = 12
_TURNS_COMPARED = 6
"""Number of random turns from which a slow game takes the one that changes fewest cells."""
_TIMED_MOVES = 8
"""Moves in which a quick bot is timed."""


@dataclass(frozen=True, slots=True)
class LongGame:
    """A long game, and the number of moves of a player in the longest one."""

    moves: int
    positions: tuple[Position, ...]
    """Positions of the game in order, from its start; the game ends after the last one."""
    end: Position

    @property
    def step(self) -> int:
        """Largest number of moves from one timed move to the next."""
        return -(-self.moves // _TIMED_MOVES)

    @property
    def timed_move_count(self) -> int:
        """Number of moves that are a step apart, from the first on."""
        return -(-self.moves // self.step)

    def position(self, move: int) -> Position:
        """Return the position in which a player makes the move with that index, from 0.

        The players take turns, so that both sides are seen.
        """
        positions = self._positions_of(PLAYERS[move // self.step % 2]) or list(self.positions)
        return positions[min(move * len(positions) // self.moves, len(positions) - 1)]

    def _positions_of(self, player: Player) -> list[Position]:
        return [position for position in self.positions if position.player == player]


@lru_cache(maxsize=16)
def long_game(game: AnyGame, request: StartRequest) -> LongGame:
    """Play a few games and return the longest. Raise BadRequest."""
    games = []
    for seed in range(_GAMES):
        start = game.start(replace(request, seed=seed) if seed else request)
        games.append(list(random_game(game, start, Random(seed))))
    games.append(_slow_game(game, game.start(request)))
    *positions, end = max(games, key=len)
    half_moves = len(positions)
    if game.limit is not None:
        half_moves = max(half_moves, game.limit - positions[0].half_move + 1)
    return LongGame(-(-half_moves // 2), tuple(positions), end)


def _slow_game(game: AnyGame, position: Position) -> list[Position]:
    """Play a game in which each turn changes few cells: such games last long."""
    random, positions = Random(0), [position]
    while game.outcome(position) is None:
        board = position.board
        turns = [random_turn(game, position, random) for _ in range(_TURNS_COMPARED)]
        position = min(
            turns, key=lambda after: (_is_over(game, after), _changed_cell_count(board, after))
        )
        positions.append(position)
    return positions


def _is_over(game: AnyGame, position: Position) -> bool:
    return game.outcome(position) is not None


def _changed_cell_count(board: Board, after: Position) -> int:
    return len(after.board.differences(board))

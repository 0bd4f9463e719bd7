"""Solution of MMPeshki by the rules alone: every game is played to its end."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from formats.board import Board, Cell
from formats.game import Position
from formats.games.mmpeshki import MMPeshki


class GameValue(NamedTuple):
    """Winner under best play, or D, and the half-move with which the game ends."""

    winner: str
    end: int


class ExhaustiveSolver:
    """Solver of one game that stores every solved position."""

    def __init__(self, game: MMPeshki) -> None:
        self.board_game = game
        self._known: dict[tuple[tuple[str, ...], int], GameValue] = {}

    def value(self, position: Position) -> GameValue:
        """Return the value of the position."""
        key = (position.board.rows, position.half_move)
        if key not in self._known:
            self._known[key] = self._value(position)
        return self._known[key]

    def _value(self, position: Position) -> GameValue:
        outcome = self.board_game.outcome(position)
        if outcome is not None:
            return GameValue(outcome.winner, position.half_move - 1)
        values = [self.value_after(position, str(move)) for move in self.board_game.moves(position)]
        return max(values, key=lambda value: preference(value, position.player))

    def value_after(self, position: Position, move: str) -> GameValue:
        """Return the value of the position after the move."""
        return self.value(self.board_game.perform(position, self.board_game.parse(move)))


def preference(value: GameValue, player: str) -> int:
    """Return the player's preference: a win soon, then a draw, then a late loss."""
    if value.winner == "D":
        return 0
    return 1000 - value.end if value.winner == player else value.end - 1000


def small_position(
    random: Random, game: MMPeshki, pieces: int, most_left: int, *, mirrored: bool = False
) -> Position:
    """Return an unfinished position with so few pieces and half-moves that it can be played out.

    A mirrored position is symmetric left and right, and has `pieces` on each side of the middle.
    """
    limit = game.limit or 60
    while True:
        half_move = random.randint(max(2, limit - most_left + 1), limit)
        board = _small_board(
            random, random.randint(1, pieces), random.randint(1, pieces), mirrored=mirrored
        )
        position = Position(board, "A" if half_move % 2 else "B", half_move)
        if not list(game.faults(position)) and game.outcome(position) is None:
            return position


def _small_board(random: Random, red: int, blue: int, *, mirrored: bool) -> Board:
    cells = [Cell(column, row) for column in range(4 if mirrored else 8) for row in range(8)]
    marks = random.choice((0, 0, 4, 12, 24, 40))
    symbols = "A" * red + "B" * blue + "*" * (marks // 2 if mirrored else marks)
    changes = dict(zip(random.sample(cells, len(symbols)), symbols, strict=True))
    if mirrored:
        changes |= {Cell(7 - cell.column, cell.row): symbols for cell, symbols in changes.items()}
    return Board.filled("-", 8, 8).with_changes(changes)

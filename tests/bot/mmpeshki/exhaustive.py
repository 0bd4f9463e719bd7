"""MMPeshki solved as plainly as can be: every game played to its end, by the rules alone."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from formats.board import Board, Cell
from formats.game import Position
from formats.games.mmpeshki import MMPeshki


class Found(NamedTuple):
    """Who wins, D for nobody, and with which half-move if both play their best."""

    winner: str
    end: int


class Exhaustive:
    """Remembers every position of one game that it has solved."""

    def __init__(self, game: MMPeshki) -> None:
        self.board_game = game
        self._known: dict[tuple[tuple[str, ...], int], Found] = {}

    def value(self, position: Position) -> Found:
        """What the position is worth."""
        key = (position.board.rows, position.half_move)
        if key not in self._known:
            self._known[key] = self._value(position)
        return self._known[key]

    def _value(self, position: Position) -> Found:
        outcome = self.board_game.outcome(position)
        if outcome is not None:
            return Found(outcome.winner, position.half_move - 1)
        found = [self.value_after(position, str(move)) for move in self.board_game.moves(position)]
        return max(found, key=lambda one: liking(one, position.player))

    def value_after(self, position: Position, move: str) -> Found:
        """What the position is worth after the move."""
        return self.value(self.board_game.perform(position, self.board_game.parse(move)))


def liking(found: Found, player: str) -> int:
    """How glad the player is of it: a win soon, then a draw, then a loss late."""
    if found.winner == "D":
        return 0
    return 1000 - found.end if found.winner == player else found.end - 1000


def small_position(
    lot: Random, game: MMPeshki, pieces: int, most_left: int, *, mirrored: bool = False
) -> Position:
    """A position that goes on, with so few pieces and half-moves that it can be played out.

    Mirrored, it is the same left and right, and has so many pieces on each side of the middle.
    """
    limit = game.limit or 60
    while True:
        half_move = lot.randint(max(2, limit - most_left + 1), limit)
        board = _small_board(lot, lot.randint(1, pieces), lot.randint(1, pieces), mirrored=mirrored)
        position = Position(board, "A" if half_move % 2 else "B", half_move)
        if not list(game.faults(position)) and game.outcome(position) is None:
            return position


def _small_board(lot: Random, red: int, blue: int, *, mirrored: bool) -> Board:
    cells = [Cell(column, row) for column in range(4 if mirrored else 8) for row in range(8)]
    marks = lot.choice((0, 0, 4, 12, 24, 40))
    what = "A" * red + "B" * blue + "*" * (marks // 2 if mirrored else marks)
    there = dict(zip(lot.sample(cells, len(what)), what, strict=True))
    if mirrored:
        there |= {Cell(7 - cell.column, cell.row): what for cell, what in there.items()}
    return Board.filled("-", 8, 8).with_changes(there)

"""Plain positions for the independent rules of each game, and helpers that these share.

The folder of a game has a ``naive.py``: the rules once more, written from their prose alone. It
shares no code and, as far as possible, no method with the rules; it keeps nothing from one position
to the next, and is slow on purpose, though a whole game should be a matter of seconds. It has three
functions, and a fourth if passes are not among the moves:

    moves(position)        the legal moves in notation, each once; where a turn has steps, the steps
    after(position, move)  the position after one of them
    winner(position)       ``A``, ``B``, ``D`` for a draw, or ``U`` while the game goes on
    may_pass(position)     whether ``pass`` may be played as well; ``after`` plays it

The moves are only asked for while the game goes on. The limit of an event is not considered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

from formats.game import Position
from formats.games import AnyGame

Cell = tuple[int, int]
"""Column and row, both from 0 at the bottom left."""
Board = dict[Cell, str]
"""Character of each cell."""

OTHER = {"A": "B", "B": "A"}
_LETTERS = "abcdefghiklmnopqrstuvwxyz"
_NAMES = [*_LETTERS, *(first + second for first in _LETTERS for second in _LETTERS)]
_CELLS = {
    f"{letters}{row + 1}": (column, row)
    for column, letters in enumerate(_NAMES[:64])
    for row in range(64)
}


class PlainPosition(NamedTuple):
    """A position of a game, in nothing but plain values."""

    rows: tuple[str, ...]
    player: str
    half_move: int
    points: tuple[int, int]
    rules: str | None
    """The line ``rules`` of the file."""
    steps_made: int
    """Number of steps of the turn that are already made."""
    passes: int
    """Number of passes in a row that led here."""
    state: tuple[str, ...]
    """Lines of the file that are the game's own."""

    @classmethod
    def of(cls, game: AnyGame, position: Position) -> PlainPosition:
        board, player, half_move = position.board, position.player, position.half_move
        steps_made, passes = len(position.steps), position.passes
        rest = position.points, game.rules_line, steps_made, passes, position.state
        return cls(tuple(board.rows), player, half_move, *rest)

    def then(
        self,
        board: Board,
        points: tuple[int, int] | None = None,
        passes: int = 0,
        state: tuple[str, ...] | None = None,
    ) -> Self:
        """Return the other player's position after a half-move that leads to this board."""
        return self._replace(
            rows=rows_of(board),
            player=OTHER[self.player],
            half_move=self.half_move + 1,
            points=self.points if points is None else points,
            steps_made=0,
            passes=passes,
            state=self.state if state is None else state,
        )


def more_points(points: tuple[int, int]) -> str:
    """Return the player with more points, or D if they are equal."""
    return "D" if points[0] == points[1] else "AB"[points[1] > points[0]]


def read(rows: Sequence[str]) -> Board:
    """Return the board of these rows, the top one first."""
    return {
        (column, row): mark
        for row, line in enumerate(reversed(rows))
        for column, mark in enumerate(line)
    }


def rows_of(board: Board) -> tuple[str, ...]:
    """Return the rows of a board, the top one first."""
    width, height = (1 + max(cell[axis] for cell in board) for axis in (0, 1))
    rows = ("".join(board[column, row] for column in range(width)) for row in range(height))
    return tuple(reversed(list(rows)))


def name_of(cell: Cell) -> str:
    """Return the name of a cell, a1 at the bottom left; there is no column j."""
    return f"{_NAMES[cell[0]]}{cell[1] + 1}"


def cell_of(name: str) -> Cell:
    """Return the cell of this name."""
    return _CELLS[name]


def cells_of(move: str, between: str = "-") -> tuple[Cell, Cell]:
    """Return the cells where a move such as b1-c3 begins and ends."""
    start, end = map(cell_of, move.split(between))
    return start, end

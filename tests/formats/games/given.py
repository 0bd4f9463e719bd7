"""What a second opinion on a law is asked about, and what all of them need.

The folder of a game has a ``naive.py``: the rules once more, written from their prose alone. It
shares no code and, as far as can be, no method with the rules; it keeps nothing from one position
to the next, and is slow on purpose, though a whole game should be a matter of seconds. Three
functions are asked of it, and a fourth where passes are none of the moves:

    moves(given)        the legal moves in notation, each once; where a turn has steps, the steps
    after(given, move)  what the position has become after one of them
    winner(given)       ``A``, ``B``, ``D`` for a draw, or ``U`` while the game goes on
    may_pass(given)     whether ``pass`` may be played as well; ``after`` knows what it leads to

Only where the game goes on is it asked for moves. Of a limit set by an event it knows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

from formats.game import Position
from formats.games import AnyGame

Cell = tuple[int, int]
"""Column and row, both from 0 at the bottom left."""
Board = dict[Cell, str]
"""From each cell to its character."""

OTHER = {"A": "B", "B": "A"}
_LETTERS = "abcdefghiklmnopqrstuvwxyz"
_NAMES = [*_LETTERS, *(first + second for first in _LETTERS for second in _LETTERS)]
_CELLS = {
    f"{letters}{row + 1}": (column, row)
    for column, letters in enumerate(_NAMES[:64])
    for row in range(64)
}


class Given(NamedTuple):
    """A position, in nothing but plain values."""

    rows: tuple[str, ...]
    player: str
    half_move: int
    points: tuple[int, int]
    rules: str | None
    """The line ``rules`` of its file."""
    made: int
    """Steps already made of the turn."""
    passes: int
    """How many passes in a row led here."""
    state: tuple[str, ...]
    """The lines of its file that are the game's own."""

    @classmethod
    def of(cls, game: AnyGame, position: Position) -> Given:
        board, player, half_move = position.board, position.player, position.half_move
        made, passes = len(position.steps), position.passes
        rest = position.points, game.rules_line, made, passes, position.state
        return cls(tuple(board.rows), player, half_move, *rest)

    def then(
        self,
        board: Board,
        points: tuple[int, int] | None = None,
        passes: int = 0,
        state: tuple[str, ...] | None = None,
    ) -> Self:
        """What the other player is given, once a half-move has made that of the board."""
        return self._replace(
            rows=written(board),
            player=OTHER[self.player],
            half_move=self.half_move + 1,
            points=self.points if points is None else points,
            made=0,
            passes=passes,
            state=self.state if state is None else state,
        )


def more_points(points: tuple[int, int]) -> str:
    """Say who has more points: nobody, if they are equal."""
    return "D" if points[0] == points[1] else "AB"[points[1] > points[0]]


def read(rows: Sequence[str]) -> Board:
    """Turn rows, the top one first, into a board."""
    return {
        (column, row): mark
        for row, line in enumerate(reversed(rows))
        for column, mark in enumerate(line)
    }


def written(board: Board) -> tuple[str, ...]:
    """Turn a board into rows, the top one first."""
    width, height = (1 + max(cell[axis] for cell in board) for axis in (0, 1))
    rows = ("".join(board[column, row] for column in range(width)) for row in range(height))
    return tuple(reversed(list(rows)))


def name_of(cell: Cell) -> str:
    """Name a cell, a1 at the bottom left; there is no column j."""
    return f"{_NAMES[cell[0]]}{cell[1] + 1}"


def cell_of(name: str) -> Cell:
    """Find the cell of that name."""
    return _CELLS[name]


def cells_of(move: str, between: str = "-") -> tuple[Cell, Cell]:
    """Find the cells where a move such as b1-c3 begins and ends."""
    start, end = map(cell_of, move.split(between))
    return start, end

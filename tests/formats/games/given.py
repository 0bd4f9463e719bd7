"""What a second opinion on a law is asked about, and what all of them need.

The folder of a game has a ``naive.py``: the rules once more, written from their prose alone. It
shares no code and, as far as can be, no method with the law; it remembers nothing from one position
to the next, and is slow on purpose. Its ``count`` counts the sequences of exactly so many legal
steps (a step is a move, or a single step of a turn, and never a pass); a game that is over has no
continuation. Where points are kept its ``results`` are the boards and points after each move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, cast

from formats.game import Position
from formats.games import AnyGame
from tests.formats.games.game_folders import module_of, needed

Cell = tuple[int, int]
Board = dict[Cell, str]
"""From (column, row), both from 0 at the bottom left, to the character of the cell."""
Result = tuple[tuple[str, ...], tuple[int, int]]

OTHER = {"A": "B", "B": "A"}


class Given(NamedTuple):
    """A position, in nothing but plain values."""

    rows: Sequence[str]
    player: str
    half_move: int
    points: tuple[int, int]
    rules: str | None
    """The line ``rules`` of its file."""
    made: int
    """Steps already made of the turn."""
    state: tuple[str, ...]
    """The lines of its file that are the game's own."""

    @classmethod
    def of(cls, game: AnyGame, position: Position) -> Given:
        board, player, half_move = position.board, position.player, position.half_move
        rest = position.points, game.rules_line, len(position.steps), position.state
        return cls(board.rows, player, half_move, *rest)


class Naive(Protocol):
    """What the ``naive.py`` of a game offers; ``results`` only where it keeps points."""

    def count(self, given: Given, depth: int) -> int: ...
    def results(self, given: Given) -> set[Result]: ...


def naive_of(game: str) -> Naive:
    """The second opinion on that game."""
    return cast("Naive", module_of(needed(game, "naive.py")))


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

"""A board as a picture in a page: squares, pieces and marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from arena.drawing.frames import drawing_of
from formats.board import Board, Cell, Look, column_name
from formats.games import AnyGame


class Square(NamedTuple):
    """A cell with its place in the picture, from the top left."""

    column: int
    row: int
    drawing: str
    look: Look
    classes: str


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Data for the template ``picture.html``."""

    game: AnyGame
    board: Board
    marked: Mapping[Cell, str] = field(default_factory=dict)
    """CSS classes of single cells."""

    @property
    def squares(self) -> Iterator[Square]:
        for cell in self.board:
            look = self.game.look_of(self.board, cell)
            shade = "dark" if (cell.column + cell.row) % 2 else "light"
            row = self.board.height - 1 - cell.row
            classes = f"{shade} {self.marked.get(cell, '')}".strip()
            yield Square(cell.column, row, drawing_of(self.game, look), look, classes)

    @property
    def columns(self) -> list[str]:
        return [column_name(column) for column in range(self.board.width)]

    @property
    def rows(self) -> list[int]:
        """Numbers of the rows, from the top."""
        return list(range(self.board.height, 0, -1))

"""Boards on pages: a picture of one position, and data by which a page steps through a game.

The page knows no rules. Letters stand for the looks of cells, and each half-move is the list of
cells whose look changes: the cell's number in base 36, and the letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from formats.board import Board, Cell, Look, column_name, index_width
from formats.games import AnyGame

_FIRST_LETTER = ord("a")
_NO_CHANGE, _POINTS = ".", "="


def drawing_of(game: AnyGame | type[AnyGame], look: Look) -> str:
    """Return the name of the look's drawing in ``pieces/``."""
    return f"{game.name}-{'-'.join(look.name.en.split())}"


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
            shade = "light" if (cell.column + cell.row) % 2 else "dark"  # a1 is dark
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


@dataclass
class Looks:
    """Looks of cells in a section, each with a letter."""

    game: AnyGame
    letters: dict[tuple[str, Look], str] = field(default_factory=dict)
    _letter_by_cell: dict[tuple[int, int, int, str], str] = field(default_factory=dict)
    """Letters by width, height, number of the cell and character."""

    def grid(self, board: Board) -> str:
        """Return the letters of all cells, row by row from the top."""
        size = board.width, board.height
        return "".join(
            self._letter(size, index, character)
            for index, character in enumerate("".join(board.rows))
        )

    def changes(self, size: tuple[int, int], text: str) -> str:
        """Return the changes of a half-move, from ``changes_between``, with letters of looks.

        Raise ValueError or LookupError if they are damaged.
        """
        width = index_width(size[0] * size[1])
        parts, at = [], 0
        while at < len(text) and text[at] != _POINTS and text != _NO_CHANGE:
            index, character = text[at : at + width], text[at + width]
            parts.append(index + self._letter(size, int(index, 36), character))
            at += width + 1
        return "".join([*parts, text[at:]])

    def _letter(self, size: tuple[int, int], index: int, character: str) -> str:
        key = (*size, index, character)
        letter = self._letter_by_cell.get(key)
        if letter is None:
            letter = self._letter_by_cell[key] = self._new_letter(size, index, character)
        return letter

    def _new_letter(self, size: tuple[int, int], index: int, character: str) -> str:
        """Return the letter of a cell's look, a new one for a new look.

        The look depends on the cell and its character.
        """
        width, height = size
        cell = Cell(index % width, height - 1 - index // width)
        board = Board.filled(character, width, height)
        look = character, self.game.look_of(board, cell)
        return self.letters.setdefault(look, chr(_FIRST_LETTER + len(self.letters)))

    @property
    def as_data(self) -> dict[str, Mapping[str, object]]:
        """Data of each letter's look: its drawing, its symbol, its colour and its name."""
        return {
            letter: {
                "drawing": drawing_of(self.game, look),
                "symbol": look.symbol,
                "colour": look.colour.replace("_", ""),
                "name": [look.name.en, look.name.ru],
                "file": character,
            }
            for (character, look), letter in self.letters.items()
        }

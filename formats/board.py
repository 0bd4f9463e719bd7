"""Cells, their names, and boards of cells.

Columns are lettered from the left without a j, as on the encyclopedia's board of Virus War:
a b c d e f g h i k ... z aa ab ... Rows are numbered from 1 at the bottom.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from formats.text import Text

_LETTERS = "abcdefghiklmnopqrstuvwxyz"
_NAME = re.compile(r"([a-ik-z]{1,4})([1-9][0-9]{0,5})")


class Cell(NamedTuple):
    """A place on a board: column and row, both from 0 at the bottom left."""

    column: int
    row: int

    def __str__(self) -> str:
        """Return the cell's name, such as a1 at the bottom left."""
        return f"{column_name(self.column)}{self.row + 1}"

    def shifted(self, right: int, up: int) -> Cell:
        """Return the cell so many columns to the right and rows up."""
        return Cell(self.column + right, self.row + up)

    @property
    def neighbours(self) -> Iterator[Cell]:
        """The eight cells that touch this one, including cells beyond the edge."""
        for right in (-1, 0, 1):
            for up in (-1, 0, 1):
                if right or up:
                    yield self.shifted(right, up)


@lru_cache(maxsize=1024)
def column_name(column: int) -> str:
    """Return the letters of a column: 0 is a, 9 is k."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, len(_LETTERS))
        name = _LETTERS[letter] + name
    return name


def cell_from_name(name: str) -> Cell | None:
    """Return the cell with that name; None if no cell can have it."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * len(_LETTERS) + _LETTERS.index(letter) + 1
    return Cell(column - 1, int(match[2]) - 1)


@dataclass(frozen=True, slots=True)
class Look:
    """Appearance of a cell: a character, the English name of a colour, and a name for people."""

    symbol: str
    colour: str
    name: Text


@dataclass(frozen=True, slots=True)
class Mark:
    """A remarkable feature of a cell and its surroundings, with a description."""

    name: str
    text: Text


@dataclass(frozen=True, slots=True)
class Board:
    """An immutable rectangle of characters, the top row first, as matrix.txt has it."""

    rows: tuple[str, ...]

    @classmethod
    def of(cls, rows: Sequence[str]) -> Board:
        """Return the board with these rows, which must have one length."""
        assert len({len(row) for row in rows}) == 1, "a board is a rectangle"
        return cls(tuple(rows))

    @classmethod
    def filled(cls, character: str, width: int, height: int) -> Board:
        return cls((character * width,) * height)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.column < self.width and 0 <= cell.row < self.height

    def __getitem__(self, cell: Cell) -> str:
        return self.rows[-1 - cell.row][cell.column]

    def __iter__(self) -> Iterator[Cell]:
        """Return all cells, row by row from the bottom left."""
        return iter(_cells(self.width, self.height))

    def has(self, character: str) -> bool:
        return character in "".join(self.rows)

    def count(self, characters: str) -> int:
        """Return the number of cells with one of the characters."""
        text = "".join(self.rows)
        return sum(text.count(character) for character in characters)

    def neighbours(self, cell: Cell) -> Sequence[Cell]:
        """Return the cells of the board that touch the cell."""
        return _neighbourhoods(self.width, self.height)[cell]

    def where(self, characters: str) -> list[Cell]:
        """Return the cells with one of the characters, row by row from the bottom left."""
        cells = _cells(self.width, self.height)
        text = "".join(reversed(self.rows))
        return [cell for cell, content in zip(cells, text, strict=True) if content in characters]

    def differences(self, other: Board) -> list[Cell]:
        """Return the cells in which two boards of one size differ."""
        pairs = zip(reversed(self.rows), reversed(other.rows), strict=True)
        return [
            Cell(column, row)
            for row, (own_row, other_row) in enumerate(pairs)
            if own_row != other_row
            for column in range(self.width)
            if own_row[column] != other_row[column]
        ]

    def with_changes(self, changes: Mapping[Cell, str]) -> Board:
        """Return the board with other characters on some cells."""
        rows = list(self.rows)
        for cell, character in changes.items():
            index = self.height - 1 - cell.row
            row = rows[index]
            rows[index] = row[: cell.column] + character + row[cell.column + 1 :]
        return Board(tuple(rows))


@lru_cache(maxsize=16)
def _cells(width: int, height: int) -> Sequence[Cell]:
    """Return all cells of a board of that size, row by row from the bottom left."""
    return tuple(Cell(column, row) for row in range(height) for column in range(width))


@lru_cache(maxsize=16)
def _neighbourhoods(width: int, height: int) -> Mapping[Cell, Sequence[Cell]]:
    """Return the neighbours of each cell of a board; sizes are few, so the result is cached."""
    board = Board.filled("-", width, height)
    return {cell: tuple(near for near in cell.neighbours if near in board) for cell in board}


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def index_width(cell_count: int) -> int:
    """Return how many digits in base 36 number every cell of a board."""
    return max(1, len(base36(cell_count - 1)))


@lru_cache(maxsize=1024)
def base36(number: int, width: int = 1) -> str:
    """Return the number in base 36, with at least ``width`` digits."""
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text.rjust(width, "0")

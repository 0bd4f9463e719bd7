"""Cells, their names, and a board of them.

Columns are lettered from the left without a j, as the encyclopedia letters the board of Virus
War: a b c d e f g h i k ... z aa ab ... Rows are numbered from 1 at the bottom.
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
        """The cell's name, such as a1 at the bottom left."""
        return f"{column_name(self.column)}{self.row + 1}"

    def shifted(self, right: int, up: int) -> Cell:
        """The cell that many columns to the right and rows up."""
        return Cell(self.column + right, self.row + up)

    @property
    def neighbours(self) -> Iterator[Cell]:
        """The eight cells that touch this one, those beyond the edge included."""
        for right in (-1, 0, 1):
            for up in (-1, 0, 1):
                if right or up:
                    yield self.shifted(right, up)


@lru_cache(maxsize=1024)
def column_name(column: int) -> str:
    """The letters of a column: 0 is a, 9 is k."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, len(_LETTERS))
        name = _LETTERS[letter] + name
    return name


def cell_named(name: str) -> Cell | None:
    """The cell of that name, or nothing when no cell can have it."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * len(_LETTERS) + _LETTERS.index(letter) + 1
    return Cell(column - 1, int(match[2]) - 1)


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell is shown: a character, the English name of a colour, and what it is called."""

    symbol: str
    colour: str
    name: Text


@dataclass(frozen=True, slots=True)
class Mark:
    """Something special about a cell and its surroundings: a name for programs, a description."""

    name: str
    text: Text


@dataclass(frozen=True, slots=True)
class Board:
    """An unchanging rectangle of characters, the top row first, as matrix.txt writes it."""

    rows: tuple[str, ...]

    @classmethod
    def of(cls, rows: Sequence[str]) -> Board:
        """The board with those rows, which must be of one length."""
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
        """Every cell, row by row from the bottom left."""
        return iter(_cells(self.width, self.height))

    def has(self, character: str) -> bool:
        return character in "".join(self.rows)

    def count(self, characters: str) -> int:
        """On how many cells one of the characters stands."""
        text = "".join(self.rows)
        return sum(text.count(character) for character in characters)

    def neighbours(self, cell: Cell) -> Sequence[Cell]:
        """The cells of the board that touch this one of its cells."""
        return _neighbourhoods(self.width, self.height)[cell]

    def where(self, characters: str) -> list[Cell]:
        """The cells on which one of the characters stands, row by row from the bottom left."""
        cells = _cells(self.width, self.height)
        text = "".join(reversed(self.rows))
        return [cell for cell, found in zip(cells, text, strict=True) if found in characters]

    def differences(self, other: Board) -> list[Cell]:
        """The cells on which two boards of one size differ."""
        pairs = zip(reversed(self.rows), reversed(other.rows), strict=True)
        return [
            Cell(column, row)
            for row, (one, another) in enumerate(pairs)
            if one != another
            for column in range(self.width)
            if one[column] != another[column]
        ]

    def with_changes(self, changes: Mapping[Cell, str]) -> Board:
        """The same board with other characters on some cells."""
        rows = list(self.rows)
        for cell, character in changes.items():
            index = self.height - 1 - cell.row
            row = rows[index]
            rows[index] = row[: cell.column] + character + row[cell.column + 1 :]
        return Board(tuple(rows))


@lru_cache(maxsize=16)
def _cells(width: int, height: int) -> Sequence[Cell]:
    """Every cell of a board of that size, row by row from the bottom left."""
    return tuple(Cell(column, row) for row in range(height) for column in range(width))


@lru_cache(maxsize=16)
def _neighbourhoods(width: int, height: int) -> Mapping[Cell, Sequence[Cell]]:
    """The neighbours of each cell of a board of that size, kept because sizes are few."""
    board = Board.filled("-", width, height)
    return {cell: tuple(near for near in cell.neighbours if near in board) for cell in board}

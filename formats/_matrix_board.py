"""The board of matrix.txt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from formats import matrix_faults as faults
from formats._matrix_notes import Notes
from formats._matrix_text import Line, Word
from formats.board import Board
from formats.fault import Fault, Place
from formats.games import AnyGame
from formats.letters import latin_for, name_of


def read_board(lines: Sequence[Line], game: AnyGame, end: Word, notes: Notes) -> Board | None:
    """The board, if it has the size that the game wants; every fault of its rows is noted."""
    rows = [line.whole for line in lines]
    size = game.size_of([row.text for row in rows])
    if isinstance(size, Fault):
        notes.add(size, rows[0])
        return None
    width, height = size
    if len(rows) < height:
        notes.add(faults.TOO_FEW_ROWS(count=len(rows), right=height), rows[-1] if rows else end)
    elif len(rows) > height:
        notes.add(faults.TOO_MANY_ROWS(count=len(rows), right=height), rows[height])
    read = [_read_row(row, width, game.cells, notes) for row in rows[:height]]
    fits = len(rows) == height and all(len(row) == width for row in read)
    return Board.of(read) if fits else None


def could_be_of(lines: Sequence[Line], game: AnyGame) -> bool:
    """Whether these rows, and not only empty cells, are faultless as a board of the game."""
    rows = [line.whole.text for line in lines]
    size = {(len(row), len(rows)) for row in rows}
    letters = set("".join(rows))
    return size == {game.size_of(rows)} and letters <= set(game.cells) and letters != {"-"}


def _read_row(row: Word, width: int, cells: str, notes: Notes) -> str:
    """The row in Latin letters, with unknown cells as they are."""
    broken = " " in row.text or "\t" in row.text
    if not broken and len(row.text) != width:
        _note_length(row, width, notes)
    start = 0
    text = row.text if broken else row.text[:width]
    for character, group in groupby(text):
        length = len(list(group))
        place = row._replace(text=character * length, column=row.column + start)
        start += length
        if character not in cells:
            _note_cell(place, character, cells, notes)
    return "".join(latin_for(c, cells) or c for c in row.text)


def _note_length(row: Word, width: int, notes: Notes) -> None:
    length = len(row.text)
    if length > width:
        place = row._replace(text=row.text[width:], column=row.column + width)
        notes.add(faults.ROW_TOO_LONG(length=length, right=width), place)
    else:
        place = row._replace(text="", column=row.column + length)
        notes.add(faults.ROW_TOO_SHORT(length=length, right=width), place)


def _note_cell(place: Word, character: str, cells: str, notes: Notes) -> None:
    """One note for a run of the same wrong character, but one for each cell that looks right."""
    if latin_for(character, cells):
        for offset in range(len(place.text)):
            cell = place._replace(text=character, column=place.column + offset)
            notes.latin(cell, cells, faults.LOOK_ALIKE_ON_BOARD)
        return
    fault = faults.UNKNOWN_CELL(
        character=place._replace(text=character).quote,
        name=name_of(character),
        known=" ".join(cells),
    )
    notes.add(fault, place)


def cell_places(lines: Sequence[Line], board: Board) -> dict[Place, Word]:
    """Where in the file each cell stands."""
    rows = [line.whole for line in lines]
    return {
        cell: Word(board[cell], row.line, row.column + cell.column)
        for cell in board
        for row in [rows[board.height - 1 - cell.row]]
    }

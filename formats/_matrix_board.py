"""The board of matrix.txt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from formats import matrix_faults as faults
from formats._matrix_notes import Notes
from formats._matrix_text import Line, Word
from formats.board import Board
from formats.fault import Fault
from formats.games import AnyGame, all_games
from formats.letters import in_latin, latin_for, name_of


class Handed(NamedTuple):
    """What the writer of a file was given: it holds wherever the file is silent."""

    game: AnyGame
    size: tuple[int, int]
    """Columns and rows."""


def read_board(
    lines: Sequence[Line], game: AnyGame, end: Word, notes: Notes, handed: Handed | None = None
) -> Board | None:
    """The board, if there is nothing wrong with it; every fault of its rows is noted."""
    size = _size(["".join(word.text for word in line.words) for line in lines], game, handed)
    if isinstance(size, Fault):
        notes.add(size, lines[0].whole)
        for line in lines:
            _read_row(line, None, game.cells, notes)
        return None
    width, height = size
    _note_height(lines, height, end, notes)
    read = [_read_row(line, width, game.cells, notes) for line in lines[:height]]
    rows = [row for row in read if row is not None]
    return Board.of(rows) if len(rows) == len(lines) == height else None


def _size(rows: Sequence[str], game: AnyGame, handed: Handed | None) -> tuple[int, int] | Fault:
    """What the rows should measure: where they make no board, as much as those that were given."""
    if handed and handed.game.name == game.name and not has_size_of(rows, game):
        return handed.size
    return game.size_of(rows)


def _note_height(lines: Sequence[Line], right: int, end: Word, notes: Notes) -> None:
    count = len(lines)
    if count < right:
        notes.add(faults.TOO_FEW_ROWS(count=count, right=right), lines[-1].whole if lines else end)
    elif count > right:
        notes.add(faults.TOO_MANY_ROWS(count=count, right=right), lines[right].whole)


def is_of_another(lines: Sequence[Line], game: AnyGame) -> bool:
    """Whether the rows are plainly a board of another game than this one."""
    rows = [line.whole.text for line in lines]
    letters = set("".join(rows).upper()) - {"-"}
    if has_size_of(rows, game) and (not letters or letters & set(game.cells)):
        return False
    return any(could_be_of(lines, law()) for law in all_games().values() if law.name != game.name)


def could_be_of(lines: Sequence[Line], game: AnyGame) -> bool:
    """Whether the rows have the size of a board of the game and none of another's cells.

    A board with nothing but empty cells tells nothing, unless the game starts with it.
    """
    rows = [line.whole.text for line in lines]
    letters = set("".join(rows)) & set(every_cell())
    tells = bool(letters - {"-"}) or tuple(rows) == game.start().board.rows
    return tells and letters <= set(game.cells) and has_size_of(rows, game)


@cache
def every_cell() -> str:
    """The characters that may stand on the board of some game."""
    return "".join(game.cells for game in all_games().values())


def has_size_of(rows: Sequence[str], game: AnyGame) -> bool:
    """Whether the rows are as many and as long as those of a board of the game."""
    size = game.size_of(rows)
    return not isinstance(size, Fault) and {(len(row), len(rows)) for row in rows} == {size}


def _read_row(line: Line, width: int | None, cells: str, notes: Notes) -> str | None:
    """The row in Latin letters, if there is nothing wrong with it; no width means any."""
    row, words = line.whole, line.words
    fits = width in (None, len(row.text))
    if fits and len(words) == 1 and set(row.text) <= set(cells):
        return row.text
    if len(words) > 1:
        _note_blanks(words, notes)
    elif width is not None and not fits:
        _note_length(row, width, notes)
        words = [row._replace(text=row.text[:width])]
    known = [_read_cells(word, cells, notes) for word in words]
    text = in_latin(row.text, cells)
    return text if fits and len(words) == 1 and all(known) else None


def _read_cells(word: Word, cells: str, notes: Notes) -> bool:
    """Whether each character is a cell or looks like one; what is wrong is noted."""
    start, known = 0, True
    for character, group in groupby(word.text):
        length = len(list(group))
        place = word._replace(text=character * length, column=word.column + start)
        start += length
        if character not in cells:
            _note_cell(place, character, cells, notes)
            known = known and latin_for(character, cells) is not None
    return known


def _note_blanks(words: Sequence[Word], notes: Notes) -> None:
    """One note for all the blanks of a row, at the first."""
    first, second = words[:2]
    end = first.column + len(first.text)
    blanks = first._replace(text=" " * (second.column - end), column=end)
    notes.add(faults.BLANKS_IN_ROW(), blanks)


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

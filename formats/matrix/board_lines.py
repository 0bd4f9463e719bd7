"""The board of matrix.txt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from formats.board import Board
from formats.fault import Fault
from formats.game import Player
from formats.games import AnyGame, all_games, every_cell
from formats.lookalikes import in_latin, latin_for, name_of
from formats.matrix import faults
from formats.matrix.fault_list import FaultList
from formats.matrix.source import BLANKS, Line, Word, joined
from formats.printable import escaped
from formats.text import Text, listed

_MOST_NAMED = 3


class FileDefaults(NamedTuple):
    """Values that the writer of a file was given: they hold wherever the file is silent."""

    game: AnyGame
    size: tuple[int, int]
    """Columns and rows."""
    may_overdraw: Player | None = None
    """The player who may have taken more off the own clock than was left."""


def read_board(
    lines: Sequence[Line],
    game: AnyGame,
    end: Word,
    notes: FaultList,
    defaults: FileDefaults | None = None,
) -> Board | None:
    """Return the board, if nothing is wrong with it; note every fault of its rows.

    One cause is noted once: a wrong length of rows in succession, or a wrong character, wherever
    it stands.
    """
    texts = [line.text for line in lines]
    size = _size(joined("\n".join(texts)).split("\n") if texts else [], game, defaults)
    if isinstance(size, Fault):
        notes.add(size, lines[0].whole)
        _note_blanks(lines, notes)
        _note_characters(lines, None, game.cells, notes)
        return None
    width, height = size
    _note_height(lines, height, end, notes)
    is_whole = len(texts) == height and set(map(len, texts)) == {width}
    if is_whole and set("".join(texts)).issubset(game.cells):
        return Board.of(texts)
    rows = lines[:height]
    is_right = _note_blanks(rows, notes) & _note_lengths(rows, width, notes)
    is_right &= _note_characters(rows, width, game.cells, notes)
    if not is_right or not len(rows) == len(lines) == height:
        return None
    return Board.of([in_latin(line.text, game.cells) for line in rows])


def _size(
    rows: Sequence[str], game: AnyGame, defaults: FileDefaults | None
) -> tuple[int, int] | Fault:
    """Return the size that the rows should have; that of the board before if they make none."""
    if defaults and defaults.game.name == game.name and not has_size_of(rows, game):
        return defaults.size
    return game.size_of(rows)


def _note_height(lines: Sequence[Line], right: int, end: Word, notes: FaultList) -> None:
    count = len(lines)
    if count < right:
        notes.add(faults.TOO_FEW_ROWS(count=count, right=right), lines[-1].whole if lines else end)
    elif count > right:
        notes.add(faults.TOO_MANY_ROWS(count=count, right=right), lines[right].whole)


def is_of_another(lines: Sequence[Line], game: AnyGame) -> bool:
    """Return whether the rows are clearly a board of another game."""
    rows = [line.text for line in lines]
    letters = set("".join(rows).upper()) - {"-"}
    if has_size_of(rows, game) and (not letters or letters & set(game.cells)):
        return False
    return any(could_be_of(lines, law()) for law in all_games().values() if law.name != game.name)


def could_be_of(lines: Sequence[Line], game: AnyGame) -> bool:
    """Return whether the rows have the size of a board of the game and no other game's cells.

    A board of empty cells proves nothing, unless the game starts with it.
    """
    rows = [line.text for line in lines]
    letters = set("".join(rows)) & set(every_cell())
    is_significant = bool(letters - {"-"}) or tuple(rows) == game.start().board.rows
    return is_significant and letters <= set(game.cells) and has_size_of(rows, game)


def has_size_of(rows: Sequence[str], game: AnyGame) -> bool:
    """Return whether the rows have the number and the length of those of a board of the game."""
    size = game.size_of(rows)
    if isinstance(size, Fault):
        return False
    width, height = size
    return len(rows) == height and set(map(len, rows)) == {width}


def _note_blanks(lines: Sequence[Line], notes: FaultList) -> bool:
    """Note the blanks within rows, once for rows in succession; return whether there are none."""
    rows_with_blanks = [line for line in lines if not line.is_one_word]
    for line in _first_of_each_run(rows_with_blanks):
        first, second = line.words[:2]
        end = first.column + len(first.text)
        blanks = first._replace(text=" " * (second.column - end), column=end)
        notes.add(faults.BLANKS_IN_ROW(), blanks)
    return not rows_with_blanks


def _first_of_each_run(lines: Sequence[Line]) -> Iterator[Line]:
    before = -1
    for line in lines:
        if line.number != before + 1:
            yield line
        before = line.number


def _note_lengths(lines: Sequence[Line], width: int, notes: FaultList) -> bool:
    """Note wrong lengths, once for equal rows in succession; return whether there are none."""
    is_right = True
    for length, run in groupby(lines, lambda line: len(line.text)):
        if length == width:
            continue
        is_right = False
        kind = faults.ROW_TOO_LONG if length > width else faults.ROW_TOO_SHORT
        line = next((line for line in run if line.is_one_word), None)
        if line and not notes.only_counts(kind):
            row, end = line.whole, min(length, width)
            beyond = row._replace(text=row.text[end:], column=row.column + end)
            notes.add(kind(length=length, right=width), beyond)
    return is_right


def _note_characters(
    lines: Sequence[Line], width: int | None, cells: str, notes: FaultList
) -> bool:
    """Note each unknown character where it occurs first; return whether all rows can be read.

    A row that is too long is examined up to its proper length.
    """
    new = set("".join(line.text for line in lines)) - set(cells) - set(BLANKS)
    is_right = True
    for line in lines if new else ():
        if new.isdisjoint(line.text):
            continue
        row = line.whole if width is None or not line.is_one_word else _cut(line.whole, width)
        new_characters = [character for character in dict.fromkeys(row.text) if character in new]
        new -= set(new_characters)
        unknown = [character for character in new_characters if not latin_for(character, cells)]
        is_right &= not unknown
        for character in new_characters:
            if latin_for(character, cells):
                start = row.column + row.text.index(character)
                cell = row._replace(text=character, column=start)
                notes.latin(cell, cells, faults.LOOK_ALIKE_ON_BOARD)
        if unknown:
            _note_unknown(row, unknown, cells, notes)
    return is_right


def _cut(row: Word, width: int) -> Word:
    return row._replace(text=row.text[:width])


def _note_unknown(row: Word, unknown: Sequence[str], cells: str, notes: FaultList) -> None:
    """Note all unknown characters of a row at once, from the first to the last."""
    start = row.text.index(unknown[0])
    if len(unknown) == 1:
        rest = row.text[start:]
        text = rest[: len(rest) - len(rest.lstrip(unknown[0]))]
    else:
        text = row.text[start : 1 + max(map(row.text.rindex, unknown))]
    place = row._replace(text=text, column=row.column + start)
    fault = faults.UNKNOWN_CELL(characters=_named(unknown), known=" ".join(cells))
    notes.add(fault, place)


def _named(characters: Sequence[str]) -> Text:
    named = [
        faults.CHARACTER.filled({"character": escaped(character), "name": name_of(character)})
        for character in characters[:_MOST_NAMED]
    ]
    if len(characters) > _MOST_NAMED:
        named.append(faults.OTHER_CHARACTERS.filled({"count": len(characters) - _MOST_NAMED}))
    return listed(named)

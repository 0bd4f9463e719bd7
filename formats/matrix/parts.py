"""Division of the lines of a matrix.txt into header, board and footer, even if some are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from formats.lookalikes import mistakable
from formats.matrix.source import Line, first_word, joined

HEADER_LINES = 3
_SHORTEST_CLEAR_ROW = 3
_MOST_FIELDS = 3
_MOST_KINDS_OF_CELLS = 5
# A row is searched for among so many lines, and so many decide the length of a row: no file that
# people or their programs write needs more.
_MOST_LOOKED_AT = 300
_DIGITS = frozenset("0123456789")


class Parts(NamedTuple):
    """The lines of a file by their purpose."""

    header: Sequence[Line]
    extra: Sequence[Line]
    board: Sequence[Line]
    footer: Sequence[Line]


def split(lines: Sequence[Line], cells: str, keys: Collection[str]) -> Parts:
    """Divide a file whose board is made of these cells and whose footer begins with these keys."""
    header = 0
    while header < min(HEADER_LINES, len(lines)) and not _starts_a_board(lines[header:], cells):
        header += 1
    end = _first_with_key(lines, header, keys)
    width = _usual_width(lines[header:end])

    def is_a_row(number: int) -> bool:
        return _is_a_row(lines[number], cells, width)

    near_start = range(header, min(end, header + _MOST_LOOKED_AT))
    board = next(filter(is_a_row, near_start), end)
    near_end = range(end - 1, max(board, end - _MOST_LOOKED_AT) - 1, -1)
    footer = next(filter(is_a_row, near_end), end - 1) + 1
    return Parts(lines[:header], lines[header:board], lines[board:footer], lines[footer:])


def _first_with_key(lines: Sequence[Line], start: int, keys: Collection[str]) -> int:
    """Return the index of the first line that begins with a key, or the number of lines."""
    initials = {initial for key in keys for initial in (key[0], key[0].upper())}
    for number in range(start, len(lines)):
        text = lines[number].text
        if text[0] in initials and first_word(text).lower() in keys:
            return number
    return len(lines)


def _starts_a_board(lines: Sequence[Line], cells: str) -> bool:
    """Return whether the first line is clearly a row, though a header line may be due."""
    text, *others = [_row(line) for line in lines[:2]]
    if len(text) < _SHORTEST_CLEAR_ROW:
        return False
    known = _count_cells(text, cells)
    if known == len(text) or ("-" in text and 2 * known >= len(text)):
        return True
    return bool(others) and len(others[0]) == len(text) and _DIGITS.isdisjoint(text)


def _row(line: Line) -> str:
    return line.text if line.is_one_word else ""


def _usual_width(lines: Sequence[Line]) -> int | None:
    """Return the commonest width of rows of whatever characters; None if no two rows agree."""
    rows = map(_row, lines[:_MOST_LOOKED_AT])
    widths = Counter(len(row) for row in rows if len(row) >= _SHORTEST_CLEAR_ROW)
    return next((width for width, count in widths.most_common(1) if count > 1), None)


def _is_a_row(line: Line, cells: str, width: int | None) -> bool:
    """Return whether at least half of the line is cells, or it resembles the other rows.

    A line with blanks within must consist of cells only, or of single characters.
    """
    text = line.text
    if line.is_one_word:
        is_usual = len(text) == width and len(set(text)) <= _MOST_KINDS_OF_CELLS
        return is_usual or 2 * _count_cells(text, cells) >= len(text)
    characters = joined(text)
    if len(characters) > _MOST_FIELDS and len(characters) == line.word_count:
        return True
    return _count_cells(characters, cells) == len(characters)


def _count_cells(text: str, cells: str) -> int:
    return len(text) - len(text.translate(_without_cells(cells)))


@cache
def _without_cells(cells: str) -> dict[int, None]:
    """Return a table that deletes the cells and characters that are mistaken for cells."""
    return dict.fromkeys([*map(ord, cells), *mistakable(cells)])

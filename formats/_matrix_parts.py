"""Which lines of a matrix.txt are header, board and footer, even where lines are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from formats._matrix_text import Line
from formats.letters import latin_for

HEADER_LINES = 3
_SHORTEST_CLEAR_ROW = 3
_MOST_FIELDS = 3
_MOST_KINDS_OF_CELLS = 5
_DIGITS = frozenset("0123456789")


class Parts(NamedTuple):
    """The lines of a file by what they are meant to be."""

    header: Sequence[Line]
    extra: Sequence[Line]
    board: Sequence[Line]
    footer: Sequence[Line]


def split(lines: Sequence[Line], cells: str, keys: Collection[str]) -> Parts:
    """The parts of a file: its board is made of these cells, its footer begins with these keys."""
    header = 0
    while header < min(HEADER_LINES, len(lines)) and not _starts_a_board(lines[header:], cells):
        header += 1
    end = next((n for n in range(header, len(lines)) if _key(lines[n]) in keys), len(lines))
    width = _usual_width(lines[header:end])
    board, footer = header, end
    while board < end and not _is_a_row(lines[board], cells, width):
        board += 1
    while footer > board and not _is_a_row(lines[footer - 1], cells, width):
        footer -= 1
    return Parts(lines[:header], lines[header:board], lines[board:footer], lines[footer:])


def _key(line: Line) -> str:
    return line.words[0].text.lower()


def _starts_a_board(lines: Sequence[Line], cells: str) -> bool:
    """Whether the first of these lines is plainly a row, though a line of the header may stand."""
    text, *others = [_row(line) for line in lines[:2]]
    if len(text) < _SHORTEST_CLEAR_ROW:
        return False
    known = _count_cells(text, cells)
    if known == len(text) or ("-" in text and 2 * known >= len(text)):
        return True
    return bool(others) and len(others[0]) == len(text) and _DIGITS.isdisjoint(text)


def _row(line: Line) -> str:
    return line.whole.text if len(line.words) == 1 else ""


def _usual_width(lines: Sequence[Line]) -> int | None:
    """The width of a board of whatever characters, if there are rows that agree on it."""
    widths = Counter(len(row) for line in lines if len(row := _row(line)) >= _SHORTEST_CLEAR_ROW)
    return next((width for width, count in widths.most_common(1) if count > 1), None)


def _is_a_row(line: Line, cells: str, width: int | None) -> bool:
    """Whether at least half of it are cells, or it looks like one of the board's other rows.

    With blanks within, all of it must be cells, or they stand one by one.
    """
    if len(line.words) == 1:
        text = line.whole.text
        is_usual = len(text) == width and len(set(text)) <= _MOST_KINDS_OF_CELLS
        return is_usual or 2 * _count_cells(text, cells) >= len(text)
    if len(line.words) > _MOST_FIELDS and all(len(word.text) == 1 for word in line.words):
        return True
    return all(_count_cells(word.text, cells) == len(word.text) for word in line.words)


def _count_cells(text: str, cells: str) -> int:
    return sum(1 for c in text if c in cells or latin_for(c, cells))

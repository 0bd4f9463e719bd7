"""Which lines of a matrix.txt are header, board and footer, even where lines are missing."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from formats._matrix_text import Line
from formats.letters import latin_for

HEADER_LINES = 3
_SHORTEST_CLEAR_ROW = 3
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]*)?")


class Parts(NamedTuple):
    """The lines of a file by what they are meant to be."""

    header: Sequence[Line]
    extra: Sequence[Line]
    board: Sequence[Line]
    footer: Sequence[Line]


def split(lines: Sequence[Line], cells: str, keys: Collection[str]) -> Parts:
    """The parts of a file: its board is made of these cells, its footer begins with these keys."""
    header = 0
    while header < min(HEADER_LINES, len(lines)) and not _is_clearly_a_row(lines[header], cells):
        header += 1
    board = header
    while board < len(lines) and _is_like_a_header(lines[board], keys):
        board += 1
    footer = next((n for n in range(board, len(lines)) if _key(lines[n]) in keys), len(lines))
    while footer > board and not _is_like_a_row(lines[footer - 1], cells):
        footer -= 1
    return Parts(lines[:header], lines[header:board], lines[board:footer], lines[footer:])


def _key(line: Line) -> str:
    return line.words[0].text.lower()


def _is_clearly_a_row(line: Line, cells: str) -> bool:
    long_enough = len(line.whole.text) >= _SHORTEST_CLEAR_ROW and len(line.words) == 1
    return long_enough and _is_like_a_row(line, cells)


def _is_like_a_row(line: Line, cells: str) -> bool:
    """Whether at least half of it are cells - all of it, if there are blanks within."""
    letters = "".join(word.text for word in line.words)
    known = sum(1 for c in letters if c in cells or latin_for(c, cells))
    return known == len(letters) if len(line.words) > 1 else 2 * known >= len(letters)


def _is_like_a_header(line: Line, keys: Collection[str]) -> bool:
    return _key(line) not in keys and any(_NUMBER.fullmatch(word.text) for word in line.words)

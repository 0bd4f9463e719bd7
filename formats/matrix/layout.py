"""The parts of a matrix.txt that could be read, even with faults, and their places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from formats.board import Board, Cell
from formats.fault import Place
from formats.games import every_cell
from formats.matrix import faults
from formats.matrix.board_lines import FileDefaults, read_board
from formats.matrix.fault_list import FaultList
from formats.matrix.footer import Footer, footer_keys, read_footer
from formats.matrix.header import Header, read_header
from formats.matrix.parts import split
from formats.matrix.source import Line, Source, Word

_NOWHERE = Word(" ", 1, 1)


class Form(NamedTuple):
    """The parts of a file; no board if it could not be read, or its game is unknown."""

    header: Header
    footer: Footer
    board: Board | None
    rows: Sequence[Line] | None = None
    """The lines of the board; None, and no places, after quick reading."""

    @property
    def row_texts(self) -> Sequence[str]:
        return [line.text for line in self.rows or ()] or (self.board.rows if self.board else ())

    def find(self, place: Place) -> Word:
        """Return the word at that place of the file; one at its beginning if there is none."""
        if not isinstance(place, Cell):
            return self.header.places.get(place) or self.footer.places.get(place) or _NOWHERE
        if self.board is None or self.rows is None or place not in self.board:
            return _NOWHERE
        row = self.rows[-1 - place.row].whole
        return Word(self.board[place], row.line, row.column + place.column)


def read_form(source: Source, notes: FaultList, defaults: FileDefaults | None = None) -> Form:
    """Return the form of any file; note every fault of it."""
    lines = source.lines
    if source.old_line_ends:
        notes.add(faults.OLD_LINE_ENDS(), lines[0].whole)
    parts = split(lines, every_cell(), footer_keys())
    following = (*parts.board, *parts.footer, *lines[-1:])
    after_header = following[0].whole if following else _NOWHERE
    may_overdraw = defaults.may_overdraw if defaults else None
    header = read_header([*parts.header, *parts.extra], after_header, notes, may_overdraw)
    footer = read_footer(parts, notes, defaults)
    if footer.game is None:
        return Form(header, footer, None, parts.board)
    board = read_board(parts.board, footer.game, after_header, notes, defaults)
    return Form(header, footer, board, parts.board)

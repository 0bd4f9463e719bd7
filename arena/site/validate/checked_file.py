"""What was found in a matrix.txt, fit to be shown beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.drawing.html_board import BoardPicture
from formats.board import Board, Cell
from formats.fault import Diagnostic, Severity
from formats.matrix import Reading, write_matrix
from formats.printable import printable

_MOST_LINES = 48
_LONGEST = 100
_WIDEST = 26
"""Cells of a side of a board that is drawn."""
_CLASSES = {Severity.ERROR: "bad", Severity.WARNING: "warned"}


class Piece(NamedTuple):
    """A part of a line, and how it is marked, if it is."""

    text: str
    mark: str = ""


@dataclass(frozen=True)
class CheckedFile:
    """A file, and all that is wrong with it."""

    reading: Reading
    diagnostics: Sequence[Diagnostic]
    changed: Sequence[Cell] = ()
    by: str = ""
    """The player who changed those cells: a or b."""

    @property
    def mistakes(self) -> int:
        """How many are no mere warnings."""
        return sum(1 + one.more for one in self.diagnostics if one.severity is Severity.ERROR)

    @property
    def text(self) -> str:
        """The file completed with everything that it left out, to be read on its own."""
        return write_matrix(self.reading.matrix) if self.reading.matrix else ""

    @property
    def picture(self) -> BoardPicture | None:
        """The board, with the cells marked that something is wrong with."""
        matrix = self.reading.matrix
        if matrix is None or _size(matrix.position.board) > _WIDEST:
            return None
        marked = dict.fromkeys(self.changed, f"by-{self.by}")
        for one in self.diagnostics:
            place = one.fault.place
            if isinstance(place, Cell) and place in matrix.position.board:
                marked[place] = f"{marked.get(place, '')} {_CLASSES[one.severity]}"
        return BoardPicture(matrix.game, matrix.position.board, marked)

    @property
    def lines(self) -> list[list[Piece]]:
        """The file, with the places marked that something is wrong with."""
        source = list(self.reading.source[:_MOST_LINES])
        if source and not source[-1]:
            source.pop()
        return [self._line(number, line) for number, line in enumerate(source, start=1)]

    def _line(self, number: int, line: str) -> list[Piece]:
        marks = [""] * min(len(line), _LONGEST)
        for one in reversed(self.diagnostics):
            if one.line == number:
                for column in range(one.column - 1, min(one.column - 1 + one.width, len(marks))):
                    marks[column] = _CLASSES[one.severity]
        pieces: list[Piece] = []
        for character, mark in zip(printable(line), marks, strict=False):
            if pieces and pieces[-1].mark == mark:
                pieces[-1] = Piece(pieces[-1].text + character, mark)
            else:
                pieces.append(Piece(character, mark))
        return [*pieces, Piece("…")] if len(line) > _LONGEST else pieces


def _size(board: Board) -> int:
    return max(board.width, board.height)

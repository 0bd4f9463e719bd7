"""A matrix.txt with its diagnostics, in a form that a page shows."""

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
"""Largest side in cells of a board that is drawn."""
_CLASSES = {Severity.ERROR: "bad", Severity.WARNING: "warned"}


class Piece(NamedTuple):
    """A part of a line with its CSS class, if it is marked."""

    text: str
    mark: str = ""


@dataclass(frozen=True)
class CheckedFile:
    """A file and its diagnostics."""

    reading: Reading
    diagnostics: Sequence[Diagnostic]
    changed: Sequence[Cell] = ()
    by: str = ""
    """Player who changed those cells: a or b."""

    @property
    def mistakes(self) -> int:
        """Number of errors, without warnings."""
        return sum(
            1 + diagnostic.more
            for diagnostic in self.diagnostics
            if diagnostic.severity is Severity.ERROR
        )

    @property
    def text(self) -> str:
        """The file completed with everything that it left out, to be read on its own."""
        return write_matrix(self.reading.matrix) if self.reading.matrix else ""

    @property
    def picture(self) -> BoardPicture | None:
        """The board, with faulty cells marked."""
        matrix = self.reading.matrix
        if matrix is None or _size(matrix.position.board) > _WIDEST:
            return None
        marked = dict.fromkeys(self.changed, f"by-{self.by}")
        for diagnostic in self.diagnostics:
            place = diagnostic.fault.place
            if isinstance(place, Cell) and place in matrix.position.board:
                marked[place] = f"{marked.get(place, '')} {_CLASSES[diagnostic.severity]}"
        return BoardPicture(matrix.game, matrix.position.board, marked)

    @property
    def lines(self) -> list[list[Piece]]:
        """The lines of the file, with faulty places marked."""
        source = list(self.reading.source[:_MOST_LINES])
        if source and not source[-1]:
            source.pop()
        return [self._line(number, line) for number, line in enumerate(source, start=1)]

    def _line(self, number: int, line: str) -> list[Piece]:
        marks = [""] * min(len(line), _LONGEST)
        for diagnostic in reversed(self.diagnostics):
            if diagnostic.line == number:
                for column in range(
                    diagnostic.column - 1, min(diagnostic.column - 1 + diagnostic.width, len(marks))
                ):
                    marks[column] = _CLASSES[diagnostic.severity]
        pieces: list[Piece] = []
        for character, mark in zip(printable(line), marks, strict=False):
            if pieces and pieces[-1].mark == mark:
                pieces[-1] = Piece(pieces[-1].text + character, mark)
            else:
                pieces.append(Piece(character, mark))
        return [*pieces, Piece("…")] if len(line) > _LONGEST else pieces


def _size(board: Board) -> int:
    return max(board.width, board.height)

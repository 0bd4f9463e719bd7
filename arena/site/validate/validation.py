"""Validation of a matrix.txt, or of two, for the page: workers that check, and the result.

A client uses one worker at a time, so that the other is free for somebody else, and the client
that has used least of them is next. A check that takes very long is ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from arena.drawing.frames import BoardPicture
from arena.drawing.position import summary
from arena.site.background import BackgroundWorker
from arena.site.site import templates
from arena.site.traffic.fair_queue import FairQueue
from arena.site.validate import texts
from formats.board import Board, Cell
from formats.fault import Diagnostic, Severity
from formats.matrix import Reading, read_matrix, write_matrix
from formats.printable import printable
from formats.text import Language, Text
from formats.transition import Change, change

_WORKERS = 2
_LONGEST = 10.0
"""Seconds for one file, or two."""
_TO_BEGIN = 50.0
"""Additional seconds for a worker that has to start on a busy machine."""
_MOST_WAITING = 200
_MOST_WAITING_EACH = 40
"""Largest number of waiting checks of one client: a class may share one address."""


def _do_nothing() -> None:
    """Do nothing: the call starts the worker, with all its imports."""


@dataclass
class Validators:
    """Two background workers, and the queue for them."""

    longest: float = _LONGEST
    _idle: list[BackgroundWorker] = field(
        default_factory=lambda: [BackgroundWorker() for _ in range(_WORKERS)]
    )
    _queue: FairQueue = field(
        default_factory=lambda: FairQueue(
            _WORKERS,
            slots_each=1,
            most_waiting=_MOST_WAITING,
            most_waiting_each=_MOST_WAITING_EACH,
        )
    )

    def __post_init__(self) -> None:
        self._all = tuple(self._idle)

    def close(self) -> None:
        for worker in self._all:
            worker.close()

    async def result(self, client: str, files: Sequence[bytes], language: Language) -> Markup:
        """Return the part of the page with the result. Raise TimeoutError or QueueFull."""
        async with self._queue.slot(client):
            worker = self._idle.pop()
            try:
                await worker.run(_do_nothing, _TO_BEGIN)
                part, _ = await worker.run(partial(result_part, files, language), self.longest)
                return part
            finally:
                self._idle.append(worker)


@dataclass(frozen=True, slots=True)
class ValidationResult:
    """Checked files, one or two, and the move between them."""

    files: list[CheckedFile]
    change: Change | None
    legal: bool

    def summary(self, file: CheckedFile, language: Language) -> str:
        return summary(file.reading.matrix, language) if file.reading.matrix else ""


def result_part(files: Sequence[bytes], language: Language) -> Markup:
    """Check the files and render the result."""

    def say(text: Text | str, **filled: object) -> str:
        return text.say(language, filled) if isinstance(text, Text) else text

    template = _environment().get_template("validate_result.html")
    result = _check(*files)
    return Markup(template.render(result=result, words=texts, say=say, language=language))


@cache
def _environment() -> Environment:
    return templates()


def _check(data: bytes, next_data: bytes | None = None) -> ValidationResult:
    before = read_matrix(data)
    first = CheckedFile(before, before.diagnostics)
    if next_data is None:
        return ValidationResult([first], None, legal=False)
    after = read_matrix(next_data, before=before.matrix)
    transition = change(before, after)
    player = before.matrix.position.player.lower() if before.matrix else ""
    second = CheckedFile(after, transition.diagnostics, _changed_cells(before, after), player)
    legal = before.good and transition.good and transition.move is not None
    return ValidationResult([first, second], transition, legal)


def _changed_cells(before: Reading, after: Reading) -> list[Cell]:
    if before.matrix is None or after.matrix is None:
        return []
    old, new = before.matrix.position.board, after.matrix.position.board
    if (old.width, old.height) != (new.width, new.height):
        return []
    return old.differences(new)


_MOST_LINES = 48
_LONGEST_LINE = 100
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
    def error_count(self) -> int:
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
        if matrix is None or _largest_side(matrix.position.board) > _WIDEST:
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
        marks = [""] * min(len(line), _LONGEST_LINE)
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
        return [*pieces, Piece("…")] if len(line) > _LONGEST_LINE else pieces


def _largest_side(board: Board) -> int:
    return max(board.width, board.height)

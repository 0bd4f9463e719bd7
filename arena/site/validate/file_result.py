"""Result of checking one file, or two, as a part of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment
from markupsafe import Markup

from arena.drawing.position import summary
from arena.site.templating import templates
from arena.site.validate import texts as words
from arena.site.validate.checked_file import CheckedFile
from formats.board import Cell
from formats.matrix import Reading, read_matrix
from formats.text import Language, Text
from formats.transition import Change, change


@dataclass(frozen=True, slots=True)
class FileResult:
    """Checked files, one or two, and the move between them."""

    files: list[CheckedFile]
    change: Change | None
    legal: bool

    def summary(self, file: CheckedFile, speech: Language) -> str:
        return summary(file.reading.matrix, speech) if file.reading.matrix else ""


def result_part(files: Sequence[bytes], speech: Language) -> Markup:
    """Check the files and render the result."""

    def say(text: Text | str, **filled: object) -> str:
        return text.say(speech, filled) if isinstance(text, Text) else text

    template = _environment().get_template("validate_result.html")
    result = _checked(*files)
    return Markup(template.render(result=result, words=words, say=say, language=speech))


@cache
def _environment() -> Environment:
    return templates()


def _checked(data: bytes, next_data: bytes | None = None) -> FileResult:
    before = read_matrix(data)
    first = CheckedFile(before, before.diagnostics)
    if next_data is None:
        return FileResult([first], None, legal=False)
    after = read_matrix(next_data, before=before.matrix)
    transition = change(before, after)
    player = before.matrix.position.player.lower() if before.matrix else ""
    second = CheckedFile(after, transition.diagnostics, _changed(before, after), player)
    legal = before.good and transition.good and transition.move is not None
    return FileResult([first, second], transition, legal)


def _changed(before: Reading, after: Reading) -> list[Cell]:
    if before.matrix is None or after.matrix is None:
        return []
    old, new = before.matrix.position.board, after.matrix.position.board
    if (old.width, old.height) != (new.width, new.height):
        return []
    return old.differences(new)

"""Validate: is a matrix.txt right, and does a legal move lead from one to another."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.drawing.position import summary
from arena.site.site import Link, Site
from arena.site.validate import texts as words
from arena.site.validate.checked_file import CheckedFile
from formats.board import Cell
from formats.matrix import Reading, read_matrix
from formats.matrix.faults import LARGEST
from formats.text import Language
from formats.transition import Change, change

LINK = Link("/validate", words.VALIDATE, 40)
_MOST_FIELDS = 8
_FRAME = 4096
"""What a form has around its files."""
BODIES = {"/validate": 2 * LARGEST + _FRAME}
"""Two files of the largest size there is."""


@dataclass(frozen=True, slots=True)
class FileResult:
    """The result of checking one file, or two."""

    found: list[CheckedFile]
    made: Change | None
    legal: bool

    def summary(self, one: CheckedFile, speech: Language) -> str:
        """What position it is."""
        return summary(one.reading.matrix, speech) if one.reading.matrix else ""


def routes(site: Site) -> list[BaseRoute]:
    """The form and its results."""

    async def form(request: Request) -> Response:
        return site.render(
            request, "validate.html", words=words, texts=("", ""), result=None, wrong=""
        )

    async def check(request: Request) -> Response:
        async with request.form(max_files=2, max_fields=_MOST_FIELDS) as sent:
            files = [await _file(sent, name) for name in ("before", "after")]
        texts = [(data or b"").decode("utf-8", "replace") for data in files]
        given = [data for data in files if data is not None]
        wrong = "" if given else words.NOTHING_SENT.say(site.language(request))
        result = _checked(*given) if given else None
        status = 200 if given else 400
        return site.render(
            request, "validate.html", status, words=words, texts=texts, result=result, wrong=wrong
        )

    return [Route("/validate", form), Route("/validate", check, methods=["POST"])]


async def _file(sent: FormData, name: str) -> bytes | None:
    """A file that was chosen, else the text that was pasted, if there is any."""
    chosen, pasted = sent.get(f"{name}-file"), sent.get(name)
    if isinstance(chosen, UploadFile) and chosen.filename:
        return await chosen.read()
    if not isinstance(pasted, str) or not pasted.strip():
        return None
    return pasted.encode("utf-8", "surrogatepass")


def _checked(data: bytes, next_data: bytes | None = None) -> FileResult:
    before = read_matrix(data)
    first = CheckedFile(before, before.diagnostics)
    if next_data is None:
        return FileResult([first], None, legal=False)
    after = read_matrix(next_data, before=before.matrix)
    made = change(before, after)
    by = before.matrix.position.player.lower() if before.matrix else ""
    second = CheckedFile(after, made.diagnostics, _changed(before, after), by)
    legal = before.good and made.good and made.move is not None
    return FileResult([first, second], made, legal)


def _changed(before: Reading, after: Reading) -> list[Cell]:
    if before.matrix is None or after.matrix is None:
        return []
    old, new = before.matrix.position.board, after.matrix.position.board
    if (old.width, old.height) != (new.width, new.height):
        return []
    return old.differences(new)

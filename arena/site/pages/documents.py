"""Pages with the rules, the description of the file, how to write a bot, and the guides."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.drawing.frames import BoardPicture
from arena.drawing.position import cells_in, summary
from arena.site.documents import Document, document, document_names, record, texts
from arena.site.errors import Refusal
from arena.site.site import Link, Site
from formats.record import PlayedRecord
from formats.text import Language, Text

LINK = Link("/docs", texts.DOCUMENTS, 50)
_PARTS: tuple[tuple[Text, tuple[str, ...]], ...] = (
    (
        texts.GAMES,
        (
            "rules",
            "games/reversi",
            "first-bot",
            "write-a-bot",
            "matrix-format",
            "commands",
            "ladder",
            "solved",
        ),
    ),
    (texts.TEACHERS, ("a-class", "events", "desk", "assignment", "serve", "cluster", "install")),
)


def routes(site: Site) -> list[BaseRoute]:
    async def listing(request: Request) -> Response:
        parts = await run_in_threadpool(_parts, site.language(request))
        return site.render(request, "documents.html", words=texts, parts=parts)

    async def page(request: Request) -> Response:
        name = request.path_params["name"]
        page_document = await run_in_threadpool(document, name, site.language(request))
        if page_document is None:
            raise Refusal(404, texts.NO_DOCUMENT)
        return site.render(request, "document.html", words=texts, document=page_document)

    async def replay(request: Request) -> Response:
        """Show the positions of a game record of the documents, one at a time."""
        played = await run_in_threadpool(record, request.path_params["name"])
        if played is None:
            raise Refusal(404, texts.NO_DOCUMENT)
        values = {"words": texts, "played": played, "pictures": _pictures(played)}
        return site.render(request, "document_record.html", 200, summary=summary, **values)

    return [
        Route("/docs", listing),
        Route("/docs/records/{name}", replay),
        Route("/docs/{name:path}", page),
    ]


def _pictures(played: PlayedRecord) -> list[BoardPicture]:
    """Return the board after each half-move, with the cells of the half-move marked."""
    start = played.files[0]
    pictures = [BoardPicture(start.game, start.position.board)]
    for before, after, move in zip(
        played.files, played.files[1:], played.record.moves, strict=False
    ):
        mark = f"by-{before.position.player.lower()}"
        cells = dict.fromkeys(cells_in(move.text), mark)
        pictures.append(BoardPicture(after.game, after.position.board, cells))
    return pictures


def _parts(language: Language) -> list[tuple[Text, list[Document]]]:
    """Return the documents by their readers; unsorted ones are for those who look inside."""
    names_in_parts = {name for _, part in _PARTS for name in part}
    others = tuple(name for name in document_names() if name not in names_in_parts)
    parts = [
        (title, [page for name in part if (page := document(name, language))])
        for title, part in (*_PARTS, (texts.MAKERS, others))
    ]
    return [(title, part) for title, part in parts if part]

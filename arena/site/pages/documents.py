"""The rules of the games, the description of the file, how to write a bot, and the guides."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.site.documents import Document, document, names
from arena.site.documents import texts as words
from arena.site.errors import Refusal
from arena.site.site import Link, Site
from formats.text import Language, Text

LINK = Link("/docs", words.DOCUMENTS, 50)
_PARTS: tuple[tuple[Text, tuple[str, ...]], ...] = (
    (words.GAMES, ("rules", "matrix-format", "first-bot", "write-a-bot", "ladder", "solved")),
    (words.TEACHERS, ("a-class", "events", "desk", "serve", "cluster")),
)


def routes(site: Site) -> list[BaseRoute]:
    async def listing(request: Request) -> Response:
        parts = await run_in_threadpool(_parts, site.language(request))
        return site.render(request, "documents.html", words=words, parts=parts)

    async def page(request: Request) -> Response:
        name = request.path_params["name"]
        found = await run_in_threadpool(document, name, site.language(request))
        if found is None:
            raise Refusal(404, words.NO_DOCUMENT)
        return site.render(request, "document.html", words=words, document=found)

    return [Route("/docs", listing), Route("/docs/{name:path}", page)]


def _parts(language: Language) -> list[tuple[Text, list[Document]]]:
    """By whom they are for; whatever is not sorted is for those who look inside."""
    sorted_in = {name for _, part in _PARTS for name in part}
    others = tuple(name for name in names() if name not in sorted_in)
    found = [
        (title, [one for name in part if (one := document(name, language))])
        for title, part in (*_PARTS, (words.MAKERS, others))
    ]
    return [(title, part) for title, part in found if part]

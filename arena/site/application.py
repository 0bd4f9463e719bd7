"""The Starlette application: all pages, behind the guard.

Whole pages have an ETag, by which a browser asks whether a page that it has is still current.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import blake2b

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.site.guard import Guard
from arena.site.memory import SiteMemory
from arena.site.pages import all_pages, bodies_of, links_of, routes_of
from arena.site.settings import Settings
from arena.site.site import Site

_LEAST_COMPRESSED = 1000
"""Size in bytes below which a response is not compressed."""
_COMPRESSION_LEVEL = 4
"""Compression level; higher ones take several times as long and save hardly anything."""


def application(settings: Settings) -> Starlette:
    """Build the application, with the pages' routes and the guard in front of them."""
    pages = all_pages()
    site = Site(settings, links_of(pages), SiteMemory(settings.memory))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        site.memory.open()
        for start in site.at_start:
            start()
        yield
        for stop in (*site.at_end, site.background.close):
            stop()
        site.memory.close()

    async def refuse(request: Request, error: Exception) -> Response:
        http_error = error if isinstance(error, HTTPException) else HTTPException(500)
        return site.refuse(request, http_error)

    static = Mount("/static", StaticFiles(packages=[("arena.site", "static")]))
    starlette = Starlette(
        routes=[static, *(route for page in pages for route in routes_of(page, site))],
        middleware=[
            Middleware(Guard, site=site, bodies=bodies_of(pages)),
            Middleware(
                GZipMiddleware, minimum_size=_LEAST_COMPRESSED, compresslevel=_COMPRESSION_LEVEL
            ),
            Middleware(Revalidation),
        ],
        exception_handlers={HTTPException: refuse, Exception: refuse},
        lifespan=lifespan,
    )
    starlette.state.at_close = site.at_close
    return starlette


_HEADERS_OF_304 = (b"cache-control", b"content-security-policy", b"etag", b"set-cookie", b"vary")
"""Headers of a response 304.

A browser applies them to the page that it has, so a page's own policy must be among them.
"""


class Revalidation:
    """Middleware that gives whole pages an ETag, and answers 304 where it has not changed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        etags_of_browser = Headers(scope=scope).get("if-none-match", "")
        start: Message = {}

        async def send_with_etag(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_whole(message):
                start = message  # it is sent when the body is known
                return
            if start and message["type"] == "http.response.body":
                etag = f'W/"{blake2b(message["body"], digest_size=12).hexdigest()}"'
                MutableHeaders(scope=start)["etag"] = etag
                if etag in etags_of_browser:
                    message = {**message, "body": b""}
                    start = _not_modified_answer(start)
                await send(start)
                start = {}
            await send(message)

        await self._app(scope, receive, send_with_etag)


def _is_whole(start: Message) -> bool:
    """Return whether the response is a page in one piece, without an ETag."""
    headers = Headers(raw=start["headers"])
    is_plain = "etag" not in headers and headers.get("cache-control") != "no-store"
    return start["status"] == 200 and "content-length" in headers and is_plain


def _not_modified_answer(start: Message) -> Message:
    headers = [(name, value) for name, value in start["headers"] if name in _HEADERS_OF_304]
    return {**start, "status": 304, "headers": headers}

"""The Starlette application: all pages, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from arena.site.guard import Guard
from arena.site.memory import SiteMemory
from arena.site.pages import all_pages, bodies_of, links_of, routes_of
from arena.site.revalidation import Revalidation
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
        for stop in site.at_end:
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

"""The application: the pages that are there, behind the guard."""

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

_SMALL = 1000
"""Bytes of an answer that is not worth packing."""
_LEVEL = 4
"""Higher ones take several times as long and make pages hardly smaller."""


def application(settings: Settings) -> Starlette:
    pages = all_pages()
    site = Site(settings, links_of(pages), SiteMemory(settings.memory))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        site.memory.open()
        for begin in site.at_start:
            begin()
        yield
        for end in site.at_end:
            end()
        site.memory.close()

    async def refused(request: Request, error: Exception) -> Response:
        known = error if isinstance(error, HTTPException) else HTTPException(500)
        return site.refuse(request, known)

    static = Mount("/static", StaticFiles(packages=[("arena.site", "static")]))
    starlette = Starlette(
        routes=[static, *(route for page in pages for route in routes_of(page, site))],
        middleware=[
            Middleware(Guard, site=site, bodies=bodies_of(pages)),
            Middleware(GZipMiddleware, minimum_size=_SMALL, compresslevel=_LEVEL),
            Middleware(Revalidation),
        ],
        exception_handlers={HTTPException: refused, Exception: refused},
        lifespan=lifespan,
    )
    starlette.state.at_close = site.at_close
    return starlette

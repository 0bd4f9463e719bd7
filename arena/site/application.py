"""The application: the pages that are there, behind the guard; and the server that it runs in."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from arena.site.guard import Guard
from arena.site.pages import all_pages, bodies_of, links_of, routes_of
from arena.site.settings import Settings
from arena.site.site import Site


def application(settings: Settings) -> Starlette:
    """The site, ready to be served."""
    pages = all_pages()
    site = Site(settings, links_of(pages))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        for end in site.at_end:
            end()

    async def refused(request: Request, error: Exception) -> Response:
        known = error if isinstance(error, HTTPException) else HTTPException(500)
        return site.refuse(request, known)

    static = Mount("/static", StaticFiles(packages=[("arena.site", "static")]))
    starlette = Starlette(
        routes=[static, *(route for page in pages for route in routes_of(page, site))],
        middleware=[Middleware(Guard, site=site, bodies=bodies_of(pages))],
        exception_handlers={HTTPException: refused, Exception: refused},
        lifespan=lifespan,
    )
    starlette.state.at_close = site.at_close
    return starlette


class Server(uvicorn.Server):
    """One that takes leave of those who watch.

    A server waits for all that is being answered before it ends, and cuts off whatever lasts too
    long with a complaint of many lines. A stream to one who watches has no end of its own, so it is
    ended first.
    """

    def __init__(self, site: Starlette, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._site = site

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends."""
        for close in self._site.state.at_close:
            close()
        await super().shutdown(sockets)

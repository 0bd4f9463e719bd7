"""The first page, and what pages share with the reports: their look, and how boards are drawn."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from arena.drawing import html
from arena.site.site import Site


def routes(site: Site) -> list[BaseRoute]:
    """The way to the first page there is in the navigation, the style, and the script."""
    look, drawing = html.style(), html.script()

    async def first(_: Request) -> Response:
        return RedirectResponse(site.links[0].path, 303)

    async def style(_: Request) -> Response:
        return Response(look, media_type="text/css")

    async def script(_: Request) -> Response:
        return Response(drawing, media_type="text/javascript")

    return [Route("/", first), Route("/look.css", style), Route("/boards.js", script)]

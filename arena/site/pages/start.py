"""The first page, and what every page needs: the look of the reports."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from arena.drawing import html
from arena.site.site import Site


def routes(site: Site) -> list[BaseRoute]:
    """The way to the first page there is in the navigation, and the style."""
    look = html.style()

    async def first(_: Request) -> Response:
        return RedirectResponse(site.links[0].path, 303)

    async def style(_: Request) -> Response:
        return Response(look, media_type="text/css")

    return [Route("/", first), Route("/look.css", style)]

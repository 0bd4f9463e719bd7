"""Play: a person against a bot, two people at one screen, two bots."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.web.site import Link, Site
from formats.text import Text

LINK = Link("/play", Text("Play", "Играть"), 10)


def routes(site: Site) -> list[BaseRoute]:
    """The page to begin a game on, the game, and what its script asks for."""

    async def page(request: Request) -> Response:
        return site.render(request, "play.html")

    return [Route("/play", page)]

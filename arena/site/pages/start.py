"""The first page, and what pages share with the reports: their look, and how boards are drawn."""

from __future__ import annotations

from dataclasses import asdict

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.bots.ours import styles_of_ours
from arena.drawing import html
from arena.drawing.frames import Looks, replay
from arena.site import texts
from arena.site.documents import folder, rules_of
from arena.site.play.new_game_form import pieces_of
from arena.site.play.texts import PLAY
from arena.site.site import Site
from arena.site.watch.event_index import Events, ListedEvent
from formats.games import all_games
from formats.record import read_played

_SHOWN_GAME = "records/mmpeshki.txt"
"""The game that the first page plays, in the folder of documents."""


def routes(site: Site) -> list[BaseRoute]:
    """The first page, the style, and the script."""
    look, plain, drawing = html.style(), html.plain_style(), html.script()
    events = Events(site.settings.events)

    async def first(request: Request) -> Response:
        event = await _newest(events)
        return site.render(
            request,
            "start.html",
            words=texts,
            play=PLAY,
            event=event,
            podium=await _podium(site, event),
            games=all_games().values(),
            played=styles_of_ours(),
            pieces_of=pieces_of,
            rules_of=rules_of,
            data={"words": {}, "game": _shown_game()},
        )

    async def style(_: Request) -> Response:
        return Response(look, media_type="text/css")

    async def plain_style(_: Request) -> Response:
        return Response(plain, media_type="text/css")

    async def script(_: Request) -> Response:
        return Response(drawing, media_type="text/javascript")

    return [
        Route("/", first),
        Route("/look.css", style),
        Route("/without-colours.css", plain_style),
        Route("/boards.js", script),
    ]


async def _newest(events: Events) -> ListedEvent | None:
    """The event that is running, or the one in which something happened last."""
    return max(await events.begun(), key=lambda one: (one.running, one.changed), default=None)


async def _podium(site: Site, event: ListedEvent | None) -> Markup:
    """Who won it, if it is over."""
    if event is None or event.running:
        return Markup()
    # It is the report's own, in which whatever others have written is escaped.
    return Markup("".join([await show(event.name) for show in site.winners]))


def _shown_game() -> dict[str, object] | None:
    """A game as the script of boards steps through it."""
    path = folder() / _SHOWN_GAME
    if not path.is_file():
        return None
    played = read_played(path.read_text(encoding="utf-8"))
    game = played.record.start.game
    looks = Looks(game)
    told = asdict(replay(played, looks))
    return {**told, "section": {"game": game.name, "looks": looks.told}}

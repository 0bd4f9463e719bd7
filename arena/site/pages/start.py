"""The start page, and files for all pages: the style and the script that draws boards."""

from __future__ import annotations

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.bots.builtin_bots import builtin_styles
from arena.drawing import html
from arena.drawing.frames import Looks
from arena.site import texts
from arena.site.documents import documents_folder, rules_of
from arena.site.play.new_game_form import pieces_of
from arena.site.play.texts import PLAY
from arena.site.site import Site
from arena.site.watch.event_index import Events, ListedEvent
from formats.games import all_games
from formats.record import changes_between, read_played

_SHOWN_GAME = "records/mmpeshki.txt"
"""Record of the game that the start page plays, in the folder of documents."""


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the start page, the styles and the script."""
    look, plain, drawing = html.style(), html.plain_style(), html.script()
    events = Events(site.settings.events)

    async def first(request: Request) -> Response:
        event = await _newest_event(events)
        return site.render(
            request,
            "start.html",
            words=texts,
            play=PLAY,
            event=event,
            podium=await _podium(site, event),
            games=all_games().values(),
            played=builtin_styles(),
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


async def _newest_event(events: Events) -> ListedEvent | None:
    """Return the event that is running, or else the one that changed last."""
    return max(
        await events.list_begun(), key=lambda event: (event.running, event.changed), default=None
    )


async def _podium(site: Site, event: ListedEvent | None) -> Markup:
    """Return the winners of the event, if it is over."""
    if event is None or event.running:
        return Markup()
    # The report makes this HTML, and escapes text of other people.
    return Markup("".join([await render_winner(event.name) for render_winner in site.winners]))


def _shown_game() -> dict[str, object] | None:
    """Return the game in the form that the script of boards steps through."""
    path = documents_folder() / _SHOWN_GAME
    if not path.is_file():
        return None
    played = read_played(path.read_text(encoding="utf-8"))
    game = played.record.start.game
    looks, start = Looks(game), played.record.start.position
    size = start.board.width, start.board.height
    changes = changes_between(file.position for file in played.files).split()
    return {
        "size": size,
        "grid": looks.grid(start.board),
        "first": start.half_move,
        "changes": " ".join(looks.changes(size, text) for text in changes),
        "section": {"game": game.name, "looks": looks.as_data},
    }

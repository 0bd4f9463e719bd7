"""Pages for a signed-in student: place on the ladders, change since the last version, games."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from arena.site import texts as site_texts
from arena.site.background import BackgroundWorker, CachedByPath, unpack
from arena.site.errors import Refusal
from arena.site.ladder import texts
from arena.site.ladder.ladder_view import MOST_GAMES, OwnLadder, folder_of, own_ladders, own_page
from arena.site.ladder.ladder_workers import ladder_files
from arena.site.site import RETRY_LATER, Site
from arena.site.submit.sessions import Sessions
from arena.site.watch.event_index import Events, event_in
from tournaments.run.result_tables import plain_text
from tournaments.standings.rating import text_from_estimate

_LONGEST_WAIT = 0.3
"""Seconds that a page waits for new data; then it shows what was known."""
_FIRST = 60.0
"""Seconds that a page waits while nothing is known."""


@dataclass
class OwnLadderPages:
    """Pages about the visitor's bot.

    They lie below ``/submit``, where the browser sends the session cookie.
    """

    site: Site
    events: Events
    sessions: Sessions
    background: BackgroundWorker = field(default_factory=BackgroundWorker)
    """Worker for a visitor's own page of games, which nobody else asks for."""

    @cached_property
    def _known(self) -> CachedByPath[dict[str, bytes]]:
        """Ladders of all authors, by the file of the event."""
        return CachedByPath(own_ladders, self.site.background, folder_of)

    def routes(self) -> list[BaseRoute]:
        self.site.at_end.append(self.background.close)
        return [
            Route("/submit/ladder", self.page),
            Route("/submit/ladder/{event}", self.games),
        ]

    async def page(self, request: Request) -> Response:
        name = self.sessions.require_name(request)
        own: list[tuple[str, str, OwnLadder]] = []
        for path in await self._files():
            event = await self.events.disk.read(f"event of {path}", partial(event_in, path))
            await self.site.release_slot(request)
            by_name = await self._known[path].newest_within(_LONGEST_WAIT, _FIRST)
            if by_name is None:
                raise Refusal(503, site_texts.LATER, RETRY_LATER)
            title = event.title if event else path.stem
            ladders = unpack(by_name.get(name, by_name[""]))
            own += ((path.stem, title, ladder) for ladder in ladders)
        response = self.site.render(
            request,
            "submit_ladder.html",
            words=texts,
            name=name,
            ladders=own,
            estimate=text_from_estimate,
            place=plain_text,
            most=MOST_GAMES,
        )
        response.headers["cache-control"] = "no-store"
        return response

    async def games(self, request: Request) -> Response:
        """Show the visitor's games of an event, with the policy that the page states."""
        name, path = self.sessions.require_name(request), await self._path(request)
        work = partial(own_page, path, name, self.site.language(request))
        page = await self.site.result_for(request, self.background, work)
        if page is None:
            raise Refusal(404, texts.NO_GAME)
        headers = {"content-security-policy": "frame-ancestors 'none'", "cache-control": "no-store"}
        return HTMLResponse(page.encode("utf-8", "replace"), headers=headers)

    async def _path(self, request: Request) -> Path:
        """Return the file of the event in the address. Raise Refusal if it has no ladder."""
        for path in await self._files():
            if path.stem == request.path_params["event"]:
                return path
        raise Refusal(404, texts.NO_GAME)

    async def _files(self) -> list[Path]:
        return await self.events.disk.read("ladders", partial(ladder_files, self.events))

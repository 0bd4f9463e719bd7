"""Page with the ladders of events that take submissions; it also starts their workers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.site.background import CachedByPath
from arena.site.ladder import texts
from arena.site.ladder.ladder_view import LadderView, folder_of, ladder_views
from arena.site.ladder.ladder_workers import LadderWorkers, ladder_files
from arena.site.site import Link, Site
from arena.site.watch.event_index import Events, event_in
from formats.text import Text
from tournaments.run.setup import is_folder_held
from tournaments.standings.rating import text_from_estimate

LINK = Link("/ladder", texts.LADDER, 25)
_LONGEST_WAIT = 0.3
"""Seconds that a page waits for new data; then it shows what was known."""
_TOP = 5
"""Number of rows that the start page shows."""


class _ShownLadder(NamedTuple):
    """The ladders of an event, as the template receives them."""

    title: str
    plays: bool
    views: list[LadderView] | None
    """Ladders; None as long as they are computed for the first time."""

    @property
    def state(self) -> Text:
        """State of the ladder in a few words: it is being played, waits or rests."""
        if not self.plays:
            return texts.RESTS
        is_played_out = self.views and all(view.is_played_out for view in self.views)
        return texts.WAITS if is_played_out else texts.PLAYS


@dataclass
class LadderPages:
    """Page with the ladders, and the parts of it that other pages load."""

    site: Site
    events: Events

    @cached_property
    def _views(self) -> CachedByPath[list[LadderView]]:
        """Ladders of events by their files."""
        return CachedByPath(ladder_views, self.site.background, folder_of)

    async def page(self, request: Request) -> Response:
        return await self._render(request, "ladder.html")

    async def tables(self, request: Request) -> Response:
        """Render the part of the page that changes."""
        return await self._render(request, "ladder_tables.html")

    async def top(self, request: Request) -> Response:
        """Render the best of each ladder, for the start page."""
        return await self._render(request, "ladder_top.html")

    async def _render(self, request: Request, template: str) -> Response:
        paths = await self.events.disk.read("ladders", partial(ladder_files, self.events))
        ladders = [await self._ladder_of(path) for path in paths]
        response = self.site.render(
            request, template, words=texts, ladders=ladders, most=_TOP, estimate=text_from_estimate
        )
        response.headers["cache-control"] = "no-store"
        return response

    async def _ladder_of(self, path: Path) -> _ShownLadder:
        event = await self.events.disk.read(f"event of {path}", partial(event_in, path))
        views = await self._views[path].newest_within(_LONGEST_WAIT)
        plays = await self.events.disk.read(
            f"ladder of {path}", partial(is_folder_held, folder_of(path))
        )
        return _ShownLadder(event.title if event else path.stem, plays, views)


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes, and have the ladders played while the site runs."""
    events = Events(site.settings.events)
    pages, workers = LadderPages(site, events), LadderWorkers(events)
    site.at_start.append(workers.begin)
    site.at_end.append(workers.close)
    return [
        Route("/ladder", pages.page),
        Route("/ladder/tables", pages.tables),
        Route("/ladder/top", pages.top),
    ]

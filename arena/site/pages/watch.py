"""Pages of events that have begun: the list; an event live; its report with every game."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.site.background import Cached
from arena.site.errors import Refusal
from arena.site.site import Link, Site
from arena.site.watch import texts
from arena.site.watch.broadcast import Audience
from arena.site.watch.event_index import Events
from arena.site.watch.event_summary import EventSummary, overview, report
from formats.text import LANGUAGES, Language
from tournaments.event.model import Event
from tournaments.run.live import is_running

LINK = Link("/events", texts.WATCH, 20)

_LONGEST_WAIT = 0.06
"""Seconds that a page waits for new data; then it shows what was known."""
_FIRST = 1.0
"""Seconds that the list waits while nothing is known of an event."""


class WatchedEvent(NamedTuple):
    """An event as it is kept between requests."""

    folder: Path
    event: Event
    tables: Cached[EventSummary]
    reports: dict[Language, Cached[bytes]]
    audience: Audience


@dataclass
class WatchPages:
    """List of events, and pages of each event."""

    site: Site
    events: Events
    _events: dict[Path, WatchedEvent] = field(default_factory=dict)

    async def listing(self, request: Request) -> Response:
        events = await self.events.list_begun()
        resting = [event.name for event in events if not event.running]
        answers = await asyncio.gather(*map(self._is_finished, resting))
        finished = dict(zip(resting, answers, strict=True))
        return self.site.render(
            request, "watch.html", words=texts, events=events, finished=finished
        )

    async def _is_finished(self, name: str) -> bool | None:
        """Return whether all of the event is played; None if that is not known yet."""
        summary = await self._summary(name)
        return summary.finished if summary else None

    async def podium(self, name: str) -> str:
        """Return the winners as a part of a page; an empty string if not known yet."""
        summary = await self._summary(name)
        return summary.podium if summary else ""

    async def _summary(self, name: str) -> EventSummary | None:
        tables = (await self._watched_event(name)).tables
        if not tables.failed:
            await tables.newest_within(_LONGEST_WAIT, _FIRST)
        return tables.newest

    async def event(self, request: Request) -> Response:
        """Show an event as far as it is known; the stream sends the rest."""
        try:
            watched = await self._requested_event(request)
        except Refusal as refusal:
            if refusal.status_code != 404:
                raise
            return await self._coming_event(request)
        tables = await watched.tables.newest_within(_LONGEST_WAIT)
        load = partial(is_running, watched.folder)
        running = await self.events.disk.read(f"state of {watched.folder}", load)
        if not running:
            # The visitor is likely to ask for the report, which takes long.
            watched.reports[self.site.language(request)].renew()
        return self.site.render(
            request,
            "watch_event.html",
            words=texts,
            name=request.path_params["name"],
            event=watched.event,
            tables=tables,
            running=running,
            data=_data(watched.event),
        )

    async def _coming_event(self, request: Request) -> Response:
        """Show an event that has not begun, by its file. Raise Refusal if there is none."""
        event = await self.events.find_coming(request.path_params["name"])
        if event is None:
            raise Refusal(404, texts.NO_EVENT)
        takes_bots = any(section.folder is not None for section in event.sections)
        ways = [*(["/submit"] if takes_bots else []), *(["/ladder"] if event.ladder else [])]
        return self.site.render(request, "watch_coming.html", words=texts, event=event, ways=ways)

    async def stream(self, request: Request) -> Response:
        watched = await self._requested_event(request)
        return self.site.stream(request, watched.audience.messages())

    async def report(self, request: Request) -> Response:
        """Send the page that ``arena report`` makes, with the policy that it states."""
        watched = await self._requested_event(request)
        cached = watched.reports[self.site.language(request)]
        packed = await cached.newest_within(_LONGEST_WAIT)
        if packed is None and cached.failed and not cached.renew():
            raise HTTPException(500)
        if packed is None:
            return self._wait_page(request, watched.event)
        headers = {"content-security-policy": "frame-ancestors 'none'"}
        return self.site.send_packed(request, packed, "text/html", headers)

    def _wait_page(self, request: Request, event: Event) -> Response:
        """Return a page that reloads itself."""
        response = self.site.render(request, "watch_wait.html", 202, words=texts, event=event)
        response.headers["cache-control"] = "no-store"
        return response

    def close(self) -> None:
        for watched in self._events.values():
            watched.audience.close()

    async def _requested_event(self, request: Request) -> WatchedEvent:
        """Return the event in the request's address. Raise Refusal if there is none."""
        return await self._watched_event(request.path_params["name"])

    async def _watched_event(self, name: str) -> WatchedEvent:
        """Return the event of that name, watched from now on. Raise Refusal if there is none."""
        folder, event = await self.events.find(name)
        known = self._events.get(folder)
        if known is not None and known.event is event:
            return known
        if known is not None:  # another event has begun in the folder
            known.audience.close()
        watched = self._events[folder] = self._watch(folder, event)
        return watched

    def _watch(self, folder: Path, event: Event) -> WatchedEvent:
        tables = Cached(folder, partial(overview, folder), self.site.background)
        reports = {
            language: Cached(folder, partial(report, folder, language), self.site.background)
            for language in LANGUAGES
        }
        return WatchedEvent(folder, event, tables, reports, Audience(folder, event, tables))


def _data(event: Event) -> dict[str, object]:
    """Return the data of the page's script, in the form that the scripts of the report expect."""
    pairs = {name: (text.en, text.ru) for name, text in texts.SCRIPT.items()}
    return {"words": pairs, "sections": [], "names": [section.name for section in event.sections]}


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the list, and of an event, its stream and its report.

    Have the site show winners, and close streams before it ends.
    """
    pages = WatchPages(site, Events(site.settings.events))
    site.at_close.append(pages.close)
    site.winners.append(pages.podium)
    return [
        Route("/events", pages.listing),
        Route("/events/{name}", pages.event),
        Route("/events/{name}/stream", pages.stream),
        Route("/events/{name}/report", pages.report),
    ]

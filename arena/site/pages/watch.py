"""Watch: the events there are; one of them live; its report with every game."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.site.site import Link, Site
from arena.site.watch import texts as words
from arena.site.watch.background import BackgroundProcess, Cached
from arena.site.watch.broadcast import Audience
from arena.site.watch.event_index import Events
from arena.site.watch.event_summary import EventSummary, overview, report
from formats.text import LANGUAGES, Language
from tournaments.event.model import Event
from tournaments.run.live import is_running

LINK = Link("/events", words.WATCH, 20)

_SOON = 0.06
"""Seconds that a page waits for what is being worked out; then it shows what was known."""
_FIRST = 1.0
"""Likewise the list, as long as nothing is known of an event."""


class WatchedEvent(NamedTuple):
    """An event as it is kept between requests."""

    folder: Path
    event: Event
    tables: Cached[EventSummary]
    reports: dict[Language, Cached[bytes]]
    audience: Audience


@dataclass
class Watching:
    site: Site
    events: Events
    background: BackgroundProcess = field(default_factory=BackgroundProcess)
    _shown: dict[Path, WatchedEvent] = field(default_factory=dict)

    async def listing(self, request: Request) -> Response:
        events = await self.events.begun()
        resting = [one.name for one in events if not one.running]
        known = await asyncio.gather(*map(self._is_finished, resting))
        finished = dict(zip(resting, known, strict=True))
        return self.site.render(
            request, "watch.html", words=words, events=events, finished=finished
        )

    async def _is_finished(self, name: str) -> bool | None:
        """Whether all of the event is played, if that is known by now."""
        known = await self._summary(name)
        return known.finished if known else None

    async def podium(self, name: str) -> str:
        """Who won it, as a part of a page; nothing if that is not known by now."""
        known = await self._summary(name)
        return known.podium if known else ""

    async def _summary(self, name: str) -> EventSummary | None:
        tables = (await self._shown_by(name)).tables
        if not tables.failed:
            await tables.soon(_SOON if tables.known else _FIRST)
        return tables.known

    async def event(self, request: Request) -> Response:
        """One event as far as it is known; the rest comes by the stream."""
        shown = await self._found(request)
        tables = await shown.tables.soon(_SOON)
        running = is_running(shown.folder)
        if not running:
            shown.reports[self.site.language(request)].renew()  # it will be wanted, and takes long
        return self.site.render(
            request,
            "watch_event.html",
            words=words,
            name=request.path_params["name"],
            event=shown.event,
            tables=tables,
            running=running,
            data=_data(shown.event),
        )

    async def stream(self, request: Request) -> Response:
        shown = await self._found(request)
        return self.site.stream(request, shown.audience.messages())

    async def report(self, request: Request) -> Response:
        """The report: the very page that ``arena report`` makes, with the policy it states."""
        shown = await self._found(request)
        worked = shown.reports[self.site.language(request)]
        packed = await worked.soon(_SOON)
        if packed is None and worked.failed and not worked.renew():
            raise HTTPException(500)
        if packed is None:
            return self._not_yet(request, shown.event)
        headers = {"content-security-policy": "frame-ancestors 'none'", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, 200, {**headers, "content-encoding": "gzip"}, "text/html")
        return Response(gzip.decompress(packed), 200, headers, "text/html")

    def _not_yet(self, request: Request, event: Event) -> Response:
        """A page that reloads itself."""
        response = self.site.render(request, "watch_wait.html", 202, words=words, event=event)
        response.headers["cache-control"] = "no-store"
        return response

    def close(self) -> None:
        for shown in self._shown.values():
            shown.audience.close()

    async def _found(self, request: Request) -> WatchedEvent:
        """The event in the request's address. Raises Refusal."""
        return await self._shown_by(request.path_params["name"])

    async def _shown_by(self, name: str) -> WatchedEvent:
        """The event of that name. Raises Refusal."""
        folder, event = await self.events.place(name)
        if folder not in self._shown:
            self._shown[folder] = self._made(folder, event)
        return self._shown[folder]

    def _made(self, folder: Path, event: Event) -> WatchedEvent:
        tables = Cached(folder, partial(overview, folder), self.background)
        reports = {
            language: Cached(folder, partial(report, folder, language), self.background)
            for language in LANGUAGES
        }
        return WatchedEvent(folder, event, tables, reports, Audience(folder, event, tables))


def _data(event: Event) -> dict[str, object]:
    """What the page's script is given; the scripts of the report expect the same."""
    pairs = {name: (text.en, text.ru) for name, text in words.SCRIPT.items()}
    return {"words": pairs, "sections": [], "names": [one.name for one in event.sections]}


def routes(site: Site) -> list[BaseRoute]:
    """The list, an event, its stream and its report."""
    watching = Watching(site, Events(site.settings.events))
    site.at_end.append(watching.background.close)
    site.at_close.append(watching.close)
    site.winners.append(watching.podium)
    return [
        Route("/events", watching.listing),
        Route("/events/{name}", watching.event),
        Route("/events/{name}/stream", watching.stream),
        Route("/events/{name}/report", watching.report),
    ]

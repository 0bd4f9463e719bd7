"""Those who watch an event, and the one who looks at it for them all.

Nobody looks while nobody watches. What is seen is made into bytes once and given to everybody. The
more watch, the seldomer it is: so that it does not take the cores from the games.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from time import monotonic, time

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from arena.site.watch.background import Cached
from arena.site.watch.event_summary import EventSummary
from arena.site.watch.live_boards import Sight
from tournaments.event.model import Event

_EVERY = 0.04
"""Seconds between two looks."""
_MOST_SENT = 1000
"""Messages a second to all who watch together."""
_SLOWEST = 0.15
"""But what is new is sent so soon in any case."""
_MOST_WAITING = 20
"""Messages that wait for one who takes them too slowly: then he is told of the whole anew."""
_BEAT = 15.0
"""Seconds after which those who were told nothing are given a sign."""
_SIGN = b":\n\n"
"""It means nothing, but who is gone without a word is found out by it."""


class Watcher:
    """One who watches."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._come = asyncio.Event()
        self.is_gone = False

    def give(self, message: bytes) -> bool:
        """Something for him; whether he can take it."""
        if len(self._waiting) >= _MOST_WAITING:
            return False
        self._waiting.append(message)
        self._come.set()
        return True

    def begin_anew(self, message: bytes) -> None:
        """This instead of all that waits."""
        self._waiting = [message]

    def leave(self) -> None:
        """He watches no more."""
        self.is_gone = True
        self._come.set()

    async def take(self) -> bytes:
        """All there is for him by now."""
        await self._come.wait()
        self._come.clear()
        waiting, self._waiting = self._waiting, []
        return b"".join(waiting)


class Stream(Response):
    """The response to one who watches: it ends when he leaves."""

    media_type = "text/event-stream"

    def __init__(self, audience: Audience) -> None:
        super().__init__()
        self._audience = audience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends what there is, as long as he stays."""
        headers = [
            (b"content-type", b"text/event-stream"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),  # a proxy is not to wait for more
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        with self._audience.joined() as watcher:
            leaving = asyncio.get_running_loop().create_task(_leaving(receive, watcher))
            try:
                while not watcher.is_gone:
                    body = await watcher.take()
                    await send({"type": "http.response.body", "body": body, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
            finally:
                leaving.cancel()


async def _leaving(receive: Receive, watcher: Watcher) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.leave()


class Audience:
    """All who watch one event."""

    def __init__(self, folder: Path, event: Event, tables: Cached[EventSummary]) -> None:
        self._sight = Sight(folder, event)
        self._tables = tables
        self._shown: EventSummary | None = None
        self._watchers: set[Watcher] = set()
        self._task: asyncio.Task[None] | None = None
        self._sent = 0.0

    def __len__(self) -> int:
        return len(self._watchers)

    def close(self) -> None:
        """Takes leave of them all."""
        for watcher in self._watchers:
            watcher.leave()

    @contextmanager
    def joined(self) -> Iterator[Watcher]:
        """One more; what he is told first is how all stands."""
        watcher = Watcher()
        self._watchers.add(watcher)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._look_on())
        else:
            watcher.give(self._whole())
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)

    async def _look_on(self) -> None:
        """Looks as long as anybody watches."""
        try:
            await asyncio.to_thread(self._sight.look)
            self._give(self._whole())
            while self._watchers:
                await asyncio.sleep(self._pause())
                self._tables.renew()
                seen = await asyncio.to_thread(self._sight.look)
                is_long = monotonic() > self._sent + _BEAT
                self._give(self._news(seen) or (_SIGN if is_long else b""))
        finally:
            self._task = None

    def _pause(self) -> float:
        """How long not to look: at least so long after what was sent as the many need."""
        wanted = min(len(self._watchers) / _MOST_SENT, _SLOWEST)
        return max(_EVERY, self._sent + wanted - monotonic())

    def _news(self, seen: dict[str, object]) -> bytes:
        message = _message("boards", seen) if seen else b""
        tables = self._tables.known
        if tables is not None and tables is not self._shown:
            self._shown = tables
            message += _message("tables", _told(tables))
        return message

    def _whole(self) -> bytes:
        message = _message("boards", self._sight.whole())
        if self._shown is not None:
            message += _message("tables", _told(self._shown))
        return message

    def _give(self, message: bytes) -> None:
        if not message:
            return
        self._sent = monotonic()
        for watcher in self._watchers:
            if not watcher.give(message):
                watcher.begin_anew(self._whole())


def _told(tables: EventSummary) -> dict[str, object]:
    return asdict(tables)


def _message(kind: str, data: dict[str, object]) -> bytes:
    """As server-sent events are written: JSON has no line ends."""
    text = json.dumps({**data, "now": time()}, ensure_ascii=False, separators=(",", ":"))
    return f"event: {kind}\ndata: {text}\n\n".encode("utf-8", "replace")

"""Those who watch an event, and the one who looks at it for them all.

Nobody looks while nobody watches. What is seen is made into bytes once and given to everybody. The
more watch, the seldomer it is: so that it does not take the cores from the games.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from time import monotonic, time

from arena.site.supervision import begin_task, logged
from arena.site.traffic.event_stream import BEAT, SIGN, message
from arena.site.watch.background import Cached
from arena.site.watch.event_summary import EventSummary
from arena.site.watch.live_boards import LiveBoards
from tournaments.event.model import Event

_EVERY = 0.04
"""Seconds between two looks."""
_MOST_SENT = 1000
"""Messages a second to all who watch together."""
_SLOWEST = 0.15
"""But what is new is sent so soon in any case."""
_MOST_WAITING = 20
"""Messages that wait for one who takes them too slowly: then he is told of the whole anew."""


class Watcher:
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
        self.is_gone = True
        self._come.set()

    async def take(self) -> bytes:
        """All there is for him by now."""
        await self._come.wait()
        self._come.clear()
        waiting, self._waiting = self._waiting, []
        return b"".join(waiting)


class Audience:
    def __init__(self, folder: Path, event: Event, tables: Cached[EventSummary]) -> None:
        self._sight = LiveBoards(folder, event)
        self._tables = tables
        self._shown: EventSummary | None = None
        self._watchers: set[Watcher] = set()
        self._task: asyncio.Task[None] | None = None
        self._sent = 0.0

    def close(self) -> None:
        for watcher in self._watchers:
            watcher.leave()

    async def messages(self) -> AsyncGenerator[bytes, None]:
        """The messages for one more watcher, until he leaves."""
        with self.joined() as watcher:
            while not watcher.is_gone:
                yield await watcher.take()

    @contextmanager
    def joined(self) -> Iterator[Watcher]:
        """Adds a watcher; the first message is the whole state."""
        watcher = Watcher()
        self._watchers.add(watcher)
        if self._task is None:
            self._task = begin_task(self._look_on(), "an event that is watched")
        else:
            watcher.give(self._whole())
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)

    async def _look_on(self) -> None:
        """Looks as long as anybody watches; a look that fails is followed by another."""
        try:
            with logged("the first look at an event"):
                await asyncio.to_thread(self._sight.look)
            self._give(self._whole())
            while self._watchers:
                await asyncio.sleep(self._pause())
                with logged("a look at an event"):
                    await self._look_again()
        finally:
            self._task = None

    async def _look_again(self) -> None:
        """Tell the watchers what has changed, or at times that nothing has."""
        self._tables.renew()
        seen = await asyncio.to_thread(self._sight.look)
        is_long = monotonic() > self._sent + BEAT
        self._give(self._news(seen) or (SIGN if is_long else b""))

    def _pause(self) -> float:
        """How long to pause: the more watchers, the longer after a message."""
        wanted = min(len(self._watchers) / _MOST_SENT, _SLOWEST)
        return max(_EVERY, self._sent + wanted - monotonic())

    def _news(self, seen: dict[str, object]) -> bytes:
        news = _message("boards", seen) if seen else b""
        tables = self._tables.known
        if tables is not None and tables is not self._shown:
            self._shown = tables
            news += _message("tables", asdict(tables))
        return news

    def _whole(self) -> bytes:
        whole = _message("boards", self._sight.whole())
        if self._shown is not None:
            whole += _message("tables", asdict(self._shown))
        return whole

    def _give(self, news: bytes) -> None:
        if not news:
            return
        self._sent = monotonic()
        for watcher in self._watchers:
            if not watcher.give(news):
                watcher.begin_anew(self._whole())


def _message(kind: str, data: dict[str, object]) -> bytes:
    return message({**data, "now": time()}, kind)

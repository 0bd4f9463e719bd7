"""Spectators of an event, and the task that looks at the event for all of them.

The task runs only while somebody watches. A message is encoded once and given to everybody. The
more spectators there are, the fewer messages are sent, so that the cores are left to the games.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from time import monotonic, time

from arena.drawing.frames import Looks
from arena.site.background import Cached
from arena.site.supervision import begin_task, log_exceptions
from arena.site.traffic.event_stream import KEEP_ALIVE, KEEP_ALIVE_PAUSE, message
from arena.site.watch.event_summary import EventSummary
from formats.game import PLAYERS
from tournaments.event.model import Event
from tournaments.run.live import InPlay, Live, is_running

_LEAST_PAUSE = 0.04
"""Least number of seconds between two looks at the event."""
_MOST_SENT = 1000
"""Messages a second to all spectators together."""
_MOST_PAUSE = 0.15
"""Largest number of seconds between two messages, however many spectators there are."""
_MOST_WAITING = 20
"""Messages that wait for a slow spectator, who then gets the whole state anew."""


class Watcher:
    """A spectator's queue of messages."""

    def __init__(self) -> None:
        self._queued: list[bytes] = []
        self._has_messages = asyncio.Event()
        self.is_gone = False

    def give(self, message: bytes) -> bool:
        """Queue a message; return False if the queue is full."""
        if len(self._queued) >= _MOST_WAITING:
            return False
        self._queued.append(message)
        self._has_messages.set()
        return True

    def begin_anew(self, message: bytes) -> None:
        """Replace all queued messages by this one."""
        self._queued = [message]

    def leave(self) -> None:
        self.is_gone = True
        self._has_messages.set()

    async def take(self) -> bytes:
        """Wait for messages and return all that are queued."""
        await self._has_messages.wait()
        self._has_messages.clear()
        messages, self._queued = self._queued, []
        return b"".join(messages)


class Audience:
    """Spectators of one event."""

    def __init__(self, folder: Path, event: Event, tables: Cached[EventSummary]) -> None:
        self._boards = LiveBoards(folder, event)
        self._tables = tables
        self._shown: EventSummary | None = None
        self._watchers: set[Watcher] = set()
        self._task: asyncio.Task[None] | None = None
        self._sent = 0.0

    def close(self) -> None:
        for watcher in self._watchers:
            watcher.leave()

    async def messages(self) -> AsyncGenerator[bytes, None]:
        """Yield the messages for a new spectator until the stream ends."""
        with self.join() as watcher:
            while not watcher.is_gone:
                yield await watcher.take()

    @contextmanager
    def join(self) -> Iterator[Watcher]:
        """Add a spectator; the first message is the whole state."""
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
        """Look at the event as long as anybody watches; a failed look is followed by another."""
        try:
            with log_exceptions("the first look at an event"):
                await asyncio.to_thread(self._boards.look)
            self._give(self._whole())
            while self._watchers:
                await asyncio.sleep(self._pause())
                with log_exceptions("a look at an event"):
                    await self._look_again()
        finally:
            self._task = None

    async def _look_again(self) -> None:
        """Send what has changed, or from time to time that nothing has."""
        self._tables.renew()
        changes = await asyncio.to_thread(self._boards.look)
        is_long = monotonic() > self._sent + KEEP_ALIVE_PAUSE
        self._give(self._news(changes) or (KEEP_ALIVE if is_long else b""))

    def _pause(self) -> float:
        """Return the seconds to the next look: the more spectators, the longer after a message."""
        pause = min(len(self._watchers) / _MOST_SENT, _MOST_PAUSE)
        return max(_LEAST_PAUSE, self._sent + pause - monotonic())

    def _news(self, changes: dict[str, object]) -> bytes:
        news = _message("boards", changes) if changes else b""
        tables = self._tables.newest
        if tables is not None and tables is not self._shown:
            self._shown = tables
            news += _message("tables", asdict(tables))
        return news

    def _whole(self) -> bytes:
        whole = _message("boards", self._boards.whole())
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


MOST_BOARDS = 24
"""Number of boards that are shown at once; of further games only the number is shown."""


class LiveBoards:
    """Boards of one event, read again and again; one reading serves all spectators."""

    def __init__(self, folder: Path, event: Event) -> None:
        self._folder = folder
        self._live = Live(folder, {section.name: section.game.limit for section in event.sections})
        self._looks = {section.name: Looks(section.game) for section in event.sections}
        self._games: dict[str, InPlay] = {}
        self._pictures: dict[str, dict[str, object]] = {}
        self._state: dict[str, object] = {}

    def look(self) -> dict[str, object]:
        """Return what has changed since the last look, if anything."""
        games = self._live.look()
        now = {_key(game): game for game in games[:MOST_BOARDS]}
        changed = {key: game for key, game in now.items() if self._games.get(key) is not game}
        known_looks = self._count_of_looks
        gone = self._games.keys() - now.keys()
        self._games = now
        for key in gone:
            del self._pictures[key]
        self._pictures.update((key, self._picture(key, game)) for key, game in changed.items())
        state: dict[str, object] = {
            "running": is_running(self._folder),
            "more": len(games) - len(now),
        }
        parts: dict[str, object] = {
            "games": [self._pictures[key] for key in changed],
            "over": sorted(gone),
            "looks": self._data_of_looks() if self._count_of_looks != known_looks else {},
            "state": state if state != self._state else {},
        }
        self._state = state
        return {name: part for name, part in parts.items() if part}

    def whole(self) -> dict[str, object]:
        """Return the whole state, for a new spectator."""
        return {
            "whole": True,
            "games": list(self._pictures.values()),
            "looks": self._data_of_looks(),
            "state": self._state,
        }

    @property
    def _count_of_looks(self) -> int:
        return sum(len(looks.letters) for looks in self._looks.values())

    def _data_of_looks(self) -> Mapping[str, object]:
        return {name: looks.as_data for name, looks in self._looks.items()}

    def _picture(self, key: str, in_play: InPlay) -> dict[str, object]:
        matrix = in_play.matrix
        board, game = matrix.position.board, matrix.game
        return {
            "key": key,
            "section": in_play.section,
            "game": game.name,
            "number": in_play.number,
            "round": in_play.round,
            "names": [in_play.first, in_play.second],
            "sides": [[game.sides[player].en, game.sides[player].ru] for player in PLAYERS],
            "size": [board.width, board.height],
            "cells": self._looks[in_play.section].grid(board),
            "player": matrix.position.player,
            "half_move": matrix.position.half_move,
            "last": matrix.position.last,
            "points": matrix.position.points if game.keeps_points else None,
            "clocks": [float(seconds) for seconds in matrix.times],
            "told": in_play.updated,
        }


def _key(game: InPlay) -> str:
    return f"{game.section} {game.number}"

"""Tells of a game while it is played, though not of every half-move.

A watcher is always told of the newest half-move, and soon. A quick game has
hundreds of half-moves a second, more than can be seen. One that comes too soon after the last is
delayed, and dropped if a newer one comes meanwhile. So when a bot thinks long after a quick answer
of its opponent, the board shows that answer, not the position before it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Timer

from formats.matrix import Matrix
from referee.turn import Turn

EVERY = 0.05
"""Seconds between two positions that are told of a game: more cannot be seen."""


class GameReporter:
    """Tells of one game; once it is closed, nothing more is told."""

    def __init__(self, send: Callable[[Matrix], None]) -> None:
        self._send = send
        self._lock = Lock()
        self._told = -EVERY
        self._newest: Matrix | None = None
        self._timer: Timer | None = None
        self._closed = False

    def __call__(self, turn: Turn, _before: Matrix) -> None:
        """Takes a half-move."""
        if turn.judged.matrix is None:
            return
        with self._lock:
            self._newest = turn.judged.matrix
            if self._timer is None:
                wait = self._told + EVERY - time.monotonic()
                self._tell() if wait <= 0 else self._tell_in(wait)

    def close(self) -> None:
        """Tells no more: the game is over, and its result tells all."""
        with self._lock:
            self._closed = True
            if self._timer:
                self._timer.cancel()

    def _tell(self) -> None:
        if self._newest:
            self._send(self._newest)
        self._newest, self._told = None, time.monotonic()

    def _tell_in(self, seconds: float) -> None:
        self._timer = Timer(seconds, self._tell_late)
        self._timer.daemon = True
        self._timer.start()

    def _tell_late(self) -> None:
        with self._lock:
            self._timer = None
            if not self._closed:
                with suppress(OSError):  # nobody listens: the game's own end will meet that
                    self._tell()

"""Hears what a bot prints while it thinks, and tells of it, though not too often."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from formats.printable import visible

MOST_SAID = 4000
_ROOM = 1 << 16
_OFTEN = 0.1
"""Seconds at least between two tellings."""


class BotOutput:
    """Receives what a bot prints while it prints it, and passes on all of it so far."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._heard = bytearray()
        self._waiting: asyncio.TimerHandle | None = None

    @contextmanager
    def open(self) -> Iterator[socket.socket]:
        """Opens a socket and listens on it until it is closed."""
        ours, theirs = socket.socketpair()
        loop = asyncio.get_running_loop()
        with ours, theirs:
            ours.setblocking(False)
            loop.add_reader(ours, self._hear, ours)
            try:
                yield theirs
            finally:
                loop.remove_reader(ours)
                if self._waiting:
                    self._waiting.cancel()

    def _hear(self, ours: socket.socket) -> None:
        with suppress(OSError):
            self._heard += ours.recv(_ROOM)
        del self._heard[4 * MOST_SAID :]  # letters of four bytes at the most
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(_OFTEN, self._speak)

    def _speak(self) -> None:
        self._waiting = None
        self._tell(said_in(self._heard))


def said_in(printed: bytes | bytearray) -> str:
    """What was printed, fit to be shown."""
    return visible(printed.decode("utf-8", "replace").rstrip("\n"), MOST_SAID)

"""The socket that visitors connect to: who connects too often is turned away before it costs much.

A connection that asyncio has accepted has cost some tenths of a millisecond, so that one client can
keep the site from all else by opening and closing a few thousand a second. One that is closed here
costs some hundredths.
"""

from __future__ import annotations

import socket
from typing import Any

from arena.site.settings import Settings
from arena.site.shares import Buckets, client_of, is_among

_AT_A_TIME = 100
"""Connections that are turned away before anything else is done."""


class Listener(socket.socket):
    """A socket that listens already, and takes the place of the one it is made of."""

    def __init__(self, listening: socket.socket, settings: Settings) -> None:
        super().__init__(listening.family, listening.type, listening.proto, listening.detach())
        self._proxies = settings.trusted_proxies
        self._connecting = Buckets(settings.connecting)

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that may stay. Raises BlockingIOError if there is none now."""
        for _ in range(_AT_A_TIME):
            connection, address = super().accept()
            if self._may_stay(address[0]):
                return connection, address
            connection.close()
        raise BlockingIOError

    def _may_stay(self, address: str) -> bool:
        return is_among(address, self._proxies) or self._connecting.take(client_of(address))

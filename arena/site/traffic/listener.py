"""The socket on which the site listens, and what it does about clients who connect too often.

Theory of operation. A connection that asyncio has accepted has cost some tenths of a millisecond,
so one client could keep the site from all else by opening and closing a few thousand a second. One
that is closed here costs some hundredths. But a flood fills the queue of the system within
milliseconds in which the site does something else; then the system drops whoever comes, and an
honest browser tries again after one second and after three. So the system itself is told to drop,
for a second, what a client sends to this socket who goes on after being turned away: by a filter
of packets, which Linux runs before a connection costs anything. Connections that are open go on.
"""

from __future__ import annotations

import asyncio
import ctypes
import socket
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_network
from time import monotonic
from typing import Any

from arena.site.settings import Rate, Settings
from arena.site.traffic.shares import Buckets, client_of, is_among

_TURNING_AWAY = 0.01
"""Seconds for which connections are turned away before anything else is done."""
_STUBBORN = Rate(50, 50)
"""Connections of a client that are turned away before nothing is heard from him."""
_DEAF = 1.0
"""Seconds for which nothing is heard from such a client."""
_MOST_UNHEARD = 40
"""Clients that are not heard at a time: what filters them must be short."""
_ATTACH, _DETACH = 26, 27
_LOAD, _IS_EQUAL, _RETURN = 0x20, 0x15, 0x06
_HEADER = 0xFFF00000
"""Where the filter finds the header with the addresses."""
_SOURCE_IPV4, _SOURCE_IPV6 = 12, 8
_ALL = 0xFFFFFFFF
"""Bytes of a packet that are passed on."""


class Listener(socket.socket):
    """A socket that listens already, and takes the place of the one it is made of."""

    def __init__(self, listening: socket.socket, settings: Settings) -> None:
        super().__init__(listening.family, listening.type, listening.proto, listening.detach())
        self._proxies = settings.trusted_proxies
        self._connecting = Buckets(settings.connecting)
        self._turned_away = Buckets(_STUBBORN)
        self._unheard: dict[str, asyncio.TimerHandle] = {}

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that may stay. Raises BlockingIOError if there is none now."""
        until = monotonic() + _TURNING_AWAY
        while monotonic() < until:
            connection, address = super().accept()
            if is_among(address[0], self._proxies):
                return connection, address
            client = client_of(address[0])
            if self._connecting.take(client):
                return connection, address
            connection.close()
            if not self._turned_away.take(client):
                self._stop_hearing(client)
        raise BlockingIOError

    def close(self) -> None:
        for timer in self._unheard.values():
            timer.cancel()
        super().close()

    def _stop_hearing(self, client: str) -> None:
        """Let the system drop what the client sends, for a while."""
        if client in self._unheard or len(self._unheard) >= _MOST_UNHEARD:
            return
        loop = asyncio.get_running_loop()
        self._unheard[client] = loop.call_later(_DEAF, self._hear_again, client)
        self._filter()

    def _hear_again(self, client: str) -> None:
        del self._unheard[client]
        self._filter()

    def _filter(self) -> None:
        """Tell the system whom not to hear; where it cannot do that, clients are turned away."""
        if not sys.platform.startswith("linux"):
            return
        with suppress(OSError):
            if not self._unheard:
                self.setsockopt(socket.SOL_SOCKET, _DETACH, 0)
                return
            program = packet_filter(self._unheard)
            held = ctypes.create_string_buffer(program)
            count = len(program) // _INSTRUCTION.size
            described = struct.pack("HP", count, ctypes.addressof(held))
            self.setsockopt(socket.SOL_SOCKET, _ATTACH, described)


_INSTRUCTION = struct.Struct("=HBBI")


def packet_filter(clients: Iterable[str]) -> bytes:
    """Return a filter for packets, as Linux takes it, that drops those of these clients."""
    program = []
    for client in clients:
        with suppress(ValueError):  # a client whose address is none
            program += _drop(ip_network(client).network_address)
    return b"".join([*program, _INSTRUCTION.pack(_RETURN, 0, 0, _ALL)])


def _drop(address: IPv4Address | IPv6Address) -> list[bytes]:
    """Return instructions that drop the packets of an address, or of a network of 64 bits."""
    first = _SOURCE_IPV4 if isinstance(address, IPv4Address) else _SOURCE_IPV6
    words = struct.unpack("!2I", address.packed[:8]) if first == _SOURCE_IPV6 else ()
    words = words or struct.unpack("!I", address.packed)
    instructions = []
    for number, word in enumerate(words):
        rest = 2 * (len(words) - number) - 1
        instructions.append(_INSTRUCTION.pack(_LOAD, 0, 0, _HEADER + first + 4 * number))
        instructions.append(_INSTRUCTION.pack(_IS_EQUAL, 0, rest, word))
    return [*instructions, _INSTRUCTION.pack(_RETURN, 0, 0, 0)]

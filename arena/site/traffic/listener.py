"""Listening socket of the site, which turns away clients that connect too often.

Theory of operation. A connection that asyncio has accepted has cost some tenths of a millisecond,
so one client could block the site by opening and closing a few thousand a second. Closing a
connection here costs some hundredths. But a flood fills the queue of the system within milliseconds
in which the site does something else; then the system drops new connections, and an honest browser
tries again after one second and after three. So the system itself is told to drop, for a second,
the packets of a client that goes on after being turned away: by a packet filter, which Linux runs
before a connection costs anything. Open connections go on.
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
"""Seconds for which connections are turned away before other work is done."""
_STUBBORN = Rate(50, 50)
"""Rate of a client's connections that are turned away before its packets are dropped."""
_DROPPING = 1.0
"""Seconds for which the packets of such a client are dropped."""
_MOST_DROPPED = 40
"""Largest number of clients whose packets are dropped at a time: the filter must be short."""
_ATTACH, _DETACH = 26, 27
_LOAD, _IS_EQUAL, _RETURN = 0x20, 0x15, 0x06
_HEADER = 0xFFF00000
"""Offset at which a filter finds the header with the addresses."""
_SOURCE_IPV4, _SOURCE_IPV6 = 12, 8
_ALL = 0xFFFFFFFF
"""Number of bytes of a packet that are passed on."""


class Listener(socket.socket):
    """Listening socket that takes the file descriptor of the socket it is made from."""

    def __init__(self, listening: socket.socket, settings: Settings) -> None:
        super().__init__(listening.family, listening.type, listening.proto, listening.detach())
        self._proxies = settings.trusted_proxies
        self._connecting = Buckets(settings.connecting)
        self._turned_away = Buckets(_STUBBORN)
        self._dropped: dict[str, asyncio.TimerHandle] = {}

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection that may stay. Raise BlockingIOError if there is none now."""
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
                self._drop(client)
        raise BlockingIOError

    def close(self) -> None:
        for timer in self._dropped.values():
            timer.cancel()
        super().close()

    def _drop(self, client: str) -> None:
        """Let the system drop the client's packets for a while."""
        if client in self._dropped or len(self._dropped) >= _MOST_DROPPED:
            return
        loop = asyncio.get_running_loop()
        self._dropped[client] = loop.call_later(_DROPPING, self._stop_dropping, client)
        self._filter()

    def _stop_dropping(self, client: str) -> None:
        del self._dropped[client]
        self._filter()

    def _filter(self) -> None:
        """Attach the filter; where the system has none, clients are only turned away."""
        if not sys.platform.startswith("linux"):
            return
        with suppress(OSError):
            if not self._dropped:
                self.setsockopt(socket.SOL_SOCKET, _DETACH, 0)
                return
            program = packet_filter(self._dropped)
            buffer = ctypes.create_string_buffer(program)
            count = len(program) // _INSTRUCTION.size
            argument = struct.pack("HP", count, ctypes.addressof(buffer))
            self.setsockopt(socket.SOL_SOCKET, _ATTACH, argument)


_INSTRUCTION = struct.Struct("=HBBI")


def packet_filter(clients: Iterable[str]) -> bytes:
    """Return a packet filter for Linux that drops the packets of the clients."""
    program = []
    for client in clients:
        with suppress(ValueError):  # the client may have no IP address
            program += _instructions_for(ip_network(client).network_address)
    return b"".join([*program, _INSTRUCTION.pack(_RETURN, 0, 0, _ALL)])


def _instructions_for(address: IPv4Address | IPv6Address) -> list[bytes]:
    """Return instructions that drop the packets of an address, or of a network of 64 bits."""
    first = _SOURCE_IPV4 if isinstance(address, IPv4Address) else _SOURCE_IPV6
    words = struct.unpack("!2I", address.packed[:8]) if first == _SOURCE_IPV6 else ()
    words = words or struct.unpack("!I", address.packed)
    instructions = []
    for number, word in enumerate(words):
        jump = 2 * (len(words) - number) - 1
        instructions.append(_INSTRUCTION.pack(_LOAD, 0, 0, _HEADER + first + 4 * number))
        instructions.append(_INSTRUCTION.pack(_IS_EQUAL, 0, jump, word))
    return [*instructions, _INSTRUCTION.pack(_RETURN, 0, 0, 0)]

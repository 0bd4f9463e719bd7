"""Web server of the site: uvicorn, with the deadlines and shares that a proxy would provide.

Theory of operation. uvicorn closes a connection on which nothing comes after a response, and can
refuse all connections above some number. It has no deadline for a request that never ends and no
share for a client, so a thousand connections of one client keep all others out. Hypercorn and
granian have a deadline for headers and no shares either, and would be another server to learn;
little is missing, since the protocol of uvicorn is a class made to be replaced. The protocol here
gives the client some seconds for the head of a request, some for its body, in proportion to the
announced length, and some to take the response; a client that takes longer is cut off.
``Connections`` limits their number: one client holds half of them at most, and when all are taken,
the client that holds most loses the one that has been silent longest. So a client behind the
address of an attacker still gets in. A trusted proxy brings all visitors, and has no share.

Each read costs the event loop the same, however small the piece, and all waiting pieces are read
before any request gets on by one step. So reads have a limit, too: if a client sends more pieces,
nothing is read on its connections for a second.

The parser is the one in Python (h11), which is strict and memory-safe; it takes a fraction of the
time of a page.

Theory of the listening socket. A connection that asyncio has accepted has cost some tenths of a
millisecond, so one client could block the site by opening and closing a few thousand a second.
Closing a connection here costs some hundredths. But a flood fills the queue of the system within
milliseconds in which the site does something else; then the system drops new connections, and an
honest browser tries again after one second and after three. So the system itself is told to drop,
for a second, the packets of a client that goes on after being turned away: by a packet filter,
which Linux runs before a connection costs anything. Open connections go on.
"""

from __future__ import annotations

import asyncio
import ctypes
import socket
import struct
import sys
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_network
from time import monotonic
from typing import Any, cast

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from arena.site.settings import Rate, Settings
from arena.site.traffic.shares import Buckets, client_of, is_among

_HEAD = 10.0
"""Seconds for the head of a request."""
_BODY = 20.0
"""Seconds for the body of a request, besides those for its length at the rate ``_SLOWEST``."""
_SLOWEST = 32 * 1024
"""Least rate of a body, in bytes a second."""
_TAKING = 60.0
"""Seconds for the client to take the response."""
_NO_LINGER = struct.pack("ii", 1, 0)
"""Option ``SO_LINGER`` that makes the system discard data the client has not taken."""
BACKLOG = 4096
"""Connections that the system keeps until they are accepted. If there are more, a client tries
again after a second, and then after three."""
_ACCEPTED = 32
"""Connections that are accepted before other work is done."""
_READS = Rate(2000, 500)
"""Rate of reads of one client, on all of its connections."""
_REST = 1.0
"""Seconds for which nothing is read from a client that sent more pieces."""
_KEEP_ALIVE = 5
_LARGEST_HEAD = 32 * 1024
_CLOSING_TIME = 2
"""Seconds that streams are given to close when the site ends."""
_FILES = 1 << 16
"""Files and sockets to have open, if the system allows so many."""
_OWN_FILES = 200
"""Open files other than connections: pipes to bots and checks, ledgers, templates."""


class Server(uvicorn.Server):
    """Server that ends event streams before it stops.

    uvicorn waits for all responses before it ends, and cuts off the rest with a log message of many
    lines. An event stream has no end of its own, so it is ended first.
    """

    def __init__(self, site: Starlette, settings: Settings) -> None:
        self._settings = settings
        connections = Connections(
            _most_connections(settings.most_connections), settings.trusted_proxies
        )
        config = uvicorn.Config(
            site,
            # uvicorn accepts any function that makes protocols.
            http=cast("type[asyncio.Protocol]", partial(PatientProtocol, connections=connections)),
            ws="none",
            loop="asyncio",  # another would accept connections by itself
            backlog=_ACCEPTED,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
            timeout_keep_alive=_KEEP_ALIVE,
            timeout_graceful_shutdown=_CLOSING_TIME,
            h11_max_incomplete_event_size=_LARGEST_HEAD,
        )
        super().__init__(config)
        self._site = site

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start on the given sockets, and listen on them."""
        listeners = [Listener(listening, self._settings) for listening in sockets or ()]
        await super().startup(list(listeners))
        for listener in listeners:
            listener.listen(BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for close in self._site.state.at_close:
            close()
        await super().shutdown(sockets)


def _most_connections(setting: int) -> int:
    """Raise the limit on open files; return how many of the connections it allows."""
    if sys.platform == "win32":  # where sockets are no files
        return setting
    import resource  # noqa: PLC0415 - Windows lacks it

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(1, min(setting, most - min(_OWN_FILES, most // 2)))


@dataclass
class Connections:
    """Open connections of all clients."""

    most: int
    proxies: tuple[str, ...] = ()
    reads: Buckets = field(default_factory=lambda: Buckets(_READS))
    """Allowance of reads of each client; connections of a proxy have none, since it sends for many.
    """
    _by_client: defaultdict[str, dict[PatientProtocol, None]] = field(
        default_factory=partial(defaultdict, dict)
    )
    """Connections of each client, first the one that has been silent longest."""

    def add(self, connection: PatientProtocol) -> None:
        """Add a connection; close it or another one if there are too many."""
        own = self._by_client[connection.client_name]
        own[connection] = None
        if connection.client_name and len(own) > self.most // 2:
            self._close_one(own)
        elif sum(map(len, self._by_client.values())) > self.most:
            client = max(self._by_client, key=lambda name: len(self._by_client[name]))
            self._close_one(self._by_client[client])

    def note_activity(self, connection: PatientProtocol) -> None:
        """Note that the connection is active."""
        own = self._by_client[connection.client_name]
        own[connection] = own.pop(connection, None)

    def remove(self, connection: PatientProtocol) -> None:
        self._by_client[connection.client_name].pop(connection, None)
        if not self._by_client[connection.client_name]:
            del self._by_client[connection.client_name]

    def client_at(self, address: str) -> str:
        """Return the client at the address; an empty string if it is a proxy."""
        return "" if is_among(address, self.proxies) else client_of(address)

    def _close_one(self, own: Iterable[PatientProtocol]) -> None:
        """Close the connection that has been silent longest.

        One that is being answered is closed only if all are.
        """
        idle = (connection for connection in own if not connection.is_answered)
        connection = next(idle, None) or next(iter(own))
        self.remove(connection)
        connection.cut_off()


class PatientProtocol(H11Protocol):
    """Protocol with deadlines, on a connection that is counted."""

    def __init__(self, *args: Any, connections: Connections, **more: Any) -> None:
        super().__init__(*args, **more)
        self._connections = connections
        self._waits_for: tuple[object, object] | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._until_sent: asyncio.TimerHandle | None = None
        self._pause: asyncio.TimerHandle | None = None
        self.client_name = ""

    @property
    def is_answered(self) -> bool:
        """Return whether a response is being made or a stream goes on."""
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        return cycle is not None and not cycle.response_complete

    def cut_off(self) -> None:
        """Abort the connection and discard data that the client has not taken."""
        connection = self.transport.get_extra_info("socket")
        if connection is not None and sys.platform != "win32":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.client_name = self._connections.client_at(self.client[0] if self.client else "")
        self._connections.add(self)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.remove(self)
        for timer in (self._deadline, self._until_sent, self._pause):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():  # the connection has been cut off
            return
        self._connections.note_activity(self)
        if self.client_name and not self._connections.reads.take(self.client_name):
            self._pause_reads()
        super().data_received(data)
        self._set_deadline()

    def _pause_reads(self) -> None:
        """Read nothing for a while: small pieces on many connections block the site.

        Data that comes meanwhile is read in one piece afterwards.
        """
        self.transport.pause_reading()
        if self._pause:
            self._pause.cancel()
        self._pause = self.loop.call_later(_REST, self._resume_reads)

    def _resume_reads(self) -> None:
        self._pause = None
        if not (self.transport.is_closing() or self.flow.read_paused):
            self.transport.resume_reading()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._set_deadline()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._until_sent = self.loop.call_later(_TAKING, self.cut_off)

    def resume_writing(self) -> None:
        if self._until_sent:
            self._until_sent.cancel()
        super().resume_writing()

    def _set_deadline(self) -> None:
        """Set a new deadline if the protocol now waits for something else."""
        state = self.conn.their_state
        if self.transport.is_closing() or self._waits_for == (state, self.cycle):
            return
        self._waits_for = (state, self.cycle)
        if self._deadline:
            self._deadline.cancel()
        self._deadline = None
        if state in (h11.IDLE, h11.SEND_BODY):
            seconds = _HEAD if state is h11.IDLE else self._seconds_for_body()
            self._deadline = self.loop.call_later(seconds, self.cut_off)

    def _seconds_for_body(self) -> float:
        length = dict(self.headers).get(b"content-length", b"0")
        return _BODY + (int(length) / _SLOWEST if length.isdigit() and len(length) < 12 else 0)


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

"""The server that the site runs in: uvicorn, and what it leaves to a proxy that may not be there.

Theory of operation. uvicorn closes a connection on which nothing comes after an answer, and can
refuse everybody above some number of connections. It has no deadline for a request that never ends
and no share for a client, so a thousand connections opened by one keep all others out. Hypercorn
and granian have a deadline for headers and no shares either, and would be another server to learn;
what is missing is little, since the protocol of uvicorn is a class made to be replaced. Ours gives
the client some seconds for the head of a request, some for its body, the more the larger it said
that would be, and some to take what was sent; a client that wants longer is cut off. ``Crowd`` has
the connections: one client holds half of them at most, and when all are taken, whoever holds most
loses the one on which nothing has come for longest. So who shares an address with an attacker still
comes in. A proxy that is believed about visitors comes with all of them, and has no share.

Each piece that is read costs the event loop the same, however small it is, and all that can be read
is read before anybody gets on by one step. So a client has a share of those, too: on the
connections of one who sends more pieces nothing is read for a second.

The parser is that in Python (h11), which is strict and never reads out of its bounds; it takes a
fraction of what a page takes.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from arena.site.settings import Rate, Settings
from arena.site.traffic.listener import Listener
from arena.site.traffic.shares import Buckets, client_of, is_among

_HEAD = 10.0
"""Seconds for the head of a request."""
_BODY = 20.0
"""Seconds for its body, and one more for each of so many bytes."""
_SLOWEST = 32 * 1024
_TAKING = 60.0
"""Seconds to take what was sent."""
_AT_ONCE = struct.pack("ii", 1, 0)
"""How the system is told to forget what was not taken."""
BACKLOG = 4096
"""Connections that the system keeps until they are accepted; where they are full, whoever comes
tries again after a second, and then after three."""
_ACCEPTED = 32
"""Those that are accepted before anything else is done."""
_READS = Rate(2000, 500)
"""Pieces that are read of what one client sends, on all of its connections."""
_REST = 1.0
"""Seconds for which nothing is read on a connection of a client who sent more pieces."""
_KEEP_ALIVE = 5
_LARGEST_HEAD = 32 * 1024
_PATIENCE = 2
"""Seconds that those who watch are given to go when the site ends."""
_FILES = 1 << 16
"""Files and sockets that may be open, if the system allows so many."""
_OWN_FILES = 200
"""Those that are no connections: pipes to bots and checks, ledgers, templates."""


class Server(uvicorn.Server):
    """One that takes leave of those who watch.

    A server waits for all that is being answered before it ends, and cuts off whatever lasts too
    long with a complaint of many lines. A stream to one who watches has no end of its own, so it is
    ended first.
    """

    def __init__(self, site: Starlette, settings: Settings) -> None:
        self._settings = settings
        crowd = Crowd(_most_connections(settings.most_connections), settings.trusted_proxies)
        config = uvicorn.Config(
            site,
            # It may be anything that makes protocols.
            http=cast("type[asyncio.Protocol]", partial(PatientProtocol, crowd=crowd)),
            ws="none",
            loop="asyncio",  # another would accept connections by itself
            backlog=_ACCEPTED,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
            timeout_keep_alive=_KEEP_ALIVE,
            timeout_graceful_shutdown=_PATIENCE,
            h11_max_incomplete_event_size=_LARGEST_HEAD,
        )
        super().__init__(config)
        self._site = site

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins, on sockets that listen already."""
        listeners = [Listener(one, self._settings) for one in sockets or ()]
        await super().startup(list(listeners))
        for one in listeners:
            one.listen(BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for close in self._site.state.at_close:
            close()
        await super().shutdown(sockets)


def _most_connections(wanted: int) -> int:
    """How many there may be, once as many files may be open as the system allows."""
    if sys.platform == "win32":  # where sockets are no files
        return wanted
    import resource  # noqa: PLC0415 - it is absent there

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(1, min(wanted, most - min(_OWN_FILES, most // 2)))


@dataclass
class Crowd:
    most: int
    proxies: tuple[str, ...] = ()
    reads: Buckets = field(default_factory=lambda: Buckets(_READS))
    """What each client may still send: a proxy sends for many."""
    _of: defaultdict[str, dict[PatientProtocol, None]] = field(
        default_factory=partial(defaultdict, dict)
    )
    """The connections of each client, first the one on which nothing has come for longest."""

    def enter(self, one: PatientProtocol) -> None:
        """A new connection; it, or another, may have to go for it."""
        own = self._of[one.whose]
        own[one] = None
        if one.whose and len(own) > self.most // 2:
            self._send_one_away(own)
        elif sum(map(len, self._of.values())) > self.most:
            crowded = max(self._of, key=lambda whose: len(self._of[whose]))
            self._send_one_away(self._of[crowded])

    def heard(self, one: PatientProtocol) -> None:
        own = self._of[one.whose]
        own[one] = own.pop(one, None)

    def leave(self, one: PatientProtocol) -> None:
        self._of[one.whose].pop(one, None)
        if not self._of[one.whose]:
            del self._of[one.whose]

    def whose(self, address: str) -> str:
        """The client of a connection; nobody's, if it is a proxy's."""
        return "" if is_among(address, self.proxies) else client_of(address)

    def _send_one_away(self, own: Iterable[PatientProtocol]) -> None:
        """One that is not being answered, if there is one; of those, the one silent longest."""
        idle = (one for one in own if not one.is_answered)
        one = next(idle, None) or next(iter(own))
        self.leave(one)
        one.cut_off()


class PatientProtocol(H11Protocol):
    def __init__(self, *args: Any, crowd: Crowd, **more: Any) -> None:
        super().__init__(*args, **more)
        self._crowd = crowd
        self._waits_for: tuple[object, object] | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._until_taken: asyncio.TimerHandle | None = None
        self._rest: asyncio.TimerHandle | None = None
        self.whose = ""

    @property
    def is_answered(self) -> bool:
        """Whether an answer is being made, or a stream goes on."""
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        return cycle is not None and not cycle.response_complete

    def cut_off(self) -> None:
        """Ends the connection at once; what was not taken is not kept, not by the system either."""
        connection = self.transport.get_extra_info("socket")
        if connection is not None and sys.platform != "win32":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.whose = self._crowd.whose(self.client[0] if self.client else "")
        self._crowd.enter(self)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._crowd.leave(self)
        for timer in (self._deadline, self._until_taken, self._rest):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():  # it had to go
            return
        self._crowd.heard(self)
        if self.whose and not self._crowd.reads.take(self.whose):
            self._have_a_rest()
        super().data_received(data)
        self._wait()

    def _have_a_rest(self) -> None:
        """Read nothing for a while: small pieces on many connections keep the site from all else.

        What comes meanwhile is read at once afterwards.
        """
        self.transport.pause_reading()
        if self._rest:
            self._rest.cancel()
        self._rest = self.loop.call_later(_REST, self._read_on)

    def _read_on(self) -> None:
        self._rest = None
        if not (self.transport.is_closing() or self.flow.read_paused):
            self.transport.resume_reading()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._until_taken = self.loop.call_later(_TAKING, self.cut_off)

    def resume_writing(self) -> None:
        if self._until_taken:
            self._until_taken.cancel()
        super().resume_writing()

    def _wait(self) -> None:
        """Sets the deadline anew where something else is waited for than before."""
        state = self.conn.their_state
        if self.transport.is_closing() or self._waits_for == (state, self.cycle):
            return
        self._waits_for = (state, self.cycle)
        if self._deadline:
            self._deadline.cancel()
        self._deadline = None
        if state in (h11.IDLE, h11.SEND_BODY):
            seconds = _HEAD if state is h11.IDLE else self._for_body()
            self._deadline = self.loop.call_later(seconds, self.cut_off)

    def _for_body(self) -> float:
        length = dict(self.headers).get(b"content-length", b"0")
        return _BODY + (int(length) / _SLOWEST if length.isdigit() and len(length) < 12 else 0)

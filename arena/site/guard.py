"""What holds for every request, before any page sees it and after it has answered.

A page on some other site must not make a reader's browser do things here. So a site that only this
machine can reach answers to this machine's names alone (or another site could give its own name
this machine's address), and nothing is done for a form or a script that comes from elsewhere.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.site import texts
from arena.site.errors import Refusal
from arena.site.settings import Rate
from arena.site.site import Site

HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN = (None, "same-origin", "none")
_MOST_ADDRESSES = 10_000
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-cache",
}


@dataclass
class Buckets:
    """How many requests each address may still make: they come back with time."""

    rate: Rate
    left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, address: str) -> bool:
        """Takes one, if there is one."""
        now = monotonic()
        count, since = self.left.pop(address, (float(self.rate.burst), now))
        count = min(self.rate.burst, count + (now - since) * self.rate.per_second)
        self.left[address] = (count - 1 if count >= 1 else count, now)
        if len(self.left) > _MOST_ADDRESSES:
            self.left.popitem(last=False)
        return count >= 1


class Guard:
    """Middleware that lets only fit requests through, and gives every response its headers."""

    def __init__(self, app: ASGIApp, site: Site, bodies: Mapping[str, int]) -> None:
        self._app = app
        self._site = site
        self._bodies = bodies
        self._reading = Buckets(site.settings.reading)
        self._writing = Buckets(site.settings.writing)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Guards one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        request = HTTPConnection(scope)
        largest = self._largest_body(scope["path"])
        try:
            self._check(request, largest)
        except Refusal as error:
            await self._site.refuse(request, error)(scope, receive, dressed)
            return
        await self._app(scope, _measured(receive, largest), dressed)

    def _largest_body(self, path: str) -> int:
        fitting = [prefix for prefix in self._bodies if path.startswith(prefix)]
        if not fitting:
            return self._site.settings.largest_body
        return self._bodies[max(fitting, key=len)]

    def _check(self, request: HTTPConnection, largest: int) -> None:
        """Whether it may go on. Raises Refusal."""
        harmless = request.scope["method"] in HARMLESS
        address = request.client.host if request.client else ""
        if not (self._reading if harmless else self._writing).take(address):
            raise Refusal(429, texts.TOO_MANY, {"retry-after": "5"})
        host = request.headers.get("host", "")
        settings = self._site.settings
        if settings.is_local and _without_port(host) not in settings.local_hosts:
            raise Refusal(421, texts.WRONG_HOST)
        if not harmless and not _is_own(request, host):
            raise Refusal(403, texts.OTHER_SITE)
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > largest:
            raise Refusal(413, texts.TOO_LARGE, {"connection": "close"})


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


def _is_own(request: HTTPConnection, host: str) -> bool:
    """Whether it was sent from a page of this site, or by no page at all."""
    if request.headers.get("sec-fetch-site") not in _OWN:
        return False
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == host.lower()


def _measured(receive: Receive, largest: int) -> Receive:
    """Stops a request that sends too much, whatever length it announced."""
    taken = 0

    async def measured() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > largest:
            raise Refusal(413, texts.TOO_LARGE, {"connection": "close"})
        return message

    return measured

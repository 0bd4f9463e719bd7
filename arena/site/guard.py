"""Middleware that checks every request before a page sees it, and completes every response.

A page on another site must not make a reader's browser do things here. So the site answers to its
own names alone (or another site could give one of its names the address of this machine), and
refuses forms and scripts that come from elsewhere.

The site is shared fairly: each client has a limit on its rate of requests, and of the clients that
wait the one that has used least of the site's time is served next (``fair_queue.py``). A request
waits for a slot once its body has arrived. The slot is released when the response begins, or when
the page begins to wait for something (``Site.release_slot``): so neither a slow client nor a
spectator holds a slot. A page that takes a second waits for something, too, such as a disk that
hangs, and loses its slot. A body that is too large to be kept in memory meanwhile is read by the
page, in a queue of its own.

A small body is read before there is a slot: so a client that sends slowly does not delay others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.site import texts
from arena.site.errors import Refusal
from arena.site.site import RELEASE_SLOT, Site
from arena.site.submit.tokens import JOIN_PATH
from arena.site.supervision import begin_task, tell_host
from arena.site.traffic.fair_queue import FairQueue, QueueFull
from arena.site.traffic.shares import Buckets
from formats.printable import printable
from formats.text import Text
from referee.numbers import BYTES, count_text

OTHER_NAME = Text(
    "the site was asked for as «{name}»; if that is a name of it, start it with --name",
    "сайт открывали под именем «{name}»; если это его имя, запустите его с --name",
)
_LONGEST_HOST = 100
HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_FETCH_SITES = (None, "same-origin", "none")
_LARGEST_READ_EARLY = 256 * 1024
"""Largest body in bytes that is read before the request has a slot."""
_LONGEST_SLOT = 1.0
"""Seconds after which a slot is released, unless the page still has to read a large body."""
_PIECE = 64 * 1024
"""Bytes of a response that are sent at once: no more than that waits for a slow client."""
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


class Guard:
    """Middleware that lets only acceptable requests through, and completes the headers."""

    def __init__(self, app: ASGIApp, site: Site, bodies: Mapping[str, int]) -> None:
        self._app = app
        self._site = site
        self._bodies = bodies
        self._reading = Buckets(site.settings.reading)
        self._writing = Buckets(site.settings.writing)
        self._with_token = Buckets(site.settings.with_token)
        self._pages = FairQueue(slots=32, slots_each=2, most_waiting_each=200)
        self._uploads = FairQueue(slots=24, slots_each=8, most_waiting_each=200)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        client = self._site.client_of(request)
        send_with_headers = _with_headers(send)
        if not self._may_ask(request, client):
            await self._too_many(request)(scope, receive, send_with_headers)
            return
        largest = self._largest_body(scope["path"])
        receive = limit_body(receive, largest)
        try:
            self._check(request, largest)
            is_small = _length(request, largest) <= _LARGEST_READ_EARLY
            receive = await read_whole(receive) if is_small else receive
            await self._answer_in_slot(scope, receive, send_with_headers, client, is_small=is_small)
        except Refusal as error:
            await self._site.refuse(request, error)(scope, receive, send_with_headers)
        except QueueFull:
            await self._too_many(request)(scope, receive, send_with_headers)
        except ClientDisconnect:
            return  # the client is gone, so nothing can be sent

    async def _answer_in_slot(
        self, scope: Scope, receive: Receive, send: Send, client: str, *, is_small: bool
    ) -> None:
        """Wait for a slot of the client and have the request answered.

        Raise QueueFull if too many wait.
        """
        async with AsyncExitStack() as slot:
            queue = self._pages if is_small else self._uploads
            await slot.enter_async_context(queue.slot(client))
            scope[RELEASE_SLOT] = slot.aclose
            if is_small:
                slot.enter_context(_released_late(slot))

            async def release_slot_and_send(message: Message) -> None:
                await slot.aclose()
                await send(message)

            await self._app(scope, receive, release_slot_and_send)

    def _largest_body(self, path: str) -> int:
        """Return the largest body allowed at the path."""
        fitting = [prefix for prefix in self._bodies if path.startswith(prefix)]
        if not fitting:
            return self._site.settings.largest_body
        return self._bodies[max(fitting, key=len)]

    def _may_ask(self, request: HTTPConnection, client: str) -> bool:
        """Take one request from the client's allowance; return whether any was left."""
        is_harmless = request.scope["method"] in HARMLESS
        if is_harmless and _shows_token(request):
            return self._with_token.take(client)
        return (self._reading if is_harmless else self._writing).take(client)

    def _too_many(self, request: HTTPConnection) -> Response:
        """Build the refusal of a client that asks too often; rendering a page would take longer."""
        sentence = texts.TOO_MANY.say(self._site.language(request))
        headers = {"retry-after": "5", "connection": "close"}
        if "text/html" in request.headers.get("accept", ""):
            return PlainTextResponse(sentence, 429, headers)
        return JSONResponse({"error": sentence}, 429, headers)

    def _check(self, request: HTTPConnection, largest: int) -> None:
        """Raise Refusal if the host, the origin or the announced length is not acceptable."""
        host = request.headers.get("host", "")
        if not self._site.settings.answers_to(host):
            tell_host(OTHER_NAME.filled({"name": printable(host[:_LONGEST_HOST])}))
            raise Refusal(421, texts.WRONG_HOST)
        if request.scope["method"] not in HARMLESS and not _is_own(request, host):
            raise Refusal(403, texts.OTHER_SITE)
        if _length(request, largest) > largest:
            raise _too_large(largest)


@contextmanager
def _released_late(slot: AsyncExitStack) -> Iterator[None]:
    """Release the slot if it is held too long."""
    tasks: list[asyncio.Task[None]] = []  # a task that nobody keeps may be collected
    loop = asyncio.get_running_loop()
    timer = loop.call_later(
        _LONGEST_SLOT, lambda: tasks.append(begin_task(slot.aclose(), "the release of a slot"))
    )
    try:
        yield
    finally:
        timer.cancel()


def _length(request: HTTPConnection, largest: int) -> int:
    """Return the greatest number of bytes that the body can have."""
    if "transfer-encoding" in request.headers:
        return largest
    length = request.headers.get("content-length", "0")
    return int(length) if length.isdecimal() and len(length) <= 12 else largest + 1


def _shows_token(request: HTTPConnection) -> bool:
    """Return whether the request shows a token, or an invitation, which is as good."""
    path = request.scope["path"]
    return "authorization" in request.headers or path.startswith(f"{JOIN_PATH}/")


def _is_own(request: HTTPConnection, host: str) -> bool:
    """Return whether the request comes from a page of this site, or from no page at all.

    A page that sends no referrer makes the browser send the origin "null": then the browser itself
    must say that the page is of this site.
    """
    fetch_site = request.headers.get("sec-fetch-site")
    if fetch_site not in _OWN_FETCH_SITES:
        return False
    origin = request.headers.get("origin")
    if origin == "null":
        return fetch_site == "same-origin"
    return origin is None or urlsplit(origin).netloc.lower() == host.lower()


def _with_headers(send: Send) -> Send:
    """Wrap ``send``: add the headers, and cut large bodies into pieces."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        body = message.get("body", b"")
        for offset in range(0, len(body) - _PIECE, _PIECE):
            piece = body[offset : offset + _PIECE]
            await send({"type": message["type"], "body": piece, "more_body": True})
            message["body"] = body[offset + _PIECE :]
        await send(message)

    return send_with_headers


def limit_body(receive: Receive, largest: int) -> Receive:
    """Wrap ``receive``: raise Refusal if too much comes, whatever length was announced."""
    received = 0

    async def next_part() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > largest:
            raise _too_large(largest)
        return message

    return next_part


def _too_large(largest: int) -> Refusal:
    sentence = texts.LARGER_THAN.filled({"size": count_text(largest, BYTES)})
    return Refusal(413, sentence, {"connection": "close"})


async def read_whole(receive: Receive) -> Receive:
    """Read the whole body and return a ``receive`` that yields it again.

    Raise Refusal if it is too large, ClientDisconnect if the client leaves.
    """
    parts: list[bytes] = []
    message: Message = {"more_body": True}
    while message.get("more_body"):
        message = await receive()
        parts.append(message.get("body", b""))
    if message["type"] != "http.request":
        raise ClientDisconnect
    messages = iter([{**message, "body": b"".join(parts)}])

    async def receive_again() -> Message:
        return next(messages, None) or await receive()

    return receive_again

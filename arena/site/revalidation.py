"""Pages that have not changed are not sent again: a browser that has one asks by its mark."""

from __future__ import annotations

from hashlib import blake2b

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_KEPT = (b"cache-control", b"content-security-policy", b"etag", b"set-cookie", b"vary")
"""Headers of an answer that says no more than that nothing has changed.

A browser takes them for the page that it has, so a page's own policy must be among them.
"""


class Revalidation:
    """Middleware that marks whole pages by what is in them (``ETag``)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        known = Headers(scope=scope).get("if-none-match", "")
        start: Message = {}

        async def marked(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_whole(message):
                start = message  # until the page is here
                return
            if start and message["type"] == "http.response.body":
                mark = f'W/"{blake2b(message["body"], digest_size=12).hexdigest()}"'
                MutableHeaders(scope=start)["etag"] = mark
                if mark in known:
                    message = {**message, "body": b""}
                    start = _unchanged(start)
                await send(start)
                start = {}
            await send(message)

        await self._app(scope, receive, marked)


def _is_whole(start: Message) -> bool:
    """Whether it is a page that comes as one, and has no mark yet."""
    headers = Headers(raw=start["headers"])
    is_plain = "etag" not in headers and headers.get("cache-control") != "no-store"
    return start["status"] == 200 and "content-length" in headers and is_plain


def _unchanged(start: Message) -> Message:
    headers = [(name, value) for name, value in start["headers"] if name in _KEPT]
    return {**start, "status": 304, "headers": headers}

"""``ETag`` headers, by which a browser asks whether a page that it has is still current."""

from __future__ import annotations

from hashlib import blake2b

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS_OF_304 = (b"cache-control", b"content-security-policy", b"etag", b"set-cookie", b"vary")
"""Headers of a response 304.

A browser applies them to the page that it has, so a page's own policy must be among them.
"""


class Revalidation:
    """Middleware that gives whole pages an ``ETag``, and answers 304 where it has not changed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        etags_of_browser = Headers(scope=scope).get("if-none-match", "")
        start: Message = {}

        async def send_with_etag(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_whole(message):
                start = message  # it is sent when the body is known
                return
            if start and message["type"] == "http.response.body":
                etag = f'W/"{blake2b(message["body"], digest_size=12).hexdigest()}"'
                MutableHeaders(scope=start)["etag"] = etag
                if etag in etags_of_browser:
                    message = {**message, "body": b""}
                    start = _not_modified(start)
                await send(start)
                start = {}
            await send(message)

        await self._app(scope, receive, send_with_etag)


def _is_whole(start: Message) -> bool:
    """Return whether the response is a page in one piece, without an ``ETag``."""
    headers = Headers(raw=start["headers"])
    is_plain = "etag" not in headers and headers.get("cache-control") != "no-store"
    return start["status"] == 200 and "content-length" in headers and is_plain


def _not_modified(start: Message) -> Message:
    headers = [(name, value) for name, value in start["headers"] if name in _HEADERS_OF_304]
    return {**start, "status": 304, "headers": headers}

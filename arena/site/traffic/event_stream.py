"""Server-sent events: what happens is told to a page as it happens, for ``stream.js`` to hear."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractContextManager, aclosing, nullcontext

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

BEAT = 15.0
"""Seconds after which those who were told nothing are given a sign, or a proxy would hang up."""
SIGN = b":\n\n"
"""It means nothing, but who is gone without a word is found out by it."""
_HEADERS = {
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # a proxy is not to wait for more
}


def message(data: Mapping[str, object], kind: str = "message") -> bytes:
    """As server-sent events are written: JSON has no line ends."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    named = "" if kind == "message" else f"event: {kind}\n"
    return f"{named}data: {text}\n\n".encode("utf-8", "replace")


class EventStream(StreamingResponse):
    """The response to a visitor who watches. Its events come from a generator of its own."""

    media_type = "text/event-stream"

    def __init__(
        self,
        messages: AsyncGenerator[bytes, None],
        seat: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """``seat`` is taken as long as the visitor stays; if none is free, it raises Refusal."""
        super().__init__(messages, headers=_HEADERS)
        self._messages = messages
        self._seat = seat

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends events as long as the visitor stays; then nothing is kept."""
        async with aclosing(self._messages):
            if scope.get("method") == "HEAD":  # it has no events, and an end
                head = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
                await send(head)
                await send({"type": "http.response.body", "body": b""})
                return
            with self._seat():
                await super().__call__(scope, receive, send)

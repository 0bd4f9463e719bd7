"""Server-sent events: messages to a page that is open, received by ``stream.js``."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractContextManager, aclosing, nullcontext

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

KEEP_ALIVE_PAUSE = 15.0
"""Seconds without an event after which ``KEEP_ALIVE`` is sent, or a proxy would hang up."""
KEEP_ALIVE = b":\n\n"
"""An empty message, by whose failure a closed connection is noticed."""
_HEADERS = {
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # a proxy must pass each event on at once
}


def message(data: Mapping[str, object], kind: str = "message") -> bytes:
    """Return the data as a server-sent event; JSON has no line ends."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    event_line = "" if kind == "message" else f"event: {kind}\n"
    return f"{event_line}data: {text}\n\n".encode("utf-8", "replace")


class EventStream(StreamingResponse):
    """Response that sends the events of a generator as they come."""

    media_type = "text/event-stream"

    def __init__(
        self,
        messages: AsyncGenerator[bytes, None],
        slot: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Make the response; ``slot`` is held while it lasts and raises Refusal if none is free."""
        super().__init__(messages, headers=_HEADERS)
        self._messages = messages
        self._slot = slot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the client leaves; then close the generator."""
        async with aclosing(self._messages):
            if scope.get("method") == "HEAD":  # the response has no body, and an end
                head = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
                await send(head)
                await send({"type": "http.response.body", "body": b""})
                return
            with self._slot():
                await super().__call__(scope, receive, send)

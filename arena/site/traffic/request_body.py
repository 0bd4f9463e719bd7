"""What a client sends with a request: measured, and where it is small, read before anybody works.

Who sends slowly then keeps nobody else from a turn, since he has none yet.
"""

from __future__ import annotations

from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive

from arena.site import texts
from arena.site.errors import Refusal


def measured(receive: Receive, largest: int) -> Receive:
    """Stops a request that sends too much, whatever length it announced."""
    taken = 0

    async def next_part() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > largest:
            raise Refusal(413, texts.TOO_LARGE, {"connection": "close"})
        return message

    return next_part


async def read_whole(receive: Receive) -> Receive:
    """Reads it all, for a page to read it again. Raises Refusal, or ClientDisconnect."""
    parts: list[bytes] = []
    message: Message = {"more_body": True}
    while message.get("more_body"):
        message = await receive()
        parts.append(message.get("body", b""))
    if message["type"] != "http.request":
        raise ClientDisconnect
    given = iter([{**message, "body": b"".join(parts)}])

    async def again() -> Message:
        return next(given, None) or await receive()

    return again

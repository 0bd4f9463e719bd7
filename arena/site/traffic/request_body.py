"""Body of a request: limited in size, and read before a turn begins where it is small.

A client that sends slowly does not delay others, since it has no turn yet.
"""

from __future__ import annotations

from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive

from arena.site import texts
from arena.site.errors import Refusal


def limited(receive: Receive, largest: int) -> Receive:
    """Wrap ``receive``: raise Refusal if too much comes, whatever length was announced."""
    received = 0

    async def next_part() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > largest:
            raise Refusal(413, texts.TOO_LARGE, {"connection": "close"})
        return message

    return next_part


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

"""Server-sent events: their format, and that nothing is kept for a client that has left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

import pytest
from starlette.requests import ClientDisconnect
from starlette.types import Message

from arena.site.traffic.event_stream import EventStream, message


def test_a_message_is_one_line_whatever_is_in_it() -> None:
    assert message({"said": "ход\n"}) == 'data: {"said":"ход\\n"}\n\n'.encode()
    assert message({"a": 1}, "boards") == b'event: boards\ndata: {"a":1}\n\n'
    assert message({"lone": "\ud800"}) == b'data: {"lone":"?"}\n\n'


@pytest.mark.parametrize("version", ["2.3", "2.4"])
def test_whoever_leaves_is_told_no_more(version: str) -> None:
    """Servers of one ASGI version report a client that has left.

    Those of the other raise at the next message.
    """
    open_now: list[str] = []
    sent: list[bytes] = []

    async def messages() -> AsyncGenerator[bytes, None]:
        open_now.append("stream")
        try:
            while True:
                yield b"data: 1\n\n"
                await asyncio.sleep(0)
        finally:
            open_now.clear()

    async def receive() -> Message:
        while len(sent) < 3:
            await asyncio.sleep(0)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if len(sent) >= 3:
            raise OSError("the client has left")
        if message["type"] == "http.response.body":
            assert open_now
            sent.append(message["body"])

    async def served() -> None:
        scope = {"type": "http", "asgi": {"spec_version": version}}
        with suppress(ClientDisconnect):  # as the server handles a lost client
            await EventStream(messages())(scope, receive, send)
        assert open_now == []

    asyncio.run(served())
    assert sent == [b"data: 1\n\n"] * 3

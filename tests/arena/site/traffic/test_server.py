"""Clients that connect too often are turned away, and then their packets are dropped."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Iterator

import pytest

from arena.site.settings import Rate, Settings
from arena.site.traffic import server
from arena.site.traffic.server import Listener

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems have no filters of packets"
)
FLOOD, HONEST = "127.0.0.66", "127.0.0.7"
SHORT = 0.3
"""Seconds in which a connection that is not dropped must be accepted."""


@pytest.fixture(name="listening")
def listen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    """Make a socket for clients that may connect once, and be turned away twice."""
    monkeypatch.setattr(server, "_STUBBORN", Rate(2, 0.001))
    settings = Settings(connecting=Rate(1, 0.001))
    with Listener(socket.create_server(("127.0.0.1", 0)), settings) as listening:
        listening.setblocking(False)
        yield listening


def is_heard(listening: Listener, address: str, port: int = 0) -> bool:
    """Return whether a connection from that address succeeds."""
    try:
        with socket.create_connection(listening.getsockname(), SHORT, (address, port)):
            return True
    except TimeoutError:
        return False


def accept_all(listening: Listener) -> list[str]:
    """Return the addresses of the connections that may stay."""
    addresses: list[str] = []
    while True:
        try:
            connection, address = listening.accept()
        except BlockingIOError:
            return addresses
        connection.close()
        addresses.append(address[0])


def test_packets_of_a_client_that_goes_on_after_being_turned_away_are_dropped(
    listening: Listener,
) -> None:
    async def flood() -> None:
        for _ in range(4):
            assert is_heard(listening, FLOOD)
        assert accept_all(listening) == [FLOOD]
        assert not is_heard(listening, FLOOD)
        assert is_heard(listening, HONEST)
        assert accept_all(listening) == [HONEST]
        await asyncio.sleep(1.2 * server._DROPPING)
        assert is_heard(listening, FLOOD)

    asyncio.run(flood())


def test_without_a_packet_filter_clients_are_turned_away(
    listening: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_ATTACH", 9999)

    async def flood() -> None:
        for _ in range(4):
            assert is_heard(listening, FLOOD)
        assert accept_all(listening) == [FLOOD]
        assert is_heard(listening, FLOOD)
        assert accept_all(listening) == []

    asyncio.run(flood())


def test_a_network_of_version_6_is_filtered() -> None:
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    try:
        listening = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError as error:
        pytest.skip(f"this machine has no IPv6: {error}")
    with Listener(listening, Settings()) as listening_at:

        def reaches() -> bool:
            with socket.socket(socket.AF_INET6) as client:
                client.settimeout(SHORT)
                return client.connect_ex(listening_at.getsockname()) == 0

        async def ban() -> None:
            listening_at._drop("2001:db8::/64")
            assert reaches()
            listening_at._drop("::/64")
            assert not reaches()
            await asyncio.sleep(1.2 * server._DROPPING)
            assert reaches()

        asyncio.run(ban())


def test_many_clients_are_filtered_at_once(listening: Listener) -> None:
    async def ban() -> None:
        for last in range(100, 100 + 2 * server._MOST_DROPPED):
            listening._drop(f"127.0.1.{last}")
        heard = [is_heard(listening, f"127.0.1.{last}") for last in (100, 139, 140)]
        assert heard == [False, False, True]

    asyncio.run(ban())

"""Tests with a client that attacks and another one that is soon answered."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest

from arena.site.application import application
from arena.site.settings import Rate, Settings
from arena.site.traffic import server
from arena.site.traffic.server import Server
from tests.arena.site.asking import write_token_file
from tests.arena.site.attacks import ATTACKER, ATTACKS, Target, attacked, head
from tests.arena.site.browsing import served_by
from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import fill

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems have one address of their own"
)
PATIENCE = 20.0
SOON = 15.0
"""Seconds in which a page must come in a test: the machine may have much else to do."""
HONEST = "127.0.0.7"
OFTEN = Rate(9000, 900)


@pytest.fixture(scope="module", name="events")
def make_events(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("siege")
    fill(folder / "spring", most=4)
    write_token_file(folder, {"ivanov": "right-token"})
    return folder


@pytest.fixture(name="port")
def serve(events: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Yield the port of a small site; attacks on a large one take more time to succeed."""
    for name, seconds in {"_HEAD": 2.0, "_BODY": 2.0, "_TAKING": 2.0}.items():
        monkeypatch.setattr(server, name, seconds)
    with small_site(Settings(events=events, most_connections=60, most_streams_each=20)) as port:
        yield port


class small_site(ExitStack):  # noqa: N801  # used as a function
    """Serve the site; return its port."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def __enter__(self) -> int:  # type: ignore[override]
        taken = self.enter_context(socket.socket())
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        self.enter_context(served_by(Server(application(self._settings), self._settings), taken))
        return port


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_while_one_attacks_another_is_answered(
    port: int, attack: Callable[[Target, Event], None]
) -> None:
    honest = Target(port, HONEST)
    with attacked(attack, Target(port)):
        for path in ("/play", "/events", "/validate", "/static/site.css"):
            began = time.monotonic()
            assert honest.ask("GET", path)[0] == 200
            assert time.monotonic() - began < SOON
        stream = honest.sent(head("GET", "/events/spring/stream"))
        with stream:
            assert stream.recv(100).startswith(b"HTTP/1.1 200")


def test_half_a_request_is_waited_for_no_longer_than_so(port: int) -> None:
    for begin in (
        b"",
        b"GET / HTTP",
        head("POST", "/validate", "Content-Length: 9", "Content-Type: text/plain") + b"x",
    ):
        with Target(port).sent(begin) as connection:
            connection.settimeout(PATIENCE)
            assert closed(connection)


def test_a_connection_that_is_kept_is_waited_for_no_longer_either(port: int) -> None:
    with Target(port).sent(head("GET", "/static/icon.svg") + b"GET / HT") as connection:
        connection.settimeout(PATIENCE)
        assert closed(connection)


def test_an_answer_that_is_not_taken_is_given_up(port: int) -> None:
    target = Target(port)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.bind((ATTACKER, 0))
        connection.connect(("127.0.0.1", port))
        connection.sendall(head("GET", "/play") * 200)
        time.sleep(1)
        assert target.ask("GET", "/play")[0] == 200
        until = time.monotonic() + PATIENCE + 40
        while not was_reset(connection):
            assert time.monotonic() < until
            time.sleep(0.3)


def was_reset(connection: socket.socket) -> bool:
    """Return whether the other side has reset the connection without reading its data."""
    return connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0


def closed(connection: socket.socket) -> bool:
    """Return whether the other side closes the connection, perhaps after an answer."""
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def test_whoever_shares_the_attackers_address_comes_in_too(port: int) -> None:
    """The connections that have been silent longest are closed."""
    with ExitStack() as held:
        for _ in range(80):
            held.enter_context(Target(port).sent(b"GET / HTTP/1.1\r\n"))
        assert Target(port).ask("GET", "/play")[0] == 200


def test_streams_are_shared_out(port: int) -> None:
    with ExitStack() as held:
        begun = [
            held.enter_context(Target(port).sent(head("GET", "/events/spring/stream")))
            for _ in range(21)
        ]
        answers = [stream.recv(12) for stream in begun]
        assert answers.count(b"HTTP/1.1 200") == 20
        assert answers.count(b"HTTP/1.1 503") == 1
        other = held.enter_context(Target(port, HONEST).sent(head("GET", "/events/spring/stream")))
        assert other.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize("ending", ["/events/spring/stream", "/play/{game}/live"])
def test_the_head_of_a_stream_has_an_end(port: int, ending: str) -> None:
    target = Target(port)
    client = target.client()
    client.request(
        "POST", "/play", f"game={SHORT}", {"content-type": "application/x-www-form-urlencoded"}
    )
    game = (client.getresponse().getheader("location") or "").rpartition("/")[2]
    client.close()
    began = time.monotonic()
    assert target.ask("HEAD", ending.format(game=game)) == (200, b"")
    assert time.monotonic() - began < SOON


def stream_request(visitor: str) -> bytes:
    """Return the head of a visitor's request for a stream, as a proxy sends it."""
    return head("GET", "/events/spring/stream", f"X-Forwarded-For: {visitor}")


def test_a_proxy_has_no_share_and_its_visitors_have(events: Path) -> None:
    settings = Settings(
        events=events, proxies=(f"{ATTACKER}/32",), most_connections=28, most_streams_each=2
    )
    with small_site(settings) as port, ExitStack() as held:
        proxy = Target(port, ATTACKER)
        for number in range(15):
            stream = held.enter_context(proxy.sent(stream_request(f"192.0.2.{number}")))
            assert stream.recv(12) == b"HTTP/1.1 200"
        forged = Target(port, HONEST)
        one_address = ["198.51.100.1"] * 3
        one_network = [f"2001:db8::{number}" for number in range(3)]
        for visitors in (one_address, one_network):
            statuses = [
                held.enter_context(proxy.sent(stream_request(visitor))).recv(12)
                for visitor in visitors
            ]
            assert statuses == [b"HTTP/1.1 200"] * 2 + [b"HTTP/1.1 503"]
        assert is_sent_away(held, forged)


def is_sent_away(held: ExitStack, target: Target) -> bool:
    """Return whether the proxy is not trusted about visitors: all its streams are its own."""
    sent = [held.enter_context(target.sent(stream_request(f"203.0.113.{n}"))) for n in range(3)]
    return [stream.recv(12) for stream in sent].count(b"HTTP/1.1 503") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
def test_the_site_may_open_as_many_files_as_the_system_allows(events: Path) -> None:
    import resource  # noqa: PLC0415 - it is absent there

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
    try:
        settings = Settings(events=events)
        Server(application(settings), settings)
        raised = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert raised == (1 << 16 if hard == resource.RLIM_INFINITY else min(hard, 1 << 16))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_few_pieces_are_read_of_a_client_that_sends_many(
    events: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_READS", Rate(10, 0.001))
    pieces = 0
    receive = server.PatientProtocol.data_received

    def count(protocol: server.PatientProtocol, data: bytes) -> None:
        nonlocal pieces
        pieces += 1
        receive(protocol, data)

    monkeypatch.setattr(server.PatientProtocol, "data_received", count)
    with small_site(Settings(events=events)) as port:
        with Target(port).sent(b"") as connection:
            for byte in head("GET", "/static/icon.svg"):
                connection.sendall(bytes([byte]))
                time.sleep(0.002)
            assert pieces < 20
            connection.settimeout(PATIENCE)
            assert connection.recv(12) == b"HTTP/1.1 200"
        assert Target(port, HONEST).ask("GET", "/play")[0] == 200


def test_a_client_that_connects_too_often_is_turned_away(events: Path) -> None:
    settings = Settings(events=events, connecting=Rate(5, 0.001))
    with small_site(settings) as port, ExitStack() as held:
        connections = [held.enter_context(Target(port).connection()) for _ in range(8)]
        assert Target(port, HONEST).ask("GET", "/play")[0] == 200
        for refused in connections[5:]:
            refused.settimeout(1.0)  # sooner than anybody else is given up
            assert closed(refused)
        connections[0].sendall(head("GET", "/play"))
        assert connections[0].recv(12) == b"HTTP/1.1 200"

"""Attacks of one client on the site: for tests, in short, and ``bench siege``.

Each attack is a function that goes on until it is told to end. An attacker has an address of its
own: on Linux, this machine has all of 127.0.0.0/8.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from threading import Event, Thread
from urllib.parse import urlencode

from tests.formats.games.example_games import DEFAULT, SHORT

ATTACKER = "127.0.0.66"
_FORM = "application/x-www-form-urlencoded"
_PAUSE = 0.05


class Target:
    """The site, attacked from one address."""

    def __init__(self, port: int, address: str = ATTACKER) -> None:
        self.port = port
        self.address = address

    def connection(self, patience: float = 30.0) -> socket.socket:
        return socket.create_connection(
            ("127.0.0.1", self.port), patience, source_address=(self.address, 0)
        )

    def client(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, 30, source_address=(self.address, 0))

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes]:
        """Send a request on a connection of its own; return its status and the whole answer."""
        client = self.client()
        try:
            client.request(method, path, body, headers)
            answer = client.getresponse()
            return answer.status, answer.read()
        finally:
            client.close()

    def sent(self, text: bytes) -> socket.socket:
        """Return a connection on which the data was sent."""
        connection = self.connection()
        try:
            connection.sendall(text)
        except OSError:
            connection.close()
            raise
        return connection


def head(method: str, path: str, *lines: str) -> bytes:
    """Return the head of a request, with its end."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *lines, "", ""]).encode()


def _hold(
    target: Target, over: Event, many: int, begin: bytes, drip: bytes = b"", pause: float = 0.5
) -> None:
    """Hold so many connections, reopen closed ones, and send the data in small pieces."""
    held: list[socket.socket] = []
    with ExitStack() as open_now:
        while not over.is_set():
            while len(held) < many and not over.is_set():
                with suppress(OSError):
                    held.append(open_now.enter_context(target.sent(begin)))
            held = [connection for connection in held if _goes_on(connection, drip)]
            over.wait(pause)


def _goes_on(connection: socket.socket, drip: bytes) -> bool:
    """Return whether the other side has not closed the connection."""
    try:
        connection.sendall(drip)
        connection.setblocking(False)
        return connection.recv(1 << 16) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        with suppress(OSError):
            connection.settimeout(30)


def half_open(target: Target, over: Event) -> None:
    """Send requests that never end, one letter at a time."""
    _hold(target, over, 1100, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"x")


def silent(target: Target, over: Event) -> None:
    """Open connections and send nothing."""
    _hold(target, over, 2500, b"")


def slow_bodies(target: Target, over: Event) -> None:
    """Send files byte by byte."""
    begin = head("POST", "/validate", f"Content-Type: {_FORM}", "Content-Length: 60000")
    _hold(target, over, 500, begin, b"x")


def slow_uploads(target: Target, over: Event) -> None:
    """Submit bots byte by byte."""
    kind = "Content-Type: multipart/form-data; boundary=x"
    _hold(target, over, 100, head("POST", "/submit", kind, "Content-Length: 15000000"), b"x")


def streams(target: Target, over: Event) -> None:
    """Take all slots of spectators."""
    _hold(target, over, 1200, head("GET", "/events/spring/stream"))


def slow_readers(target: Target, over: Event) -> None:
    """Ask for many pages, and read none of them."""
    with ExitStack() as open_now:
        while not over.is_set():
            with suppress(OSError):
                connection = open_now.enter_context(target.connection())
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.sendall(head("GET", "/play") * 30)
            over.wait(_PAUSE)


def nonsense(target: Target, over: Event) -> None:
    """Send data that is no request; each piece is logged."""
    while not over.is_set():
        with suppress(OSError), target.sent(b"\x16\x03\x01 nonsense\r\n\r\n") as connection:
            connection.recv(1000)


def many_pages(target: Target, over: Event) -> None:
    """Ask for pages as quickly as they come."""
    _repeat(over, 16, lambda: target.ask("GET", "/play", accept="text/html"))


def many_connections(target: Target, over: Event) -> None:
    """Open connections and close them."""
    while not over.is_set():
        with suppress(OSError), target.connection():
            pass


def three_connect_and_close(target: Target, over: Event) -> None:
    """Open and close connections from three addresses, each in its own process."""
    _from_three(target, over, many_connections)


def three_post_slowly(target: Target, over: Event) -> None:
    """Send files byte by byte from three addresses; reconnect when cut off."""
    _from_three(target, over, _post_slowly)


def _post_slowly(target: Target, over: Event) -> None:
    begin = head("POST", "/validate", f"Content-Type: {_FORM}", "Content-Length: 60000")
    _hold(target, over, 900, begin, b"x", pause=0.0)


def heavy_posts(target: Target, over: Event) -> None:
    """Send files that take long to check, forty at a time."""
    body = urlencode({"before": "A 1 U\n0 1\n0 1\n" + "o" * 59_000 + f"\ngame {SHORT}\n"}).encode()
    _repeat(over, 40, lambda: target.ask("POST", "/validate", body, **{"content-type": _FORM}))


def many_games(target: Target, over: Event) -> None:
    """Begin more games than there is room for, of bots that think as long as they may."""
    bots = {f"{side}-{DEFAULT}": "champion" for side in "AB"}
    form = urlencode({"game": DEFAULT, "think": "100", **bots}).encode()
    _repeat(over, 4, lambda: target.ask("POST", "/play", form, **{"content-type": _FORM}))


def wrong_tokens(target: Target, over: Event) -> None:
    """Guess tokens."""
    form = urlencode({"name": "ivanov", "token": "wrong-token"}).encode()
    _repeat(over, 4, lambda: target.ask("POST", "/submit", form, **{"content-type": _FORM}))


def heads_of_streams(target: Target, over: Event) -> None:
    """Ask for the head of streams, which once never ended."""
    _repeat(over, 4, lambda: target.ask("HEAD", "/events/spring/stream"))


ATTACKS: tuple[Callable[[Target, Event], None], ...] = (
    half_open,
    silent,
    slow_bodies,
    slow_uploads,
    streams,
    slow_readers,
    nonsense,
    many_pages,
    many_connections,
    three_connect_and_close,
    three_post_slowly,
    heavy_posts,
    many_games,
    wrong_tokens,
    heads_of_streams,
)


def _repeat(over: Event, at_once: int, what: Callable[[], object]) -> None:
    """Repeat a request, so many times in parallel."""

    def repeat() -> None:
        while not over.is_set():
            with suppress(OSError, HTTPException):
                what()

    for thread in _started(Thread(target=repeat, daemon=True) for _ in range(at_once)):
        thread.join()


def _from_three(target: Target, over: Event, attack: Callable[[Target, Event], None]) -> None:
    """Attack from three addresses; each has a process, since one is slower than the site."""
    context = get_context("spawn")
    ended = context.Event()
    targets = [Target(target.port, f"127.0.0.{last}") for last in (66, 67, 68)]
    processes = [
        context.Process(target=attack, args=(each, ended), daemon=True) for each in targets
    ]
    for process in processes:
        process.start()
    try:
        over.wait()
    finally:
        ended.set()
        for process in processes:
            process.join(10)
            process.kill()


def _started(threads: Iterable[Thread]) -> list[Thread]:
    started = list(threads)
    for thread in started:
        thread.start()
    return started


@contextmanager
def attacked(
    attack: Callable[[Target, Event], None], target: Target, seconds: float = 1.0
) -> Iterator[None]:
    """Run the attack during the block, from some seconds before."""
    over = Event()
    thread = Thread(target=attack, args=(target, over), daemon=True)
    thread.start()
    time.sleep(seconds)
    try:
        yield
    finally:
        over.set()
        thread.join(30)

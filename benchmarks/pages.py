"""Response time of the site with an event of 870 games in its folder.

    python -m benchmarks.pages [REQUESTS]

Each page is requested again and again, over a connection of its own each time. The benchmark prints
its size, the milliseconds from the request to the last byte (the median, and the 99th percentile),
and the mean processor time of the site for a request: on a machine that does other things too, the
processor time is the more reliable figure.
"""

from __future__ import annotations

import re
import sys
import time
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias
from urllib.parse import urlencode

from benchmarks._site import Site, serve_events
from tests.tournaments.filled_ledger import Habits, fill

_EVENT = """\
title = "Thirty"
seed = 7
time = 30
game = "mmpeshki"
starts = { count = 1 }
entrants = [
%s]
"""
_CUP = 'title = "Cup"\ngame = "mmpeshki"\nentrants = "bots"\n'
_FORM = {"content-type": "application/x-www-form-urlencoded"}
_ACCEPT = {"accept": "text/html", "accept-encoding": "gzip"}


def main() -> None:
    """Request every page and print the measurements."""
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with TemporaryDirectory() as folder:
        games = _fill_events(Path(folder))
        with serve_events(Path(folder)) as site:
            client = Client(site)
            client.cookie = _sign_in(client)
            client.ready("/events/thirty/report")
            print(f"{requests} requests each, with an event of {games} games")
            print("   bytes  median      99%  processor")
            for path in (
                "/play",
                _begin_game(client),
                "/events",
                *_OF_EVENT,
                "/submit",
                "/validate",
            ):
                _measure(client, path, requests)


_OF_EVENT = ("/events/thirty", "/events/thirty/report")


Answer: TypeAlias = tuple[HTTPResponse, bytes]


class Client:
    """A visitor of the site, with a cookie once signed in."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookie = ""

    def ask(self, method: str, path: str, body: str = "", **more: str) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.site.port)
        headers = {**_ACCEPT, **more, **({"cookie": self.cookie} if self.cookie else {})}
        connection.request(method, path, body or None, headers | (_FORM if body else {}))
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer, data

    def ready(self, path: str) -> None:
        """Wait until the page, which the site prepares in the background, is ready."""
        while self.ask("GET", path)[0].status == 202:
            time.sleep(0.2)


def _fill_events(folder: Path) -> int:
    names = "".join(f'    {{ name = "bot{n}", bot = "mmpeshki-random" }},\n' for n in range(30))
    fill(folder / "thirty", _EVENT % names, habits=Habits(cheats=frozenset(), slow=frozenset()))
    (folder / "cup.toml").write_text(_CUP)
    (folder / "tokens.txt").write_text("bot7 right-token\n")
    (folder / "tokens.txt").chmod(0o600)
    return 30 * 29


def _sign_in(client: Client) -> str:
    """Sign in as a student with 58 games, so that Submit shows them; return the cookie."""
    answer, _ = client.ask("POST", "/submit", urlencode({"name": "bot7", "token": "right-token"}))
    cookie = re.match("desk=[^;]+", answer.getheader("set-cookie") or "")
    assert cookie
    return cookie[0]


def _begin_game(client: Client) -> str:
    """Begin a game and return its path."""
    path = client.ask("POST", "/play", urlencode({"game": "virus-war"}))[0].getheader("location")
    assert path
    return path


def _measure(client: Client, path: str, requests: int) -> None:
    times, before = [], client.site.processor_seconds
    for _ in range(requests):
        began = time.perf_counter()
        answer, data = client.ask("GET", path)
        times.append((time.perf_counter() - began) * 1000)
        assert answer.status == 200, path
    processor = (client.site.processor_seconds - before) / requests * 1000
    times.sort()
    label = "/play/..." if path.startswith("/play/") else path
    figures = (
        f"{times[requests // 2]:5.1f} ms {times[-1 - requests // 100]:5.1f} ms {processor:7.1f} ms"
    )
    print(f"{len(data):8} {figures}  {label}")


if __name__ == "__main__":
    main()

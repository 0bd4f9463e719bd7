"""How long the site takes to answer, with an event of 870 games in its folder.

    python -m benchmarks.pages [REQUESTS]

Each page is asked for again and again, over a connection of its own each time. Told are its size,
the milliseconds from asking to the last byte (the median, and that which 99 in 100 stay below), and
those of processor time that the site took for it, the mean: on a machine that does other things too
it is the latter that can be trusted.
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

from benchmarks._site import Site, served
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
    """Asks for every page and prints what it took."""
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with TemporaryDirectory() as folder:
        games = _filled(Path(folder))
        with served(Path(folder)) as site:
            client = Client(site)
            client.cookie = _signed_in(client)
            client.ready("/events/thirty/report")
            print(f"{requests} requests each, with an event of {games} games")
            print("   bytes  median      99%  processor")
            for path in ("/play", _begun(client), "/events", *_OF_EVENT, "/submit", "/validate"):
                _measure(client, path, requests)


_OF_EVENT = ("/events/thirty", "/events/thirty/report")


Answer: TypeAlias = tuple[HTTPResponse, bytes]


class Client:
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
        """Waits until what takes long is worked out, in the background, as ever after a game."""
        while self.ask("GET", path)[0].status == 202:
            time.sleep(0.2)


def _filled(folder: Path) -> int:
    names = "".join(f'    {{ name = "bot{n}", bot = "mmpeshki-random" }},\n' for n in range(30))
    fill(folder / "thirty", _EVENT % names, habits=Habits(cheats=frozenset(), slow=frozenset()))
    (folder / "cup.toml").write_text(_CUP)
    (folder / "tokens.txt").write_text("bot7 right-token\n")
    (folder / "tokens.txt").chmod(0o600)
    return 30 * 29


def _signed_in(client: Client) -> str:
    """So that Submit shows the 58 games of a student."""
    answer, _ = client.ask("POST", "/submit", urlencode({"name": "bot7", "token": "right-token"}))
    found = re.match("desk=[^;]+", answer.getheader("set-cookie") or "")
    assert found
    return found[0]


def _begun(client: Client) -> str:
    place = client.ask("POST", "/play", urlencode({"game": "virus-war"}))[0].getheader("location")
    assert place
    return place


def _measure(client: Client, path: str, requests: int) -> None:
    took, before = [], client.site.taken
    for _ in range(requests):
        began = time.perf_counter()
        answer, data = client.ask("GET", path)
        took.append((time.perf_counter() - began) * 1000)
        assert answer.status == 200, path
    processor = (client.site.taken - before) / requests * 1000
    took.sort()
    shown = "/play/..." if path.startswith("/play/") else path
    figures = (
        f"{took[requests // 2]:5.1f} ms {took[-1 - requests // 100]:5.1f} ms {processor:7.1f} ms"
    )
    print(f"{len(data):8} {figures}  {shown}")


if __name__ == "__main__":
    main()

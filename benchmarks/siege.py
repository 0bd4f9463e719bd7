"""What one client can do to all others: each attack in turn, while honest visitors play and watch.

    python -m benchmarks.siege [SECONDS] [VISITORS] [ATTACK ...]

The attacks are those of ``tests/arena/site/attacks.py``, by one address, in a process of its own.
Each honest visitor has an address of his own too, hears a stream (that of an event or of his game)
and asks for something about once a second: pages, a step in his game, that step taken back. Told
are the milliseconds to the last byte of what they asked for (the median, and that which 99 in 100
stay below), how often they were refused or not answered, and the memory of the site before and
after. The first line is without an attack: what the machine does beside it slows down both, so that
the ratio to that line tells more than the figures.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPException
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from urllib.parse import urlencode

from benchmarks._site import Site, served
from tests.arena.site.attacks import ATTACKS, Target, attacked, head
from tests.tournaments.filled_ledger import fill

_FORM = {"content-type": "application/x-www-form-urlencoded"}
_JSON = {"content-type": "application/json"}
_PAGES = ("/play", "/events", "/events/spring", "/validate", "/static/site.css", "/submit")
_FIRST = 2.0
"""Seconds that an attack has before it is measured."""
_MOMENT = re.compile(rb'"moment":\s*([0-9]+)')


class Visitor:
    """One who plays and watches."""

    def __init__(self, port: int, number: int) -> None:
        self._target = Target(port, f"127.0.1.{number + 1}")
        self._number = number
        self._game = ""
        self.took: list[float] = []
        self.refused = 0

    def come(self, over: Event) -> None:
        """Stays until it is over."""
        try:
            self._game = self._begun()
        except (OSError, HTTPException):
            self.refused += 1
            return
        with suppress(OSError), self._stream():
            while not over.is_set():
                for method, path, body in self._wishes():
                    self._ask(method, path, body)
                    if over.wait(1):
                        return

    def _begun(self) -> str:
        client = self._target.client()
        client.request("POST", "/play", urlencode({"game": "chomp", "B-chomp": "person"}), _FORM)
        return client.getresponse().getheader("location") or ""

    @contextmanager
    def _stream(self) -> Iterator[None]:
        watched = "/events/spring/stream" if self._number % 2 else f"{self._game}/live"
        with self._target.sent(head("GET", watched)) as stream:
            thread = Thread(target=_listen, args=(stream.fileno(),), daemon=True)
            thread.start()
            yield

    def _wishes(self) -> Iterator[tuple[str, str, bytes | None]]:
        yield "GET", self._game, None
        yield "POST", self._game, self._order("step", step="g5")
        yield "POST", self._game, self._order("back")
        for place in range(len(_PAGES)):
            yield "GET", _PAGES[(place + self._number) % len(_PAGES)], None

    def _order(self, what: str, **more: str) -> bytes:
        found = _MOMENT.search(self._last)
        return json.dumps({"do": what, "moment": int(found[1]) if found else 0, **more}).encode()

    _last = b""

    def _ask(self, method: str, path: str, body: bytes | None) -> None:
        began = time.perf_counter()
        headers = {"accept": "text/html", "accept-encoding": "gzip", **(_JSON if body else {})}
        if path == self._game:
            del headers["accept-encoding"]  # it is read here
        try:
            status, answer = self._target.ask(method, path, body, **headers)
        except (OSError, HTTPException):
            status, answer = 0, b""
        self.took.append((time.perf_counter() - began) * 1000)
        self.refused += status != 200
        if path == self._game:
            self._last = answer


def _listen(stream: int) -> None:
    with suppress(OSError):
        while os.read(stream, 1 << 16):
            pass


def main() -> None:
    """Measures in peace, then under each attack."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    visitors = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    names = sys.argv[3:] or [attack.__name__ for attack in ATTACKS]
    with TemporaryDirectory() as folder:
        fill(Path(folder) / "spring")
        (Path(folder) / "tokens.txt").write_text("ivanov right-token\n")
        (Path(folder) / "tokens.txt").chmod(0o600)
        print(f"{visitors} visitors, {seconds} s each")
        print("  asked  median      99%  refused  memory, MB    attack")
        for name in ("none", *names):
            with served(Path(folder)) as site:
                before = _memory(site)
                with _attack(site.port, name):
                    took, refused = _asked(site.port, seconds, visitors)
                    _print(name, took, refused, (before, _memory(site)))


@contextmanager
def _attack(port: int, name: str) -> Iterator[None]:
    """Meanwhile it is attacked, by another process."""
    if name == "none":
        yield
        return
    context = get_context("spawn")
    over = context.Event()
    process = context.Process(target=_attacker, args=(port, name, over), daemon=True)
    process.start()
    time.sleep(_FIRST)
    try:
        yield
    finally:
        over.set()
        process.join(10)
        process.kill()


def _attacker(port: int, name: str, over: Event) -> None:
    os.nice(1)  # he has a machine of his own, elsewhere
    attack = next(one for one in ATTACKS if one.__name__ == name)
    with attacked(attack, Target(port)):
        over.wait()


def _asked(port: int, seconds: int, many: int) -> tuple[list[float], int]:
    """The milliseconds of each answer, in order, and how many were none."""
    over = Event()
    visitors = [Visitor(port, number) for number in range(many)]
    threads = [Thread(target=one.come, args=(over,), daemon=True) for one in visitors]
    for thread in threads:
        thread.start()
        time.sleep(1 / many)
    time.sleep(seconds)
    over.set()
    for thread in threads:
        thread.join(40)
    took = sorted(time for one in visitors for time in one.took)
    return took, sum(one.refused for one in visitors)


def _memory(site: Site) -> float:
    pages = int(Path(f"/proc/{site.process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _print(name: str, took: Sequence[float], refused: int, memory: tuple[float, float]) -> None:
    if not took:
        print(f"      0                   {refused:8}  {name}", flush=True)
        return
    middle, late = took[len(took) // 2], took[len(took) * 99 // 100]
    print(
        f"{len(took):7} {middle:5.0f} ms {late:5.0f} ms {refused:8}"
        f"  {memory[0]:4.0f} to {memory[1]:4.0f}  {name}",
        flush=True,
    )


if __name__ == "__main__":
    main()

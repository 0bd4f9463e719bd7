"""Effect of one attacker on honest visitors who play and watch, for each attack in turn.

    python -m benchmarks.siege [SECONDS] [VISITORS] [ATTACK ...]

The attacks are those of ``tests/arena/site/attacks.py``, by one address, or by three, in a process
of its own. Each honest visitor has an address of its own too, hears a stream (of an event or of its
game) and asks for something about once a second: pages, a step in its game, that step taken back.
The pauses differ, or all visitors who once waited together would come together ever after.

Each attack is made on a site of its own, which the visitors have for themselves for the same number
of seconds before: the rest of the machine's load slows down both, so the ratio of the two is more
reliable than the milliseconds. Milliseconds are to the last byte of the answer (the median, and the
99th percentile). Refused counts every answer but the one that was asked for, and every lost stream.
The processor time is that of the site's process in a second: the visitors' part, taken from the
time before the attack for as many answers, and the rest, which went to the attacker. The memory is
that of the process at the beginning, and its maximum.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import NamedTuple
from urllib.parse import urlencode

from benchmarks._site import Site, serve_events
from tests.arena.site.attacks import ATTACKS, Target, attacked, head
from tests.tournaments.filled_ledger import fill

_FORM = {"content-type": "application/x-www-form-urlencoded"}
_JSON = {"content-type": "application/json"}
_PAGES = ("/play", "/events", "/events/spring", "/validate", "/static/site.css", "/submit")
_FIRST = 2.0
"""Seconds before the measurement, for the visitors to come and for an attack to begin."""
_GIVES_WAY = 10
"""Niceness of the attacker, who in truth has a machine elsewhere."""
_MOMENT = re.compile(rb'"moment":\s*([0-9]+)')


class Answer(NamedTuple):
    asked_at: float
    took: float
    is_good: bool


class Visitor:
    """An honest visitor who plays or watches, and records the answers."""

    def __init__(self, port: int, number: int) -> None:
        self._target = Target(port, f"127.0.1.{number + 1}")
        self._number = number
        self._game = ""
        self._last = b""
        self._random = Random(number)
        self.answers: list[Answer] = []

    def come(self, over: Event) -> None:
        """Visit the site until `over` is set."""
        try:
            self._game = self._begin_game()
            with self._stream(over):
                while not over.is_set():
                    self._go_round(over)
        except (OSError, HTTPException):
            self._lose()

    def _begin_game(self) -> str:
        client = self._target.client()
        client.request("POST", "/play", urlencode({"game": "chomp", "B-chomp": "person"}), _FORM)
        return client.getresponse().getheader("location") or ""

    @contextmanager
    def _stream(self, over: Event) -> Iterator[None]:
        watched = "/events/spring/stream" if self._number % 2 else f"{self._game}/live"
        with self._target.sent(head("GET", watched)) as stream:
            listening = Thread(target=self._listen, args=(stream.fileno(), over), daemon=True)
            listening.start()
            yield

    def _listen(self, stream: int, over: Event) -> None:
        try:
            while os.read(stream, 1 << 16):
                pass
        except OSError:
            pass
        if not over.is_set():
            self._lose()

    def _lose(self) -> None:
        """Record the loss of a connection that should have lasted."""
        self.answers.append(Answer(time.perf_counter(), 0, is_good=False))

    def _go_round(self, over: Event) -> None:
        for method, path, body in self._wishes():
            self._ask(method, path, body)
            if over.wait(self._random.uniform(0.5, 1.5)):
                return

    def _wishes(self) -> Iterator[tuple[str, str, bytes | None]]:
        yield "GET", self._game, None
        yield "POST", self._game, self._order("step", step="g5")
        yield "POST", self._game, self._order("back")
        for place in range(len(_PAGES)):
            yield "GET", _PAGES[(place + self._number) % len(_PAGES)], None

    def _order(self, action: str, **fields: str) -> bytes:
        moment = _MOMENT.search(self._last)
        return json.dumps(
            {"do": action, "moment": int(moment[1]) if moment else 0, **fields}
        ).encode()

    def _ask(self, method: str, path: str, body: bytes | None) -> None:
        began = time.perf_counter()
        headers = {"accept": "text/html", "accept-encoding": "gzip", **(_JSON if body else {})}
        if path == self._game:
            del headers["accept-encoding"]  # this client reads the answer itself
        try:
            status, answer = self._target.ask(method, path, body, **headers)
        except (OSError, HTTPException):
            status, answer = 0, b""
        self.answers.append(Answer(began, time.perf_counter() - began, status == 200))
        if path == self._game:
            self._last = answer


class Measurement(NamedTuple):
    """Answers of all visitors in some seconds, and the site's processor time."""

    took: Sequence[float]
    """Sorted seconds of the good answers."""
    refused: int
    processor: float
    """Processor seconds of the site in a second."""

    def below(self, share: float) -> float:
        """Return the milliseconds that this share of the answers stayed below."""
        return self.took[int(len(self.took) * share)] * 1000 if self.took else float("nan")


def main() -> None:
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    visitors = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    names = sys.argv[3:] or [attack.__name__ for attack in ATTACKS]
    with TemporaryDirectory() as folder:
        fill(Path(folder) / "spring")
        (Path(folder) / "tokens.txt").write_text("ivanov right-token\n")
        (Path(folder) / "tokens.txt").chmod(0o600)
        print(f"{visitors} visitors, {seconds} s in peace and {seconds} s under each attack")
        print(f"{'':23} in peace, ms  attacked, ms          processor, ms/s")
        print(f"{'attack':23}  median  99%   median  99%  refused  honest attacker  memory, MB")
        for name in names:
            with serve_events(Path(folder)) as site:
                _warm(site.port)
                _print(name, *_siege(site, name, seconds, visitors), site)


def _siege(
    site: Site, name: str, seconds: int, many: int
) -> tuple[Measurement, Measurement, float]:
    """Measure the site in peace and under attack; return both and the memory at the beginning."""
    with _visits(site.port, many) as visitors:
        memory = _memory(site, "VmRSS")
        peace = _measure(site, visitors, seconds)
        with _attack(site.port, name):
            return peace, _measure(site, visitors, seconds), memory


def _warm(port: int) -> None:
    """Request each page until the site has worked it out."""
    for page in _PAGES:
        for _ in range(3):
            Target(port).ask("GET", page)


@contextmanager
def _visits(port: int, many: int) -> Iterator[list[Visitor]]:
    over = Event()
    visitors = [Visitor(port, number) for number in range(many)]
    with ExitStack() as leaving:
        for visitor in visitors:
            thread = Thread(target=visitor.come, args=(over,), daemon=True)
            thread.start()
            leaving.callback(thread.join, 40)
            time.sleep(1 / many)
        leaving.callback(over.set)
        time.sleep(_FIRST)
        yield visitors


def _measure(site: Site, visitors: Sequence[Visitor], seconds: int) -> Measurement:
    began, processor_before = time.perf_counter(), site.processor_seconds
    time.sleep(seconds)
    processor = (site.processor_seconds - processor_before) / (time.perf_counter() - began)
    answers = [
        answer for visitor in visitors for answer in visitor.answers if answer.asked_at >= began
    ]
    took = sorted(answer.took for answer in answers if answer.is_good)
    return Measurement(took, sum(not answer.is_good for answer in answers), processor)


@contextmanager
def _attack(port: int, name: str) -> Iterator[None]:
    context = get_context("spawn")
    over = context.Event()
    # A daemon process may not have children.
    process = context.Process(target=_attacker, args=(port, name, over))
    process.start()
    time.sleep(_FIRST)
    try:
        yield
    finally:
        over.set()
        process.join(10)
        process.kill()


def _attacker(port: int, name: str, over: Event) -> None:
    os.nice(_GIVES_WAY)
    attack = next(function for function in ATTACKS if function.__name__ == name)
    with attacked(attack, Target(port)):
        over.wait()


def _memory(site: Site, which: str) -> float:
    """Return the megabytes that the process has now (VmRSS), or had at most (VmHWM)."""
    status = Path(f"/proc/{site.process}/status").read_text()
    return int(status.partition(f"{which}:")[2].split()[0]) * 1024 / 1e6


def _print(name: str, peace: Measurement, attacked: Measurement, memory: float, site: Site) -> None:
    honest = peace.processor * len(attacked.took) / max(1, len(peace.took))
    print(
        f"{name:23} {peace.below(0.5):7.0f} {peace.below(0.99):4.0f}"
        f"  {attacked.below(0.5):7.0f} {attacked.below(0.99):4.0f}"
        f"  {peace.refused + attacked.refused:7}"
        f"  {honest * 1000:6.0f} {max(0, attacked.processor - honest) * 1000:8.0f}"
        f"  {memory:4.0f} to {_memory(site, 'VmHWM'):4.0f}",
        flush=True,
    )


if __name__ == "__main__":
    main()

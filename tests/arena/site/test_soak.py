"""The site for a long time with all that it is said to bear, and a restart in the middle.

``make test-load`` has 1,100 streams and 300 games for ten minutes (``SECONDS=120``: for two);
every day there are few, for some seconds. People play short games against bots, other games are of
bots alone, and everybody who is cut off comes again. Nothing may fail by a fault of ours, bots must
answer to the end, and the memory of the process must not grow.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.arena.site.attacks import Target, head
from tests.arena.site.serving import answers
from tests.bot.programs import needs_compiler
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.referee.needs import needs_sandbox
from tests.tournaments.filled_ledger import fill

SECONDS = float(os.environ.get("ARENA_SOAK", "0"))
IS_FULL = SECONDS > 0
STREAMS, GAMES, PLAYERS = (1100, 300, 20) if IS_FULL else (60, 12, 3)
LENGTH = SECONDS if IS_FULL else 16.0
MOST_GROWTH = 40.0
"""Megabytes by which the process may grow: what was looked at is kept, and games are longer."""
PATIENCE = 60.0
_FORM = {"content-type": "application/x-www-form-urlencoded"}
_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
_FAULTS = re.compile(r"Traceback|: failed|never retrieved|Error:|Exception", re.IGNORECASE)

pytestmark = [
    needs_sandbox,
    needs_compiler,
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="other systems have one address"
    ),
    pytest.mark.xdist_group("load"),
    pytest.mark.timeout(LENGTH + 600),
]


@dataclass
class Soak:
    """The site as its visitors find it."""

    folder: Path
    port: int
    over: Event = field(default_factory=Event)
    is_down: Event = field(default_factory=Event)
    """Set while the site is being restarted, when nobody can be answered."""
    no_new_games: Event = field(default_factory=Event)
    """Set while nobody begins a game: a game that begins may take the place of another."""
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """Answers that tell of a fault of the site."""
    moves_of_bots: list[float] = field(default_factory=list)
    """When bots were seen to have moved in games against people."""
    waited: list[float] = field(default_factory=list)
    """Seconds for which a person waited for a bot."""
    games: list[str] = field(default_factory=list)
    """Addresses of the games that were begun before the restart."""
    open_streams: int = 0

    def ask(
        self, target: Target, method: str, path: str, body: bytes | None = None, **more: str
    ) -> tuple[int, str, str]:
        """Return status, location and text of an answer; status 0 if the site was down."""
        client = target.client()
        try:
            client.request(method, path, body, {"accept": "text/html", **more})
            answer = client.getresponse()
            text = answer.read().decode()
        except (OSError, HTTPException) as error:
            if not self.is_down.is_set() and not self.over.is_set():
                self.statuses[0] += 1
                print(f"{method} {path}: {error!r}")
            return 0, "", ""
        finally:
            client.close()
        self.statuses[answer.status] += 1
        if answer.status >= 500 and answer.status != 503:
            self.faults.append(f"{answer.status} {method} {path}: {text[:200]}")
        return answer.status, answer.getheader("location") or "", text

    def begin(self, target: Target, **fields: str) -> str:
        """Begin a game and return its address, or nothing if that was refused."""
        return self.ask(target, "POST", "/play", urlencode(fields).encode(), **_FORM)[1]


def of_bots(number: int) -> dict[str, str]:
    """Return the fields of a game of two bots."""
    game = (DEFAULT, SHORT)[number % 2]
    return {"game": game, f"A-{game}": "random", f"B-{game}": "random", "think": "0.05"}


def play(soak: Soak, number: int) -> None:
    """Play short games against a bot until it is over."""
    target, random = Target(soak.port, f"127.0.3.{number + 1}"), Random(number)
    fields = {"game": SHORT, f"B-{SHORT}": "random", "think": "0.05"}
    fields |= {f"columns-{SHORT}": "5", f"rows-{SHORT}": "4"}
    while not soak.over.is_set():
        place = "" if soak.no_new_games.is_set() else soak.begin(target, **fields)
        if place:
            soak.games.append(place)
            _play_out(soak, target, place, random)
        soak.over.wait(0.5)


def _play_out(soak: Soak, target: Target, place: str, random: Random) -> None:
    """Play one game to its end; it is left if the site does not know it any more."""
    asked_at = 0.0
    while not soak.over.wait(0.1):
        status, _, text = soak.ask(target, "GET", place)
        if status in (404, 0):
            return
        if status != 200:
            continue
        view = _view(text)
        if view["trouble"]:
            soak.faults.append(view["trouble"])
        if asked_at and (view["persons"] or view["winner"]):
            soak.waited.append(time.monotonic() - asked_at)
            soak.moves_of_bots.append(time.monotonic())
            asked_at = 0.0
        if view["winner"]:
            return
        if view["persons"] and view["steps"]:
            order = {
                "do": "step",
                "moment": view["moment"],
                "step": random.choice(view["steps"])["text"],
            }
            kind = {"content-type": "application/json"}
            soak.ask(target, "POST", place, json.dumps(order).encode(), **kind)
            asked_at = time.monotonic()


def _view(text: str) -> dict[str, Any]:
    match = _DATA.search(text)
    assert match, text[:500]
    view: dict[str, Any] = json.loads(match[1])["view"]
    return view


def watch(soak: Soak) -> None:
    """Hold all the streams; who is cut off comes again."""
    random = Random(1)
    selector = selectors.DefaultSelector()
    due = [random.uniform(0, 2) + time.monotonic() for _ in range(STREAMS)]
    places: list[tuple[float, int]] = sorted((at, number) for number, at in enumerate(due))
    with ExitStack() as closing:
        closing.callback(selector.close)
        while not soak.over.is_set():
            now = time.monotonic()
            while places and places[0][0] <= now and not soak.over.is_set():
                _, number = places.pop(0)
                if not _open_stream(soak, selector, number, random):
                    places.append((now + random.uniform(1, 3), number))
            for key, _ in selector.select(0.1):
                if not _is_heard(soak, key):
                    selector.unregister(key.fileobj)
                    key.fileobj.close()  # type: ignore[union-attr]  # a socket
                    soak.open_streams -= 1
                    places.append((time.monotonic() + random.uniform(1, 3), key.data))
            places.sort()
        for key in list(selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]  # a socket


def _open_stream(soak: Soak, selector: selectors.BaseSelector, number: int, random: Random) -> bool:
    target = Target(soak.port, f"127.0.2.{number % 20 + 1}")
    games = soak.games[-200:]
    path = f"{random.choice(games)}/live" if games and number % 2 else "/events/spring/stream"
    try:
        stream = target.sent(head("GET", path))
    except OSError:
        return False
    stream.setblocking(False)
    selector.register(stream, selectors.EVENT_READ, number)
    soak.open_streams += 1
    return True


def _is_heard(soak: Soak, key: selectors.SelectorKey) -> bool:
    """Return whether the stream goes on; count the answers by which it begins."""
    stream = key.fileobj
    assert isinstance(stream, socket.socket)
    try:
        data = stream.recv(1 << 16)
    except BlockingIOError:
        return True
    except OSError:
        return False
    if data.startswith(b"HTTP/1.1 "):
        status = int(data[9:12])
        soak.statuses[status] += 1
        if status >= 500 and status != 503:
            soak.faults.append(data[:300].decode("utf-8", "replace"))
        return status == 200
    return data != b""


@contextmanager
def site_process(soak: Soak, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The site, in a process of its own, from when it answers until it has ended."""
    words = ["serve", "--events", str(soak.folder), "--port", str(soak.port), "--beside-games"]
    with log.open("ab") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "arena", *words], stderr=file, stdout=file
        )
    try:
        until = time.monotonic() + PATIENCE
        while not answers(soak.port):
            assert time.monotonic() < until
            assert process.poll() is None, log.read_text()
            time.sleep(0.05)
        soak.is_down.clear()
        yield process
        assert process.poll() is None, log.read_text()
    finally:
        soak.is_down.set()
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def run_for(seconds: float, process: subprocess.Popen[bytes], soak: Soak) -> list[float]:
    """Return the megabytes that the process had, each second; people play meanwhile."""
    memory = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(1)
        status = Path(f"/proc/{process.pid}/status").read_text()
        memory.append(int(status.partition("VmRSS:")[2].split()[0]) * 1024 / 1e6)
    print(
        f"streams {soak.open_streams}, memory {memory[0]:.0f} to {memory[-1]:.0f} MB,"
        f" answers {dict(soak.statuses)}, moves of bots {len(soak.moves_of_bots)}"
    )
    return memory


def assert_flat(memory: list[float]) -> None:
    """Assert that the last third of the time needed no more than the second."""
    third = len(memory) // 3
    assert median(memory[-third:]) <= median(memory[third:-third]) + MOST_GROWTH, memory


def allow_many_files() -> None:
    import resource  # noqa: PLC0415 - it is absent on Windows

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def test_the_site_bears_what_it_is_said_to(tmp_path: Path) -> None:
    allow_many_files()
    fill(tmp_path / "spring", most=40)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        soak = Soak(tmp_path, free.getsockname()[1])
    log = tmp_path / "log.txt"
    threads = [Thread(target=watch, args=(soak,), daemon=True)]
    for number in range(PLAYERS):
        threads.append(Thread(target=play, args=(soak, number), daemon=True))
    with site_process(soak, log) as process:
        begin_games(soak)
        for thread in threads:
            thread.start()
        first = run_for(LENGTH / 2, process, soak)
        before = known_games(soak)
    with site_process(soak, log) as process:
        assert games_that_answer(soak, before) == before
        soak.no_new_games.clear()
        begin_games(soak)
        second = run_for(LENGTH / 2, process, soak)
        since = time.monotonic() - max(soak.moves_of_bots, default=0.0)
        soak.over.set()
    for thread in threads:
        thread.join(PATIENCE)
    waited = sorted(soak.waited)
    longest = waited[int(len(waited) * 0.99)]
    print(f"bots answered within {median(waited):.2f} s, 99 in 100 within {longest:.2f} s")
    assert soak.faults == []
    assert _FAULTS.findall(log.read_text()) == [], log.read_text()
    assert since < LENGTH / 4, "bots do not answer any more"
    for memory in (first, second):
        assert_flat(memory)


def begin_games(soak: Soak) -> None:
    """Begin the games of bots, from many addresses."""
    for number in range(GAMES):
        target = Target(soak.port, f"127.0.4.{number % 30 + 1}")
        with suppress(AssertionError):
            if place := soak.begin(target, **of_bots(number)):
                soak.games.append(place)


def known_games(soak: Soak) -> list[str]:
    """Let nobody begin a game, and return the newest games that the site knows."""
    soak.no_new_games.set()
    time.sleep(1)
    known = games_that_answer(soak, soak.games[-4 * PLAYERS :])
    assert len(known) >= PLAYERS, "the site keeps no games"
    return known


def games_that_answer(soak: Soak, places: list[str]) -> list[str]:
    """Return the addresses of the games that the site knows."""
    target = Target(soak.port, "127.0.5.1")
    return [place for place in places if soak.ask(target, "GET", place)[0] == 200]

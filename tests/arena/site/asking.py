"""Requests to Play, as its script sends them."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.settings import Rate, Settings
from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import fill
from tests.tournaments.submission.submitting import good_program, submissions_in, submit_unchecked

HERE = "http://127.0.0.1:8080"
TOKEN = "right-token"
"""Token of ivanov."""
HOSTILE = '"><script>alert(1)</script>'
# Other tests play games that count meanwhile, and have the cores.
FREE = Settings(beside_games=True, reading=Rate(9000, 900), writing=Rate(9000, 900))
SEVEN_LEFT = f"A 1 U\n0 9\n0 9\noo\noo\ngame {SHORT}\n"


def write_token_file(folder: Path, tokens: Mapping[str, str]) -> None:
    """Write the tokens by the names of students, in a file that only its owner can read."""
    path = folder / "tokens.txt"
    path.write_text("".join(f"{name} {token}\n" for name, token in tokens.items()))
    path.chmod(0o600)


def fill_folder(folder: Path, event: str, versions: int) -> None:
    """Make an event that has begun, one with versions of ivanov, and a folder of programs."""
    fill(folder / "spring", most=2)
    (folder / "cup.toml").write_text(event)
    write_token_file(folder, {"ivanov": TOKEN})
    for number in range(versions):
        submit_unchecked(submissions_in(folder), "ivanov", good_program(number))
    (folder / "programs").mkdir()
    (folder / "programs/bot").write_bytes(good_program(versions))
    (folder / "programs/bot").chmod(0o755)


@contextmanager
def browser_at(events: Path, *, follow_redirects: bool = True) -> Iterator[TestClient]:
    """Return a student's browser at the site of that folder of events; busy cores do not matter."""
    site = application(Settings(events=events, beside_games=True))
    with TestClient(site, base_url=HERE, follow_redirects=follow_redirects) as client:
        client.headers["accept"] = "text/html"
        yield client


def begun(browser: TestClient, **fields: str) -> str:
    """Begin a game and return its address."""
    answer = browser.post("/play", data=fields, files={"file": ("", b"")})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def game_view(browser: TestClient, place: str) -> dict[str, Any]:
    """Return the view of the game."""
    page = browser.get(place).text
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert match, page
    view: dict[str, Any] = json.loads(match[1])["view"]
    return view


def order(browser: TestClient, place: str, what: str, **more: object) -> dict[str, Any]:
    """Send an order and return the answer."""
    now = game_view(browser, place)
    answer = browser.post(place, json={"do": what, "moment": now["moment"], **more})
    assert answer.status_code == 200, answer.text
    reply: dict[str, Any] = answer.json()
    return reply


def until(browser: TestClient, place: str, holds: Callable[[dict[str, Any]], bool]) -> Any:
    """Wait for a view that fulfils the condition, and return it."""
    for _ in range(600):
        now = game_view(browser, place)
        if holds(now):
            return now
        time.sleep(0.1)
    pytest.fail(f"it never came to that: {now}")

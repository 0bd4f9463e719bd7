"""Requests, orders and files without sense, which Play refuses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.settings import Rate, Settings
from tests.arena.site.asking import FREE, HERE, HOSTILE, begun, game_view
from tests.formats.games.example_games import SHORT, STEPS


@pytest.fixture
def browser() -> Iterator[TestClient]:
    """A browser on this machine."""
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "is not installed here"),
        ({"game": HOSTILE}, "is not installed here"),
        ({"game": f"../{SHORT}"}, "is not installed here"),
        ({"game": SHORT, f"A-{SHORT}": HOSTILE}, "no such bot"),
        ({"game": SHORT, f"A-{SHORT}": "/bin/sh"}, "no such bot"),
        ({"game": SHORT, f"A-{SHORT}": "--style"}, "no such bot"),
        ({"game": SHORT, f"columns-{SHORT}": "999", f"rows-{SHORT}": "999"}, "whole number"),
        ({"game": SHORT, f"columns-{SHORT}": "0"}, "whole number"),
        ({"game": SHORT, f"columns-{SHORT}": "-3"}, "whole number"),
        ({"game": STEPS, f"columns-{STEPS}": "20"}, "a whole number up to 16"),
        (
            {"game": STEPS, f"columns-{STEPS}": "5", f"rows-{STEPS}": "4"},
            ">The board is 5 wide and 4 high",
        ),
        ({"game": STEPS, f"rules-{STEPS}": HOSTILE}, "no rule set"),
        ({"game": SHORT, f"A-{SHORT}": "nim", "think": "101"}, "between"),
        ({"game": SHORT, f"A-{SHORT}": "nim", "think": "nan"}, "between"),
        ({"game": SHORT, f"A-{SHORT}": "nim", "think": "1 --style"}, "between"),
        ({"matrix": HOSTILE}, "This matrix.txt is wrong"),
        (
            {"matrix": "A 1 U\n0 1\n0 1\n" + "o" * 20000 + f"\ngame {SHORT}\n"},
            "matrix.txt is wrong",
        ),
    ],
)
def test_a_wish_that_cannot_be_met_is_told(
    browser: TestClient, fields: dict[str, str], sentence: str
) -> None:
    answer = browser.post("/play", data=fields, headers={"accept": "text/html"})
    assert answer.status_code == 400
    assert sentence in answer.text
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 400),
        (b"{", 400),
        (b"[" * 50000, 400),
        (b"\xff\xfe", 400),
        (b'{"do": "step"}', 409),
        (b'{"do": "fly", "moment": 0}', 400),
        (b'{"do": "__class__", "moment": 0}', 400),
        (b'{"do": "pause"}', 200),
        (b'{"do": ["step"], "moment": 0}', 400),
        (b'{"do": "step", "moment": 7, "step": "a1"}', 409),
        (b'{"do": "step", "moment": 0}', 400),
        (b'{"do": "step", "moment": 0, "step": {"a": 1}}', 400),
        (b'{"do": "step", "moment": 0, "step": "<script>"}', 200),
        (b'{"do": "step", "moment": 0, "step": "a999999"}', 200),
        (b'{"do": "step", "moment": 0, "step": "' + b"a" * 99 + b'"}', 400),
        (b'{"do": "once", "moment": 0}', 200),
        (b'{"do": "once", "moment": 7}', 409),
        (b'{"do": "undo", "moment": 0}', 409),
        (b'{"do": "back", "moment": 0}', 409),
        (b"x" * 70000, 413),
    ],
)
def test_a_meaningless_request_is_refused(browser: TestClient, body: bytes, status: int) -> None:
    place = begun(browser, game=STEPS)
    answer = browser.post(place, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    if status != 200 or b'"step": "' in body:
        assert answer.json()["error"]
        assert "<script>" not in answer.json()["error"]
    assert game_view(browser, place)["moves"] == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_another_site_is_no_order(browser: TestClient, kind: str) -> None:
    place = begun(browser, game=STEPS)
    answer = browser.post(
        place, content=b'{"do":"pass","moment":0}', headers={"content-type": kind}
    )
    assert answer.status_code == 415


@pytest.mark.parametrize("file", ["", "/live", "/matrix.txt", "/game.txt"])
@pytest.mark.parametrize("name", ["x", "%2e%2e%2fsettings.py", "a" * 3000, "%3Cscript%3E"])
def test_games_are_not_guessed(browser: TestClient, name: str, file: str) -> None:
    answer = browser.get(f"/play/{name}{file}")
    assert answer.status_code == 404
    assert "<script>" not in answer.text


def test_more_than_one_file_is_refused(browser: TestClient) -> None:
    files = [("file", ("a", b"x")), ("file", ("b", b"x"))]
    assert browser.post("/play", files=files).status_code == 400


def test_a_file_too_large_is_refused(browser: TestClient) -> None:
    answer = browser.post("/play", files={"file": ("matrix.txt", b"x" * 70000)})
    assert answer.status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    answer = browser.post("/play", content=endless(), headers={"content-type": "text/plain"})
    assert answer.status_code in (400, 413)
    kind = "multipart/form-data; boundary=x"
    answer = browser.post("/play", content=endless(), headers={"content-type": kind})
    assert answer.status_code in (400, 413)


def test_whoever_begins_too_many_games_waits() -> None:
    settings = Settings(writing=Rate(3, 0.001))
    with TestClient(application(settings), base_url=HERE, follow_redirects=False) as client:
        statuses = [client.post("/play", data={"game": SHORT}).status_code for _ in range(5)]
    assert statuses == [303] * 3 + [429] * 2

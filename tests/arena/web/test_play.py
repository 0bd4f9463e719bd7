"""Play, as a script asks for it: what may be done, what may not, and what is refused."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from arena.web.application import application
from arena.web.pages.play import _events
from arena.web.playing.games import Games
from arena.web.playing.play import Play
from arena.web.playing.seat import Seat
from arena.web.refusal import Refusal
from arena.web.settings import Rate, Settings
from formats.games.chomp import Chomp
from formats.games.virus_war import VirusWar
from formats.matrix import Matrix, read
from formats.record_reader import read as read_record
from referee.isolation import available

HERE = "http://127.0.0.1:8080"
HOSTILE = '"><script>alert(1)</script>'
FREE = Settings(reading=Rate(9000, 900), writing=Rate(9000, 900))
SEVEN_LEFT = "A 1 U\n0 9\n0 9\noo\noo\ngame chomp\n"
ENDED = "A 3 A\n0 9\n0 9\n--\n--\ngame chomp\n"

needs_sandbox = pytest.mark.skipif(available() is not None, reason=str(available()))


@pytest.fixture
def browser() -> Iterator[TestClient]:
    """Somebody on this machine."""
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as client:
        yield client


def begun(browser: TestClient, **fields: str) -> str:
    """Where the game is."""
    answer = browser.post("/play", data=fields, files={"file": ("", b"")})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def scene(browser: TestClient, place: str) -> dict[str, Any]:
    """How it stands."""
    page = browser.get(place).text
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert found, page
    told: dict[str, Any] = json.loads(found[1])["scene"]
    return told


def order(browser: TestClient, place: str, what: str, **more: object) -> dict[str, Any]:
    """What comes of doing this now."""
    now = scene(browser, place)
    answer = browser.post(place, json={"do": what, "moment": now["moment"], **more})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def until(browser: TestClient, place: str, holds: Callable[[dict[str, Any]], bool]) -> Any:
    """The scene, when it has become like that."""
    for _ in range(600):
        now = scene(browser, place)
        if holds(now):
            return now
        time.sleep(0.1)
    pytest.fail(f"it never came to that: {now}")


def test_the_form_offers_every_game_and_bot(browser: TestClient) -> None:
    page = browser.get("/play").text
    for name in ("chomp", "mmpeshki", "virus-war", "champion", "petersburg", "nim"):
        assert f'value="{name}"' in page


def test_two_people_play_a_turn_of_three_steps(browser: TestClient) -> None:
    place = begun(browser, game="virus-war")
    for step in ("a1", "b2", "c3"):
        now = order(browser, place, "step", step=step)
        assert now["player"] == "A"
    assert now["can"]["send"]
    assert now["steps"] == []
    now = order(browser, place, "undo")
    assert not now["can"]["send"]
    assert "c2" in [step["text"] for step in now["steps"]]
    order(browser, place, "step", step="c2")
    now = order(browser, place, "send")
    assert now["player"] == "B"
    assert [move["text"] for move in now["moves"]] == ["a1-b2-c2"]
    assert now["last"]["cells"] == ["a1", "b2", "c2"]


def test_what_is_not_whole_is_not_sent(browser: TestClient) -> None:
    place = begun(browser, game="virus-war")
    order(browser, place, "step", step="a1")
    now = scene(browser, place)
    for what in ("send", "pass"):
        answer = browser.post(place, json={"do": what, "moment": now["moment"]})
        assert answer.status_code == 409


def test_the_law_says_in_its_own_words_why_not(browser: TestClient) -> None:
    place = begun(browser, game="virus-war")
    answer = browser.post(place, json={"do": "step", "step": "c3", "moment": 0})
    assert answer.status_code == 409
    assert answer.json()["error"] == "the first step of the crosses must be a1, not c3"
    answer = browser.post(
        place, json={"do": "step", "step": "c3", "moment": 0}, headers={"accept-language": "ru"}
    )
    assert "крестиков" in answer.json()["error"]


def test_a_whole_game_of_two_people_is_won_and_taken_back(browser: TestClient) -> None:
    place = begun(browser, matrix=SEVEN_LEFT)
    for step in ("b1", "a2", "a1"):
        now = order(browser, place, "step", step=step)
    assert now["winner"] == "B"
    assert now["steps"] == []
    assert now["status"].endswith("ate the poisoned chip")
    record = read_record(browser.get(f"{place}/game.txt").content.decode())
    assert [made.text for made in record.moves] == ["b1", "a2", "a1"]
    assert record.result == "B"
    assert read(browser.get(f"{place}/matrix.txt").content).good
    now = order(browser, place, "back")
    assert now["winner"] is None
    assert [move["text"] for move in now["moves"]] == ["b1", "a2"]


def test_a_pass_is_a_turn(browser: TestClient) -> None:
    place = begun(browser, game="virus-war")
    assert order(browser, place, "pass")["moves"][0]["text"] == "pass"
    now = order(browser, place, "pass")
    assert now["winner"] == "D"


def test_a_position_is_saved_as_it_was_loaded(browser: TestClient) -> None:
    text = Path("docs/positions").joinpath("chomp.txt")
    known = text.read_text() if text.exists() else SEVEN_LEFT
    place = begun(browser, matrix=known)
    assert browser.get(f"{place}/matrix.txt").text.split() == known.split()


def test_an_uploaded_file_goes_before_the_form(browser: TestClient) -> None:
    files = {"file": ("../../etc/passwd", SEVEN_LEFT.encode())}
    answer = browser.post("/play", data={"game": "mmpeshki"}, files=files)
    assert answer.status_code == 303
    assert "2 x" not in answer.headers["location"]
    assert len(scene(browser, answer.headers["location"])["grid"]) == 4


def test_a_finished_game_can_be_looked_at(browser: TestClient) -> None:
    now = scene(browser, begun(browser, matrix=ENDED))
    assert now["winner"] == "A"
    assert not now["can"]["pause"]


@needs_sandbox
def test_a_bot_answers_and_says_what_it_thought(browser: TestClient) -> None:
    place = begun(browser, game="chomp", **{"B-chomp": "champion", "think": "0.05"})
    order(browser, place, "step", step="g5")
    now = until(browser, place, lambda now: len(now["moves"]) == 2 and now["persons"])
    assert now["moves"][1]["by"] == "B"
    assert now["status"] == "the first player to move"
    now = order(browser, place, "back")
    assert now["moves"] == []


@needs_sandbox
def test_two_bots_are_paused_and_stepped(browser: TestClient) -> None:
    fields = {"A-chomp": "nim", "B-chomp": "random", "think": "0.05", "paused": "on"}
    place = begun(browser, game="chomp", **fields)
    assert scene(browser, place)["can"]["once"]
    order(browser, place, "once")
    until(browser, place, lambda now: len(now["moves"]) == 1 and now["can"]["once"])
    order(browser, place, "resume")
    now = until(browser, place, lambda now: now["winner"] is not None)
    assert now["winner"] in "AB"


@needs_sandbox
def test_what_a_bot_thinks_is_told_while_it_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bot = tmp_path / "bot"
    bot.write_text("#!/bin/sh\necho '<b>depth 1'\nexec sleep 60\n")
    bot.chmod(0o755)
    monkeypatch.setattr("arena.web.pages.play.path_of_ours", lambda _: lambda _: bot)
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as client:
        place = begun(client, game="chomp", **{"A-chomp": "nim", "think": "90"})
        now = until(client, place, lambda now: now["thinking"] and now["thinking"]["said"])
        assert now["thinking"]["said"] == "<b>depth 1"
        order(client, place, "pause")
        until(client, place, lambda now: now["thinking"] is None)


@needs_sandbox
def test_a_thinking_bot_is_stopped(browser: TestClient) -> None:
    fields = {"A-mmpeshki": "champion", "think": "100"}
    place = begun(browser, game="mmpeshki", **fields)
    until(browser, place, lambda now: now["thinking"] is not None)
    order(browser, place, "pause")
    now = until(browser, place, lambda now: now["thinking"] is None)
    assert now["moves"] == []
    assert now["trouble"] is None
    assert now["can"]["once"]


def test_a_bot_that_cannot_be_run_is_no_fault_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(*_: object) -> Path:
        raise LookupError("musl-gcc is needed")

    monkeypatch.setattr("arena.web.pages.play.path_of_ours", lambda _: none)
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as client:
        place = begun(client, game="chomp", **{"A-chomp": "nim"})
        now = until(client, place, lambda now: now["trouble"])
        assert "musl-gcc" in now["trouble"]
        assert now["can"]["resume"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "no such game"),
        ({"game": HOSTILE}, "no such game"),
        ({"game": "../chomp"}, "no such game"),
        ({"game": "chomp", "A-chomp": HOSTILE}, "no such bot"),
        ({"game": "chomp", "A-chomp": "/bin/sh"}, "no such bot"),
        ({"game": "chomp", "A-chomp": "--style"}, "no such bot"),
        ({"game": "chomp", "columns-chomp": "999", "rows-chomp": "999"}, "whole number"),
        ({"game": "chomp", "columns-chomp": "0"}, "whole number"),
        ({"game": "chomp", "columns-chomp": "-3"}, "whole number"),
        ({"game": "virus-war", "columns-virus-war": "20"}, "board"),
        ({"game": "virus-war", "rules": HOSTILE}, "no rule set"),
        ({"game": "chomp", "A-chomp": "nim", "think": "101"}, "between"),
        ({"game": "chomp", "A-chomp": "nim", "think": "nan"}, "between"),
        ({"game": "chomp", "A-chomp": "nim", "think": "1 --style"}, "between"),
        ({"matrix": HOSTILE}, "not a good matrix.txt"),
        ({"matrix": "A 1 U\n0 1\n0 1\n" + "o" * 20000 + "\ngame chomp\n"}, "whole number"),
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
        (b'{"do": "step", "moment": 0, "step": "<script>"}', 409),
        (b'{"do": "step", "moment": 0, "step": "a999999"}', 409),
        (b'{"do": "step", "moment": 0, "step": "' + b"a" * 99 + b'"}', 400),
        (b'{"do": "once", "moment": 0}', 200),
        (b'{"do": "undo", "moment": 0}', 409),
        (b'{"do": "back", "moment": 0}', 409),
        (b"x" * 70000, 413),
    ],
)
def test_what_makes_no_sense_is_refused(browser: TestClient, body: bytes, status: int) -> None:
    place = begun(browser, game="virus-war")
    answer = browser.post(place, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    if status != 200:
        assert answer.json()["error"]
        assert "<script>" not in answer.json()["error"]
    assert scene(browser, place)["moves"] == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_another_site_is_no_order(browser: TestClient, kind: str) -> None:
    place = begun(browser, game="virus-war")
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
        found = [client.post("/play", data={"game": "chomp"}).status_code for _ in range(5)]
    assert found == [303] * 3 + [429] * 2


def play() -> Play:
    """A game of two people."""
    game = Chomp()
    return Play(Matrix(game, game.start()), {"A": Seat(), "B": Seat()})


def test_old_games_make_room() -> None:
    gone: list[Play] = []
    games = Games(2, gone.append)
    one, two, three = (play() for _ in range(3))
    names = [games.add(one), games.add(two)]
    games.named(names[0])
    games.add(three)
    assert gone == [two]
    assert games.named(names[0]) is one
    with pytest.raises(Refusal):
        games.named(names[1])


def test_names_are_long_and_differ() -> None:
    games = Games(100, lambda _: None)
    names = {games.add(play()) for _ in range(100)}
    assert len(names) == 100
    assert all(len(name) >= 22 for name in names)


def test_who_watches_is_told_of_each_change() -> None:
    async def watched() -> list[int]:
        one = play()
        events = _events(one, "en")
        told = [await anext(events)]
        one.step("g5")
        told.append(await anext(events))
        assert one.watchers == 1
        await events.aclose()  # type: ignore[attr-defined]  # it is a generator
        assert one.watchers == 0
        return [len(json.loads(event.removeprefix("data: "))["moves"]) for event in told]

    assert asyncio.run(watched()) == [0, 1]


def test_a_seat_has_a_second_to_think() -> None:
    assert Seat("x").think == Decimal(1)


def test_forts_and_dead_chains_are_told(browser: TestClient) -> None:
    rows = "----B bbbbb A---- ----- -----".replace(" ", "\n")
    place = begun(browser, matrix=f"A 9 U\n0 9\n0 9\n{rows}\ngame virus-war\nrules classic\n")
    marks = scene(browser, place)["marks"]
    assert marks["a3"]["name"] == "bunker"
    assert marks["b1"]["text"] == "fort of the crosses"
    assert VirusWar.rule_sets[0] == "classic"

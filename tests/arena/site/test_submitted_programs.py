"""Submitted programs in the browser: the student's own, and of others only the moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.settings import Settings
from tests.arena.site.asking import HERE, browser_at, game_view, order, until, write_token_file
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.referee.needs import needs_sandbox
from tests.tournaments.submission.submitting import (
    CUP,
    GOOD,
    good_program,
    submissions_in,
    submit_unchecked,
)

TOKENS = {"ivanov": "right-token", "petrov": "other-token"}
SECRET = "what-petrov-prints"
BOARD = {"game": SHORT, f"columns-{SHORT}": "4", f"rows-{SHORT}": "3", "think": "1"}
NEWEST, OLD, BAD = 2, 1, 3
"""Petrov's versions."""


def printing(word: str) -> bytes:
    """Return the bot with additional output on both streams."""
    head = f'BEGIN {{ print "{word}"; print "{word}" > "/dev/stderr"; fflush()'.encode()
    return GOOD.replace(b"BEGIN {", head, 1)


@pytest.fixture(scope="module", name="folder")
def make_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("handed-in")
    (folder / "cup.toml").write_text(CUP)
    write_token_file(folder, TOKENS)
    cup = submissions_in(folder)
    submit_unchecked(cup, "ivanov", printing("of ivanov"))
    submit_unchecked(cup, "ivanov", good_program(2), "moves")
    submit_unchecked(cup, "petrov", printing(f"{SECRET}-{OLD}"))
    submit_unchecked(cup, "petrov", printing(f"{SECRET}-{NEWEST}"))
    submit_unchecked(cup, "petrov", printing(f"{SECRET}-{BAD}"), "moves")
    (folder / "bots/by-the-teacher").write_bytes(printing(f"{SECRET}-0"))
    (folder / "bots/by-the-teacher").chmod(0o755)
    return folder


@pytest.fixture(name="browser")
def open_browser(folder: Path) -> Iterator[TestClient]:
    with browser_at(folder, follow_redirects=False) as client:
        yield client


def signed_in(browser: TestClient, name: str = "ivanov") -> None:
    browser.post("/submit", data={"name": name, "token": TOKENS[name]})


def asked(browser: TestClient, **seats: str) -> tuple[int, str]:
    """Ask for that game; return the status and the address."""
    fields = {**BOARD, **{f"{side}-{SHORT}": bot for side, bot in seats.items()}}
    answer = browser.post("/play", data=fields, files={"file": ("", b"")})
    return answer.status_code, answer.headers.get("location", "")


def offered(page: str, game: str = SHORT) -> list[str]:
    """Return the students' programs in the list of that game."""
    (seat,) = re.findall(rf'<select name="B-{game}">(.*?)</select>', page, re.DOTALL)
    return re.findall(r'<option value="((?:own|other):[^"]*)"', seat)


@needs_sandbox
def test_a_student_is_offered_all_own_versions_and_the_playing_ones_of_others(
    browser: TestClient,
) -> None:
    assert offered(browser.get("/play").text) == []
    signed_in(browser)
    page = browser.get("/play").text
    assert offered(page) == [
        *(f"own:cup/{SHORT}/2", f"own:cup/{SHORT}/1"),
        *(f"other:cup/{SHORT}/by-the-teacher", f"other:cup/{SHORT}/petrov"),
    ]
    assert "ivanov #1: plays" in page
    assert "ivanov #2: failed: " in page
    assert ">petrov</option>" in page, "by name alone"
    assert "petrov #" not in page
    assert offered(page, DEFAULT) == [], "they play another game"
    signed_in(browser, "petrov")
    assert f"other:cup/{SHORT}/ivanov" in offered(browser.get("/play").text)


@needs_sandbox
@pytest.mark.parametrize(
    "bot",
    [
        f"other:cup/{SHORT}/petrov/{OLD}",
        f"own:cup/{SHORT}/petrov/{OLD}",
        f"own:cup/{SHORT}/{BAD}",
        f"petrov #{OLD}",
        f"other:cup/{SHORT}/ivanov",
        f"other:cup/{SHORT}/nobody",
        f"other:cup/{SHORT}/../petrov",
        f"other:../cup/{SHORT}/petrov",
        "file:petrov",
        "file:bots/petrov",
        "bots/petrov",
    ],
)
def test_nothing_else_of_another_can_be_asked_for(browser: TestClient, bot: str) -> None:
    signed_in(browser)
    assert asked(browser, A="person", B=bot)[0] == 400
    assert asked(browser, A=bot, B=f"other:cup/{SHORT}/petrov")[0] == 400


@needs_sandbox
def test_a_bot_is_asked_for_no_game_but_its_own(browser: TestClient) -> None:
    signed_in(browser)
    fields = {"game": DEFAULT, f"A-{DEFAULT}": "person", "think": "1"}
    for bot in (f"own:cup/{SHORT}/1", f"other:cup/{SHORT}/petrov"):
        answer = browser.post("/play", data={**fields, f"B-{DEFAULT}": bot})
        assert answer.status_code == 400


@needs_sandbox
@pytest.mark.parametrize("cookie", ["", "ivanov", "x" * 5000])
def test_a_forged_login_plays_with_nobodys_bot(browser: TestClient, cookie: str) -> None:
    signed_in(browser)
    browser.cookies.clear()
    browser.cookies.set("desk", cookie)
    assert offered(browser.get("/play").text) == []
    for bot in (f"own:cup/{SHORT}/1", f"other:cup/{SHORT}/petrov"):
        assert asked(browser, A="person", B=bot)[0] == 400


@needs_sandbox
def test_output_of_anothers_bot_is_shown_nowhere(browser: TestClient, folder: Path) -> None:
    signed_in(browser)
    status, place = asked(browser, A=f"own:cup/{SHORT}/1", B=f"other:cup/{SHORT}/petrov")
    assert status == 303
    pages = [browser.get("/play").text]

    def over(now: dict[str, object]) -> bool:
        pages.append(browser.get(place).text)
        return bool(now["winner"])

    now = until(browser, place, over)
    assert len(now["moves"]) > 2
    assert now["said"] == "of ivanov\nof ivanov", "one's own is there"
    for path in ("", "/at?n=2", "/at?n=1", "/matrix.txt", "/game.txt"):
        pages.append(browser.get(place + path).text)
    again = browser.post(f"{place}/again", data={"swap": "on"}).headers["location"]
    until(browser, again, lambda now: bool(now["winner"]))
    pages += [browser.get(again).text, browser.get(f"{again}/game.txt").text]
    for text in pages:
        assert SECRET not in text
        assert str(folder) not in text
        assert "/programs/" not in text
        assert "bots/petrov" not in text


@needs_sandbox
def test_a_person_plays_anothers_newest_version(browser: TestClient) -> None:
    signed_in(browser)
    _, place = asked(browser, A="person", B=f"other:cup/{SHORT}/petrov")
    order(browser, place, "step", step="d3")
    until(browser, place, lambda now: len(now["moves"]) == 2)
    now = game_view(browser, place)
    assert now["said"] == ""
    assert now["clocks"] == {"A": None, "B": None}


@needs_sandbox
@pytest.mark.parametrize(
    "fails",
    [
        f'echo "{SECRET}" > matrix.txt',
        f"sed -i 1s/A/{SECRET}/ matrix.txt",
        f"sed -i 4s/o/{SECRET}/ matrix.txt",
        f"echo {SECRET} yes >> matrix.txt",
        f"touch {SECRET}",
        f"echo {SECRET} >&2; exit 3",
    ],
)
def test_a_failure_of_anothers_bot_is_told_without_its_output(
    tmp_path: Path, folder: Path, fails: str
) -> None:
    (tmp_path / "cup.toml").write_text(CUP)
    (tmp_path / "tokens.txt").write_bytes((folder / "tokens.txt").read_bytes())
    (tmp_path / "tokens.txt").chmod(0o600)
    program = f"#!/bin/sh\necho {SECRET}; {fails}\n".encode()
    submit_unchecked(submissions_in(tmp_path), "petrov", program)
    site = application(Settings(events=tmp_path, beside_games=True))
    with TestClient(site, base_url=HERE, follow_redirects=False) as browser:
        signed_in(browser)
        _, place = asked(browser, A=f"other:cup/{SHORT}/petrov", B="person")
        now = until(browser, place, lambda now: bool(now["winner"]))
        assert now["winner"] == "B"
        assert SECRET not in browser.get(place).text
        assert SECRET not in browser.get(f"{place}/game.txt").text

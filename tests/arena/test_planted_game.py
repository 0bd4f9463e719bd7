"""Every command about a game, and every page, with Harvest, a game from outside the project.

It has a board of 26 columns and 3 rows, points, a footer line of its own, a pass, moves that are
words, and no drawing, no built-in bot and no skeleton.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from arena import commands
from arena.site.application import application
from arena.site.settings import Settings
from tests.arena.conftest import Run
from tests.arena.site.asking import FREE, HERE, begun, game_view, order, write_token_file
from tests.arena.site.browsing import CHROMIUM, begin, browsing, served_thread, visiting
from tests.planted.planting import REAPER, for_children, planted_game
from tests.referee.needs import needs_sandbox
from tests.tournaments.submission.submitting import event, submit_unchecked
from tournaments.submission import Submissions, submissions

START = "A 1 U\n0 30\n0 30\n" + "w" * 25 + "B\n" + "w" * 26 + "\nA" + "w" * 25
FOOTER = "\ngame harvest\nrests 1 1\n"
AFTER = "B 2 U\n1 29\n0 30\n" + "w" * 25 + "B\n" + "w" * 26 + "\n-A" + "w" * 24 + FOOTER
EVENT = """
title = "Country fair"
game = "harvest"
size = [4, 2]
sandbox = false
format = "round-robin"
entrants = [{ name = "ann", command = "reaper" }, { name = "bob", command = "reaper" }]
"""
HAND_IN = """
title = "Sowing"
game = "harvest"
size = [4, 2]
entrants = "bots"
"""
TRUSTED = HAND_IN + "sandbox = false\n[ladder]\nmilestones = []\ngames = 2\njobs = 1\n"
HEIGHT = "element => element.getBoundingClientRect().height"
PATIENCE = 300
"""Seconds for a computed page, which gives way to all else on the machine."""


@pytest.fixture(autouse=True)
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make a working directory with the game, a start, a file after it and a bot."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(for_children(tmp_path)))
    (tmp_path / "start.txt").write_text(START + FOOTER)
    (tmp_path / "after.txt").write_text(AFTER)
    bot = tmp_path / "reaper"
    bot.write_text(f"#!{sys.executable}\n{REAPER.read_text()}")
    bot.chmod(0o755)
    with planted_game():
        yield


COMMANDS = [
    (["start", "harvest"], "rests 1 1"),
    (["start", "harvest", "--size", "5x2", "--seed", "3"], "game harvest"),
    (["start", "--help"], "harvest"),
    (["start", "--help"], "(Fight-B, Harvest,"),
    (["validate", "start.txt"], "good: Harvest, 26 x 3"),
    (["validate", "start.txt", "after.txt"], "right"),
    (["show", "after.txt"], "points: red (A) 1, blue (B) 0"),
    (["show", "after.txt"], "rests left to A and to B: 1 1"),
    (["show", "after.txt", "--lang", "ru"], "сколько раз могут отдохнуть A и B: 1 1"),
    (["moves", "start.txt"], "right\nup\npass\nrest\n"),
    (["perft", "start.txt", "2"], "16\n"),
    (["check", "--help"], "harvest"),
    (["play", "--game", "harvest", "--size", "4x2"], "points: red (A) 0, blue (B) 0"),
    (["try", "./reaper", "start.txt", "--no-sandbox"], "right"),
]
IN_EVENT = [
    (["submit", "reaper", "--to", "trusted.toml", "--name", "ann"], "is entered in «Sowing»"),
    (["ladder", "trusted.toml", "--once", "--quiet"], "ladder of «harvest»"),
    (["entrants", "trusted.toml"], "harvest: 2 take part"),
    (["run", "trusted.toml"], "Harvest, games played: "),
    (["table", "trusted"], "Harvest, games played: "),
    (["export", "trusted", "--format", "csv"], "harvest,1,"),
    (["replay", "trusted", "1"], "points: red (A) "),
    (["annul", "trusted", "1", "--reason", "noise"], "harvest: game 1 "),
    (["restore-game", "trusted", "1", "--reason", "no noise"], "harvest: game 1 "),
    (["replay-game", "trusted", "1", "--reason", "noise"], "harvest: game 1 "),
    (["disqualify", "trusted", "bob", "--reason", "copied"], "harvest: bob "),
    (["reinstate", "trusted", "bob", "--reason", "had not"], "harvest: bob "),
    (["withdraw", "trusted", "bob", "--reason", "ill"], "harvest: bob "),
    (["admit", "trusted", "carl", "--program", "reaper", "--reason", "late"], "harvest: carl "),
    (["report", "trusted"], "report.html"),
    (["feedback", "trusted", "--to", "letters"], "feedback for 3 entrants"),
    (["grades", "trusted"], "harvest  carl"),
    (["rejudge", "trusted"], "are confirmed"),
]
"""Commands of an event from the first submission to the grades, in order."""
ELSEWHERE = {"new", "solve", "match", "serve", "review"}
"""Commands that have a test of their own."""
ABOUT_NO_GAME = {"build", "doctor", "bench", "cache", "schema", "fetch", "invite"}


@pytest.mark.parametrize(("words", "expected"), COMMANDS, ids=lambda each: " ".join(each)[:40])
def test_a_command_knows_the_game(run: Run, words: list[str], expected: str) -> None:
    result = run(*words)
    assert (result.status, result.err) == (0, "")
    assert expected in result.out


def test_every_command_about_a_game_is_given() -> None:
    given = {words[0] for words, _ in COMMANDS + IN_EVENT}
    assert given | ELSEWHERE | ABOUT_NO_GAME == set(commands.COMMANDS)


def test_missing_parts_of_a_planted_game_are_named(run: Run) -> None:
    begun = run("new", "ivanov", "--game", "harvest")
    assert begun.status == 2
    assert "there is no skeleton for harvest yet: docs/write-a-bot.md" in begun.err
    solved = run("solve", "start.txt")
    assert solved.status == 1
    assert "Harvest: there is no solver for this game" in solved.err


def test_two_people_play_since_no_bot_does(run: Run, tmp_path: Path) -> None:
    lines = b"right\nhint\nrest\nsave game.pgn\nquit\n"
    result = run("play", "--game", "harvest", "--size", "4x2", stdin=lines)
    assert (result.status, result.err) == (0, "")
    assert "rests left to A and to B: 1 0" in result.out
    assert "no hint: no built-in bot plays Harvest\n" in result.out
    record = (tmp_path / "game.pgn").read_text()
    assert "1. right" in record
    reviewed = run("review", "game.pgn")
    assert reviewed.status == 1
    assert "Harvest: there is no solver for this game" in reviewed.err
    replayed = run("replay", "game.pgn")
    assert (replayed.status, replayed.err) == (0, "")
    assert "points: red (A) 1, blue (B) 0" in replayed.out


def test_a_bot_that_writes_no_footer_is_tried_and_plays(run: Run) -> None:
    checked = run("check", "./reaper", "--game", "harvest", "--no-sandbox")
    assert "legal moves in 100 positions" in checked.out, checked.out + checked.err
    tried = run("try", "./reaper", "start.txt", "--no-sandbox")
    assert tried.status == 0, tried.out + tried.err
    played = run(
        *("match", "./reaper", "./reaper", "--game", "harvest", "--no-sandbox"),
        *("--size", "4x2", "--games", "2", "--records", "games"),
    )
    assert played.status == 0, played.out + played.err
    assert "Harvest, 4 x 2" in played.out


def assert_points_are_in(report: str) -> None:
    """Assert that a report has the points at the start, and those after a half-move."""
    assert '"points":[0,0]' in report
    assert '=1,0"' in report


def test_an_event_is_played_and_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "fair.toml").write_text(EVENT)
    result = run("run", "fair.toml", "--to", "fair")
    assert result.status == 0, result.out + result.err
    table = run("table", "fair")
    assert "ann" in table.out
    assert run("report", "fair").status == 0
    (report,) = (tmp_path / "fair").glob("*.html")
    assert_points_are_in(report.read_text(encoding="utf-8"))
    assert run("rejudge", "fair").status == 0


def test_pages_know_the_game() -> None:
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as browser:
        assert ">Harvest</h3>" in browser.get("/").text
        form = browser.get("/play").text
        for expected in (
            'value="harvest"',
            "Carts that take wheat and corn.",
            'name="rows-harvest"',
        ):
            assert expected in form
        assert ">▶</text>" in form
        place = begun(browser, game="harvest", **{"columns-harvest": "26", "rows-harvest": "2"})
        now = game_view(browser, place)
        assert [step["text"] for step in now["steps"]] == ["right", "up", "pass", "rest"]
        assert all(step["cells"] == [] for step in now["steps"])
        now = order(browser, place, "step", step="right")
        assert now["points"] == [1, 0]
        now = order(browser, place, "step", step="rest")
        assert now["beside"] == [
            "points: red (A) 1, blue (B) 0",
            "rests left to A and to B: 1 0",
        ]
        assert "rests 1 0" in browser.get(f"{place}/matrix.txt").text
        assert ">stubble" in browser.get(place).text
        checked = browser.post("/validate", data={"before": START + FOOTER})
        assert "Harvest" in checked.text


@pytest.mark.xdist_group("run")
def test_an_event_is_entered_played_and_graded(run: Run, tmp_path: Path) -> None:
    (tmp_path / "trusted.toml").write_text(TRUSTED)
    another = f"{(tmp_path / 'reaper').read_text()}# by Bob\n"
    section_submissions = submissions(event(TRUSTED), tmp_path, tmp_path / "trusted", None)
    assert isinstance(section_submissions, Submissions)
    submit_unchecked(section_submissions, "bob", another.encode())
    for words, expected in IN_EVENT:
        result = run(*words)
        assert result.status == 0, (words, result.out, result.err)
        assert expected in result.out, (words, result.out)


def worked_out(browser: TestClient, path: str, sign: str) -> str:
    """Return the page, as soon as it has that text in it."""
    until = time.monotonic() + PATIENCE
    while sign not in (text := browser.get(path).text):
        assert time.monotonic() < until, text
        time.sleep(0.1)
    return text


def test_an_event_of_it_is_watched(run: Run, tmp_path: Path) -> None:
    (tmp_path / "fair.toml").write_text(EVENT)
    assert run("run", "fair.toml", "--to", "fair").status == 0
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as browser:
        browser.headers["accept"] = "text/html"
        page = worked_out(browser, "/events/fair", 'class="standings"')
        assert "Country fair" in page
        assert "ann" in page
        assert_points_are_in(worked_out(browser, "/events/fair/report", '"points":'))


@pytest.mark.xdist_group("run")
def test_ladder_and_submissions_of_a_planted_game_are_pages_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "trusted.toml").write_text(TRUSTED)
    write_token_file(tmp_path, {"ann": "right-token"})
    section_submissions = submissions(event(TRUSTED), tmp_path, tmp_path / "trusted", None)
    assert isinstance(section_submissions, Submissions)
    for name, note in (("ann", 1), ("ann", 2), ("bob", 3)):
        submit_unchecked(
            section_submissions, name, f"{(tmp_path / 'reaper').read_text()}# {note}\n".encode()
        )
    assert run("ladder", "trusted.toml", "--once", "--quiet").status == 0
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as browser:
        browser.headers["accept"] = "text/html"
        assert "Harvest" in worked_out(browser, "/ladder", "bob")
        words = {"name": "ann", "token": "right-token", "event": "trusted/harvest"}
        browser.post("/submit", data=words)
        assert "ann: versions and games" in browser.get("/submit").text
        assert "Harvest" in worked_out(browser, "/submit/ladder", "bob")
        assert "trusted/harvest/2" in browser.get("/submit/versions").text
        assert "other:trusted/harvest/bob" in browser.get("/play").text
        assert browser.get("/docs/rules").status_code == 200


@needs_sandbox
@pytest.mark.xdist_group("run")
def test_a_bot_for_it_is_handed_in(tmp_path: Path) -> None:
    (tmp_path / "sowing.toml").write_text(HAND_IN)
    tokens = tmp_path / "tokens.txt"
    tokens.write_text("ann right-token\n")
    tokens.chmod(0o600)
    reaper = f"#!/usr/bin/python3\n{REAPER.read_text()}".encode()
    settings = Settings(events=tmp_path, beside_games=True)
    with TestClient(application(settings), base_url=HERE) as browser:
        browser.headers["accept"] = "text/html"
        words = {"name": "ann", "token": "right-token", "event": "sowing/harvest"}
        sent = browser.post("/submit", data=words, files={"bot": ("reaper", reaper)})
        assert sent.status_code == 200, sent.text
        worked_out(browser, "/submit/check", 'data-over="yes"')
        assert "version 1" in browser.get("/submit").text
    assert (tmp_path / "bots/ann").read_bytes() == reaper


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium")
@pytest.mark.xdist_group("browser")
def test_moves_of_a_planted_game_are_chosen_by_keys() -> None:
    with served_thread() as site, browsing() as browser, visiting(browser, site) as visitor:
        page = begin(visitor, "harvest", columns="4", rows="2")
        cell = page.locator("#board [data-cell=b1]")  # shown by its symbol, which fills it
        high = [element.evaluate(HEIGHT) for element in (cell.locator(".symbol"), cell)]
        assert high[0] > high[1] / 2
        for move in ("right", "rest"):
            page.get_by_role("button", name=move, exact=True).focus()
            page.keyboard.press("Enter")
            expect(page.locator("#moves")).to_contain_text(move)
        expect(page.locator("body")).to_contain_text("rests left to A and to B: 1 0")

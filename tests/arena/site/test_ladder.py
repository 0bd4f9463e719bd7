"""The ladder on the site: played by its own process, public, with own games for each student."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.ladder import ladder_workers
from arena.site.ladder.ladder_view import folder_of
from arena.site.settings import Settings
from arena.site.watch.event_index import Events, event_in
from tests.arena.site.asking import write_token_file
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.referee.test_pool import has_ended, until, workers
from tests.tournaments.filled_ledger import fill
from tests.tournaments.submission.submitting import (
    CUP,
    good_program,
    submissions_in,
    submit_unchecked,
)
from tournaments.ladder.ladder_table import ladders_in
from tournaments.ledger import ledger
from tournaments.run.setup import hold_folder, is_folder_held

pytestmark = pytest.mark.xdist_group("run")

HERE = "http://127.0.0.1:8080"
LADDER = CUP + "\n[ladder]\nmilestones = []\ngames = 2\njobs = 1\n"
HOSTILE = "O'Neil-1"


@pytest.fixture(scope="module", name="folder")
def make_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an event with a finished ladder, after which ivanov has submitted again."""
    folder = tmp_path_factory.mktemp("ladder")
    (folder / "cup.toml").write_text(LADDER)
    write_token_file(folder, {"ivanov": "right-token", "petrov": "other-token"})
    for number, name in enumerate(("ivanov", "petrov", HOSTILE)):
        submit_unchecked(submissions_in(folder), name, good_program(number))
    play(folder)
    submit_unchecked(submissions_in(folder), "ivanov", good_program(9))
    play(folder)
    return folder


def play(folder: Path) -> None:
    words = ("ladder", str(folder / "cup.toml"), "--once", "--quiet")
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    subprocess.run([sys.executable, "-m", "arena", *words], cwd=ROOT, env=environment, check=True)


@pytest.fixture(name="browser")
def open_browser(folder: Path) -> Iterator[TestClient]:
    """Return a browser, while another process plays the ladder, so that the site does not."""
    with (
        hold_folder(folder_of(folder / "cup.toml")),
        TestClient(
            application(Settings(events=folder, beside_games=True)), base_url=HERE
        ) as client,
    ):
        client.headers["accept"] = "text/html"
        yield client


def page(browser: TestClient, path: str, holds: str, longest_wait: float = 20) -> str:
    """Return the page, once it has that text in it."""
    end = time.monotonic() + longest_wait
    while time.monotonic() < end:
        text = browser.get(path).text
        if holds in text:
            return text
        time.sleep(0.1)
    pytest.fail(text)


def test_everybody_sees_who_stands_where(browser: TestClient) -> None:
    for path in ("/ladder", "/ladder/tables"):
        text = page(browser, path, "games played: 10")
        assert text.count('<th scope="row"') == 3
        assert "O&#39;Neil-1" in text
        assert "waits for new versions" in text, "all have met as often as they may"
        assert "±" in text
    assert "сыграно партий: 10" in page(browser, "/ladder?lang=ru", "сыграно")


def test_a_ladder_is_played_as_long_as_some_pair_may_meet_again(folder: Path) -> None:
    event = event_in(folder / "cup.toml")
    assert event
    (ladder,) = ladders_in(folder_of(folder / "cup.toml"), event)
    assert ladder.state.is_played_out(1)
    assert not ladder.state.is_played_out(2)


def test_the_first_page_shows_who_leads(browser: TestClient) -> None:
    assert 'id="ladder-top"' in browser.get("/").text
    top = page(browser, "/ladder/top", "ivanov #2")
    assert top.count("<li value=") == 3
    assert "±" in top
    assert "<html" not in top


def test_students_see_their_own_games_and_what_their_version_changed(browser: TestClient) -> None:
    assert browser.get("/submit/ladder").status_code == 403
    assert browser.get("/submit/ladder/cup").status_code == 403
    browser.post("/submit", data={"name": "ivanov", "token": "right-token"})
    text = browser.get("/submit/ladder").text
    assert "Version 2 is at place" in text
    assert "Since the version before: " in text
    versions = text.partition('<table class="versions">')[2].partition("</table>")[0]
    assert re.findall(r'<th scope="row" class="number">(\d+)</th>', versions) == ["2", "1"]
    assert versions.count("±") == 3
    assert text.count('href="/submit/ladder/cup#game-1-') == 8
    games = browser.get("/submit/ladder/cup?lang=ru")
    assert games.headers["content-security-policy"] == "frame-ancestors 'none'"
    assert 'lang="ru"' in games.text
    assert "ivanov #2" in games.text
    data = json.loads(games.text.partition('id="data">')[2].partition("</script>")[0])
    assert len(data["sections"][0]["games"]) == 8


def test_nobody_sees_a_game_of_others(browser: TestClient) -> None:
    browser.post("/submit", data={"name": "ivanov", "token": "right-token"})
    rows = re.findall(r'<tr id="game-.*?</tr>', browser.get("/submit/ladder/cup").text, re.DOTALL)
    assert all("ivanov #" in row for row in rows)
    for path in ("none", "..%2Fcup", "cup/1"):
        assert browser.get(f"/submit/ladder/{path}").status_code == 404
    browser.post("/submit/leave")
    browser.post("/submit", data={"name": "petrov", "token": "other-token"})
    text = browser.get("/submit/ladder").text
    assert "Version 1 is at place" in text
    assert "no version before it" in text


def test_the_site_plays_a_ladder_that_nobody_else_plays(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(LADDER)
    for number, name in enumerate(("anna", "boris")):
        submit_unchecked(submissions_in(tmp_path), name, good_program(number))
    place = folder_of(tmp_path / "cup.toml")
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as browser:
        # Long, since the kernel runs all other programs first, the tests beside this one too.
        page(browser, "/ladder", "games played: 2", longest_wait=300)
        assert is_folder_held(place)
    end = time.monotonic() + 20
    while is_folder_held(place):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("pause", [0.0, 300.0])
def test_a_worker_that_failed_is_replaced_after_a_pause_and_ends_with_the_site(
    tmp_path: Path, pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_workers, "_BETWEEN_SEARCHES", 0.1)
    monkeypatch.setattr(ladder_workers, "_AFTER_FAULT", pause)
    (tmp_path / "cup.toml").write_text(LADDER)
    for number, name in enumerate(("anna", "boris")):
        submit_unchecked(submissions_in(tmp_path), name, good_program(number))
    others = set(workers())
    site_workers = ladder_workers.LadderWorkers(Events(tmp_path))
    site_workers.begin()
    try:
        until(lambda: set(workers()) - others)
        (failed,) = set(workers()) - others
        failed.kill()
        until(lambda: has_ended(failed.pid))
        if pause:
            time.sleep(2)
            assert set(workers()) - others == set()
        else:
            until(lambda: set(workers()) - others - {failed})
    finally:
        site_workers.close()
    until(lambda: set(workers()) - others == set())
    assert not is_folder_held(folder_of(tmp_path / "cup.toml"))


def test_without_a_ladder_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(CUP)
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as browser:
        assert "No event has a ladder now" in browser.get("/ladder").text
    with TestClient(application(Settings()), base_url=HERE) as browser:
        assert "No event has a ladder now" in browser.get("/ladder").text


def test_no_page_reads_a_whole_ledger_in_the_sites_own_process(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A class that opens its pages at once would wait for one reading after the other."""
    events = shutil.copytree(folder, tmp_path / "events")
    fill(events / "spring")
    parts = {"name": "spring", "section": SHORT, "number": "1", "event": "cup", "code": "x"}
    readings: list[object] = []
    monkeypatch.setattr(ledger, "read", lambda *words: readings.append(words))
    site = application(Settings(events=events, beside_games=True))
    with TestClient(site, base_url=HERE) as client:
        client.post("/submit", data={"name": "ivanov", "token": "right-token"})
        pages = [
            re.sub(r":\w+", "", route.path).format(**parts)
            for route in site.routes
            if isinstance(route, Route) and "GET" in (route.methods or ())
        ]
        pages.append("/play?event=spring&section=1&number=1&at=1")
        status = {
            page: client.get(page, auth=("ivanov", "right-token")).status_code
            for page in pages
            if not page.endswith(("/stream", "/live"))
        }
    assert readings == []
    ledgers = {"/submit", "/submit/ladder", "/submit/ladder/cup", "/ladder", "/events/spring"}
    assert {status[page] for page in ledgers | {pages[-1], "/api/feedback"}} == {200}, str(status)

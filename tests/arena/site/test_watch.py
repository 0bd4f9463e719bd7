"""Watching events: every route, with proper requests and with others."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.background import BackgroundWorker
from arena.site.settings import Settings
from tests.arena.report_data import games_of_page
from tests.tournaments.filled_ledger import Habits, fill
from tests.tournaments.ledger.edited import SMALL
from tests.tournaments.submission.submitting import CUP

HERE = "http://127.0.0.1:8080"
PATIENCE = 300.0
"""Seconds for computed pages, which give way to all else on the machine."""
STRANGE = [
    "nowhere",
    "../spring",
    "spring/..",
    ".hidden",
    "/etc/passwd",
    "spring\0",
    "<script>alert(1)</script>",
    "s" * 5000,
    "ledger.sqlite",
    "broken",
    "empty",
]


@pytest.fixture(scope="module", name="events")
def make_events(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with an event, and with folders that are none."""
    folder = tmp_path_factory.mktemp("events")
    hostile = Habits(
        names={"kozlov": "</script><script>alert(1)</script>"},
        prints={"ivanov": "</script><script>alert(2)</script>\x1b[31m"},
        machine="<img src=x onerror=alert(3)>",
    )
    fill(folder / "spring", habits=hostile)
    fill(folder / "begun", most=3)
    fill(folder / ".hidden", most=1)
    fill(folder / os.fsdecode(b"\xff\xfe"), most=1)
    (folder / "broken").mkdir()
    (folder / "broken" / "ledger.sqlite").write_bytes(b"no ledger" * 1000)
    (folder / "empty").mkdir()
    (folder / "empty" / "ledger.sqlite").write_bytes(b"")
    (folder / "none").mkdir()
    return folder


@pytest.fixture(name="browser")
def open_browser(events: Path) -> Iterator[TestClient]:
    with TestClient(application(Settings(events=events)), base_url=HERE) as client:
        client.headers["accept"] = "text/html"
        yield client


def test_the_list_has_what_was_begun_and_nothing_else(browser: TestClient) -> None:
    page = browser.get("/events")
    assert page.status_code == 200
    assert page.text.count("Весна 2014: &lt;ММПешки&gt; &amp; others") == 2
    assert "games played: 3" in page.text
    for name in ("broken", "empty", "none", ".hidden"):
        assert f"/events/{name}" not in page.text


def test_an_event_that_is_over_is_not_called_idle(browser: TestClient) -> None:
    until = time.monotonic() + PATIENCE
    while (text := browser.get("/events?lang=ru").text).count('class="state"') < 2:
        assert time.monotonic() < until
    begun, spring = text.split('<li class="block">')[1:]
    assert "не идёт" in begun
    assert "окончен" in spring
    assert '<section class="in-play" aria-labelledby="in-play" hidden>' in worked_out(
        browser, "/events/spring"
    )


def test_the_first_page_leads_with_who_won_the_last_event(events: Path, tmp_path: Path) -> None:
    shutil.copytree(events / "spring", tmp_path / "spring")
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as client:
        until = time.monotonic() + PATIENCE
        while 'class="podium"' not in (text := client.get("/").text):
            assert time.monotonic() < until
            time.sleep(0.1)
        assert text.count('<li class="place-') == 9, "three sections"
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)" in text


def test_the_first_page_names_no_winner_of_what_is_not_over(events: Path, tmp_path: Path) -> None:
    shutil.copytree(events / "begun", tmp_path / "begun")
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as client:
        worked_out(client, "/events/begun")
        assert "podium" not in client.get("/").text


def test_without_events_it_says_so() -> None:
    with TestClient(application(Settings()), base_url=HERE) as client:
        assert "No event has begun here yet" in client.get("/events").text
        assert client.get("/events/spring").status_code == 404


@pytest.mark.parametrize("more", ["", "[ladder]\n"])
def test_an_event_that_has_not_begun_is_no_unknown_one(tmp_path: Path, more: str) -> None:
    (tmp_path / "cup.toml").write_text(CUP + more)
    (tmp_path / "wrong.toml").write_text("title = 7")
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as client:
        client.headers["accept"] = "text/html"
        answer = client.get("/events/cup")
        assert answer.status_code == 200
        assert "This event has not begun" in answer.text
        assert "/static/wait.js" in answer.text
        main = answer.text.split("<main")[1]
        assert 'href="/submit"' in main
        assert ('href="/ladder"' in main) == bool(more)
        assert client.get("/events/wrong").status_code == 404
        fill(tmp_path / "cup", SMALL, most=1)
        assert "has not begun" not in client.get("/events/cup").text
    (tmp_path / "cup/ledger.sqlite").write_bytes(b"damaged")
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as client:
        assert client.get("/events/cup").status_code == 404


def test_without_the_script_nothing_untrue_is_said(browser: TestClient) -> None:
    for name in ("spring", "begun"):
        page = worked_out(browser, f"/events/{name}")
        assert '<p class="nothing" hidden>' in page
        assert "<noscript>" not in page, "nothing changes that the script would show"


def test_the_page_has_the_table_as_soon_as_it_is_known(browser: TestClient) -> None:
    page = worked_out(browser, "/events/spring")
    assert "Standings" in page
    assert "Только что окончены" in page, "both languages: the page shows one"
    assert '<a href="/events/spring/report#game-' in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def worked_out(browser: TestClient, path: str) -> str:
    """Return the page, once the tables are there."""
    until = time.monotonic() + PATIENCE
    while 'class="standings"' not in (text := browser.get(path).text):
        assert time.monotonic() < until
        time.sleep(0.1)
    return text


def test_the_report_is_the_reports_own_page(browser: TestClient) -> None:
    answer = report(browser, "/events/spring/report")
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert "default-src 'none'; script-src &#39;sha256-" in answer.text
    assert "<script>alert" not in answer.text
    assert "\x1b" not in answer.text
    plain = browser.get("/events/spring/report", headers={"accept-encoding": "identity"})
    assert plain.text == answer.text
    assert '<a href="/events/spring">Matrix Arena</a>' in answer.text, "and leads back"
    assert '<html lang="ru">' in report(browser, "/events/spring/report?lang=ru").text


def test_a_report_that_has_not_changed_keeps_its_policy(browser: TestClient) -> None:
    """A browser applies the headers of status 304 to the page that it has."""
    first = report(browser, "/events/spring/report")
    again = browser.get("/events/spring/report", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    policy = "content-security-policy"
    assert again.headers[policy] == first.headers[policy]


def report(browser: TestClient, path: str) -> Response:
    """Return the report once it is there; until then the page must say so and reload itself."""
    until = time.monotonic() + PATIENCE
    while (answer := browser.get(path)).status_code == 202:
        assert "/static/wait.js" in answer.text
        assert "<script>alert" not in answer.text
        assert time.monotonic() < until
        time.sleep(0.1)
    return answer


def test_a_report_that_cannot_be_made_is_our_fault(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.site.pages.watch.report", _no_report)
    assert report(browser, "/events/spring/report").status_code == 500


def _no_report(*_: object) -> bytes:
    raise ValueError("this is a test")


def test_the_report_grows_with_the_ledger(tmp_path: Path) -> None:
    fill(tmp_path / "spring", most=3)
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as client:
        assert len(games_of_page(report(client, "/events/spring/report").text)) == 3
        shutil.rmtree(tmp_path / "spring")
        fill(tmp_path / "spring", most=5)
        until = time.monotonic() + PATIENCE
        while len(games_of_page(report(client, "/events/spring/report").text)) != 5:
            assert time.monotonic() < until
            time.sleep(0.1)


def test_another_event_that_begins_in_the_folder_is_shown_as_it_is(tmp_path: Path) -> None:
    """The folder is removed after a rehearsal, the file is edited, and the event begins."""
    fill(tmp_path / "spring", SMALL)
    again = SMALL.replace("A small cup", "The real cup").replace(
        "game =", '[[section]]\nname = "boys"\ngame ='
    )
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as client:
        assert "A small cup" in client.get("/events/spring").text
        shutil.rmtree(tmp_path / "spring")
        fill(tmp_path / "spring", again)
        for path in ("/events", "/events/spring", "/api/events"):
            page = client.get(path).text
            assert "The real cup" in page
            assert "A small cup" not in page
        assert '"names":["boys"]' in client.get("/events/spring").text
        assert client.get("/play?event=spring&section=1&number=1&at=1").status_code == 200


@pytest.mark.parametrize("ending", ["", "/stream", "/report"])
@pytest.mark.parametrize("name", STRANGE)
def test_an_unknown_event_is_refused(browser: TestClient, name: str, ending: str) -> None:
    answer = browser.get(f"/events/{quote(name, safe='')}{ending}")
    assert answer.status_code == 404
    assert "<script>alert" not in answer.text
    assert "SQLite" not in answer.text


@pytest.mark.parametrize("path", ["/events", "/events/spring", "/events/spring/report"])
def test_nothing_can_be_sent_there(browser: TestClient, path: str) -> None:
    assert browser.post(path, content=b"x").status_code == 405
    assert browser.get(f"{path}?lang=%00&x={'y' * 3000}").status_code in (200, 202)


def test_programs_and_ledgers_are_not_given_away(browser: TestClient, events: Path) -> None:
    (events / "spring" / "programs").mkdir(exist_ok=True)
    (events / "spring" / "programs" / "abc").write_bytes(b"secret")
    for ending in ("programs/abc", "ledger.sqlite", "..%2ftokens.txt", "../tokens.txt"):
        assert browser.get(f"/events/spring/{ending}").status_code == 404


def test_known_data_of_a_ledger_are_not_computed_again(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [
        f"/events/spring{page}?lang={lang}" for page in ("", "/report") for lang in ("en", "ru")
    ]
    for page in pages:
        (report if "report" in page else worked_out)(browser, page)
    worked_out(browser, "/events/begun")
    work: list[object] = []
    monkeypatch.setattr(BackgroundWorker, "run", lambda *words: work.append(words))
    later = time.monotonic() + 1e6
    monkeypatch.setattr("arena.site.background.monotonic", lambda: later)
    for page in [*pages, "/events"]:
        assert browser.get(page).status_code == 200
    assert work == []

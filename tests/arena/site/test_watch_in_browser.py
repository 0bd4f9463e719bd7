"""Watching and submitting in a real browser: an event that runs, a good and a bad bot.

The browser is Debian's chromium; where it is not there, these tests are skipped.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.arena.site.browsing import CHROMIUM, LONG, picture
from tests.arena.site.serving import served_process
from tests.arena.site.test_submit import EVENT, TOKENS, write_tokens
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.tournaments.events import needs_arena, running, slow_event
from tests.tournaments.filled_ledger import fill
from tests.tournaments.submission.submitting import BAD

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]


@pytest.fixture(name="page")
def open_page(chromium: Browser) -> Iterator[Page]:
    """Open a page; assert at the end that its console has no messages."""
    page = chromium.new_page(viewport={"width": 1200, "height": 900})
    page.set_default_timeout(LONG)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert complaints == []


@contextmanager
def visited(page: Page, folder: Path) -> Iterator[str]:
    """Yield a site whose page is closed before it ends.

    Otherwise the page would report the lost connection.
    """
    with served_process(folder) as address:
        yield address
        page.goto("about:blank")


def test_a_running_event_is_watched_to_its_end(page: Page, tmp_path: Path) -> None:
    event = slow_event(tmp_path, wait=0.3)
    with visited(page, tmp_path) as address, running("run", str(event), "--jobs", "2"):
        open_event(page, f"{address}/events")
        expect(page.locator(".board-card")).to_have_count(2)
        expect(page.locator(".progress .state")).to_have_text("running")
        card = page.locator(".board-card").first
        expect(card.locator(".said")).to_have_text(re.compile(r"^half-move ([2-9]|1\d): "))
        expect(card.locator(".square.by-b")).not_to_have_count(0)
        expect(card.locator(".seat.a .clock")).to_contain_text(re.compile(r"\b1\d\.\d"))
        picture(page, "watch")
        played = page.locator("table.standings tbody td.games").first
        expect(page.locator("table.latest tbody tr")).not_to_have_count(0)
        expect(played).to_have_count(1)
        expect(page.locator(".progress .said")).to_contain_text("all games")
        expect(page.locator("table.latest tbody tr")).to_have_count(6)
        expect(page.locator(".board-card")).to_have_count(0)
        expect(page.locator(".progress .state")).to_have_text("finished")
        replay(page)


def open_event(page: Page, address: str) -> None:
    """Open the only event as soon as it is in the list."""
    page.goto(address)
    while not page.locator("main h2 a").count():
        page.wait_for_timeout(200)
        page.reload()
    page.locator("main h2 a").click()


def replay(page: Page) -> None:
    """Step through a finished game, from the page of the event."""
    page.locator("table.latest a").first.click()
    expect(page.locator("#viewer")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator("#viewer .said")).to_have_text("The start.")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#viewer .said")).not_to_have_text("The start.")
    picture(page, "replay")
    page.keyboard.press("Escape")
    expect(page.locator("#viewer")).not_to_be_visible()
    page.get_by_role("link", name="Matrix Arena").click()
    expect(page.locator("table.latest")).to_be_visible()


def test_the_page_speaks_russian_and_fits_a_telephone(chromium: Browser, tmp_path: Path) -> None:
    event = slow_event(tmp_path, wait=0.15)
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(LONG)
    with served_process(tmp_path) as address, running("run", str(event), "--jobs", "1"):
        open_event(page, f"{address}/events?lang=ru")
        expect(page.locator(".board-card")).to_have_count(1)
        expect(page.locator(".board-card .said")).to_contain_text("полуход")
        expect(page.locator("table.standings")).to_be_visible(timeout=LONG)
        wider = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wider
    page.close()


def test_the_page_says_that_the_site_is_gone(chromium: Browser, tmp_path: Path) -> None:
    fill(tmp_path / "spring", most=3)
    page = chromium.new_page()
    with served_process(tmp_path) as address:
        page.goto(f"{address}/events/spring")
        expect(page.locator(".progress .state")).to_have_text("not running")
    expect(page.locator(".notice.lost")).to_have_text(
        "The connection is lost; the page tries again."
    )
    page.close()


def test_new_tables_do_not_move_the_page(chromium: Browser, tmp_path: Path) -> None:
    fill(tmp_path / "spring", most=30)
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    with visited(page, tmp_path) as address:
        page.goto(f"{address}/events/spring")
        expect(page.locator(".progress .state")).to_have_text("not running")
        standings = page.locator("#tables .scroll:has(.standings)").first
        standings.evaluate("(table) => { table.scrollLeft = 70; }")
        page.locator("table.latest a").nth(2).focus()
        number = page.locator(":focus").inner_text()
        page.evaluate("takeTables({ ...tables, html: tables.html + '<p id=new></p>' })")
        expect(page.locator("#new")).to_be_attached()
        assert standings.evaluate("(table) => table.scrollLeft") == 70
        assert page.locator("table.latest a:focus").inner_text() == number
    page.close()


def sign_in(page: Page) -> None:
    """Sign in as an entrant of the event."""
    page.get_by_label("Name").fill("ivanov")
    page.get_by_label("Token").fill("right-token")


def send(page: Page, bot: Path) -> None:
    """Submit a bot."""
    page.get_by_label("The executable file").set_input_files(bot)
    page.get_by_role("button", name="Send").click()


@needs_arena
def test_a_check_is_told_though_the_site_was_away(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(EVENT)
    write_tokens(tmp_path, TOKENS)
    (tmp_path / "idle").write_bytes(b"#!/bin/sh\nsleep 1\n")
    page = chromium.new_page()
    page.route("**/submit/check", lambda route: route.abort(), times=1)
    with visited(page, tmp_path) as address:
        page.goto(f"{address}/submit?lang=en")
        sign_in(page)
        send(page, tmp_path / "idle")
        expect(page.locator("#check-state")).to_have_attribute("data-over", "no")
        expect(page.locator(".verdict-line")).to_have_text(
            re.compile("cannot be entered yet"), timeout=60_000
        )
    page.close()


@needs_arena
def test_a_good_and_a_bad_bot_are_submitted(page: Page, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(EVENT)
    write_tokens(tmp_path, TOKENS)
    words = ["build", f"{SHORT}-random", "--out", str(tmp_path / "made")]
    subprocess.run([sys.executable, "-m", "arena", *words], cwd=ROOT, check=True)
    (tmp_path / "made/bad").write_bytes(BAD)
    with visited(page, tmp_path) as address:
        page.goto(f"{address}/submit")
        sign_in(page)
        send(page, tmp_path / f"made/{SHORT}-random")
        expect(page.get_by_role("heading", name="ivanov: versions and games")).to_be_visible()
        expect(page.locator(".findings li.passed")).not_to_have_count(0)
        expect(page.locator(".verdict-line")).to_have_text(re.compile("it can be entered"))
        picture(page, "submit-good")
        expect(page.locator(".versions tbody tr")).to_have_count(1)
        expect(page.locator(".versions .grade")).to_have_text("plays")
        send(page, tmp_path / "made/bad")
        expect(page.locator(".verdict-line")).to_have_text(re.compile("cannot be entered yet"))
        expect(page.locator(".versions tbody tr")).to_have_count(2)
        expect(page.locator(".versions .grade.failed")).to_have_count(1)
        picture(page, "submit-bad")
        page.get_by_role("button", name="Leave").click()
        expect(page.get_by_label("Token")).to_be_visible()

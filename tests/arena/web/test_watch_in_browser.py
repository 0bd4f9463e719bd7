"""Watching and submitting in a real browser: an event that runs, a good and a bad bot.

The browser is Debian's chromium; where it or Playwright is not there, these tests are skipped.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright, which drives the browser, is absent")

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.arena.web.serving import running, served, slow_event
from tests.arena.web.test_submit import EVENT, TOKENS, write_tokens
from tests.tournaments.events import ROOT, needs_arena
from tests.tournaments.submitting import BAD

CHROMIUM = shutil.which("chromium")
LONG = 120_000
"""Milliseconds: the machine may have much else to do."""

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]


@pytest.fixture(scope="module", name="browser")
def open_browser() -> Iterator[Browser]:
    """Without its own sandbox, which root cannot have; it opens only our pages."""
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield opened
        opened.close()


@pytest.fixture(name="page")
def open_page(browser: Browser) -> Iterator[Page]:
    """A page, on whose console nothing is complained of."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.set_default_timeout(LONG)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert complaints == []


def test_a_running_event_is_watched_to_its_end(page: Page, tmp_path: Path) -> None:
    event = slow_event(tmp_path, wait=0.3)
    with served(tmp_path) as address, running("run", str(event), "--jobs", "2"):
        page.goto(f"{address}/events")
        while not page.get_by_role("link", name="Slow <b>cup</b>").count():
            page.wait_for_timeout(200)
            page.reload()
        page.get_by_role("link", name="Slow <b>cup</b>").click()
        expect(page.locator(".board-card")).to_have_count(2, timeout=LONG)
        expect(page.locator(".progress .state")).to_have_text("running", timeout=LONG)
        card = page.locator(".board-card").first
        expect(card.locator(".said")).to_contain_text("half-move 2:", timeout=LONG)
        expect(card.locator(".square.by-b")).to_have_count(1, timeout=LONG)
        expect(card.locator(".seat.a .clock")).to_contain_text("19.", timeout=LONG)
        played = page.locator("table.standings tbody td.games").first
        expect(page.locator("table.latest tbody tr")).not_to_have_count(0, timeout=LONG)
        expect(played).to_have_count(1)
        expect(page.locator(".progress .said")).to_contain_text("all games", timeout=LONG)
        expect(page.locator("table.latest tbody tr")).to_have_count(6)
        expect(page.locator(".board-card")).to_have_count(0)
        expect(page.locator(".progress .state")).to_have_text("not running", timeout=LONG)
        page.locator("table.latest a").first.click()
        expect(page.locator("#viewer")).to_be_visible()
        page.keyboard.press("Home")
        expect(page.locator("#viewer .said")).to_have_text("The start.")


def test_it_speaks_russian_and_fits_a_telephone(browser: Browser, tmp_path: Path) -> None:
    event = slow_event(tmp_path, wait=0.3)
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(LONG)
    with served(tmp_path) as address, running("run", str(event), "--jobs", "1"):
        page.goto(f"{address}/events?lang=ru")
        while not page.locator("main h2 a").count():
            page.wait_for_timeout(200)
            page.reload()
        page.locator("main h2 a").click()
        expect(page.locator(".board-card")).to_have_count(1, timeout=LONG)
        expect(page.locator(".board-card .said")).to_contain_text("полуход", timeout=LONG)
        expect(page.locator("table.standings")).to_be_visible(timeout=LONG)
        wider = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wider
    page.close()


def test_the_page_says_that_the_site_is_gone(browser: Browser, tmp_path: Path) -> None:
    event = slow_event(tmp_path, wait=0)
    subprocess.run(
        [sys.executable, "-m", "arena", "run", str(event), "--quiet"], cwd=ROOT, check=True
    )
    page = browser.new_page()
    with served(tmp_path) as address:
        page.goto(f"{address}/events/slow")
        expect(page.locator(".progress .state")).to_have_text("not running", timeout=LONG)
    expect(page.locator(".lost")).to_have_text(
        "The connection is lost; the page tries again.", timeout=LONG
    )
    page.close()


@needs_arena
def test_a_good_and_a_bad_bot_are_submitted(page: Page, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(EVENT)
    write_tokens(tmp_path, TOKENS)
    words = ["build", "chomp-random", "--out", str(tmp_path / "made")]
    subprocess.run([sys.executable, "-m", "arena", *words], cwd=ROOT, check=True)
    (tmp_path / "made/bad").write_bytes(BAD)
    with served(tmp_path) as address:
        page.goto(f"{address}/submit")
        page.get_by_label("Name").fill("ivanov")
        page.get_by_label("Token").fill("right-token")
        page.get_by_label("The executable file").set_input_files(tmp_path / "made/chomp-random")
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_role("heading", name="ivanov: versions and games")).to_be_visible()
        expect(page.locator(".findings li.passed")).not_to_have_count(0, timeout=LONG)
        expect(page.locator(".verdict-line")).to_have_text(re.compile("It is fit"), timeout=LONG)
        expect(page.locator(".versions tbody tr")).to_have_count(1, timeout=LONG)
        expect(page.locator(".versions .grade")).to_have_text("plays")
        page.get_by_label("The executable file").set_input_files(tmp_path / "made/bad")
        page.get_by_role("button", name="Send").click()
        expect(page.locator(".verdict-line")).to_have_text(re.compile("not fit"), timeout=LONG)
        expect(page.locator(".versions tbody tr")).to_have_count(2, timeout=LONG)
        expect(page.locator(".versions .grade.failed")).to_have_count(1)
        page.screenshot(path=tmp_path / "submit.png", full_page=True)
        page.get_by_role("button", name="Leave").click()
        expect(page.get_by_label("Token")).to_be_visible()

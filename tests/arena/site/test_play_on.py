"""«Play on from here» in the report of an event, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.arena.site.browsing import (
    CHROMIUM,
    CLASS_NAME,
    Visitor,
    picture,
    served_thread,
    visiting,
)
from tests.tournaments.filled_ledger import fill

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]


@pytest.fixture(scope="module", name="site")
def serve_event(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site with an event that is over; return its address."""
    folder = tmp_path_factory.mktemp("events")
    fill(folder / "весна 1", most=3)
    with served_thread(folder) as address:
        yield address


@pytest.fixture(params=["127.0.0.1", CLASS_NAME], name="named")
def name_site(request: pytest.FixtureRequest, site: str) -> str:
    """The address of the site, as this machine and as a class opens it."""
    return site.replace("127.0.0.1", request.param)


def shown_game(page: Page) -> None:
    """Open a game of the report, and go two half-moves into it."""
    page.locator("table.games tbody a").first.click()
    expect(page.locator("#viewer")).to_be_visible()
    page.locator("#viewer [value=first]").click()
    page.locator("#viewer [value=forward]").click()
    page.locator("#viewer [value=forward]").click()


def report(visitor: Visitor) -> Page:
    page = visitor.open("/events/весна 1/report?lang=en")
    page.wait_for_selector("table.games")
    return page


def test_a_game_is_played_on_from_the_report(chromium: Browser, named: str) -> None:
    with visiting(chromium, named) as visitor:
        page = report(visitor)
        shown_game(page)
        page.locator(".play-on button").click()
        expect(page).to_have_url(re.compile("/play/"))
        expect(page.locator("#save")).to_have_attribute("href", re.compile("at=0"))
        expect(page.locator("#status")).to_contain_text("to move")


def test_a_report_that_was_saved_as_a_file_offers_nothing_that_fails(
    chromium: Browser, site: str, tmp_path: Path
) -> None:
    with visiting(chromium, site) as visitor:
        report(visitor)  # A page that waits is shown until the report is made.
        text = visitor.context.request.get(f"{site}/events/весна 1/report").text()
        assert 'class="play-on"' in text
        saved = tmp_path / "report.html"
        saved.write_text(text, encoding="utf-8")
        page = chromium.new_page()
        page.goto(saved.as_uri())
        shown_game(page)
        expect(page.locator("#viewer .said")).to_be_visible()
        expect(page.locator(".play-on")).to_be_hidden()
        page.close()


def test_a_link_from_anywhere_shows_the_position_and_a_button(
    chromium: Browser, site: str, tmp_path: Path
) -> None:
    """A link begins no game, since a page of another site must not begin any."""
    link = f"{site}/play?event=весна 1&section=1&number=1&at=2&lang=en"
    other = tmp_path / "other.html"
    other.write_text(f'<meta charset="utf-8"><a href="{link}">play on</a>', encoding="utf-8")
    with visiting(chromium, site) as visitor:
        page = chromium.new_page()
        page.goto(other.as_uri())
        page.locator("a").click()
        expect(page.locator(".start-position svg")).to_be_visible()
        expect(page.locator("textarea")).to_have_value(re.compile(r"A 3 U"))
        picture(page, "play-from-link")
        page.locator("form.new button.main").click()
        expect(page.locator("#status")).to_contain_text("to move")
        page.close()
        assert visitor.context.request.get(link.replace("at=2", "at=999")).status == 404

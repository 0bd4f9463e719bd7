"""Pages and their connections: many of them, hidden ones, a site that has gone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.arena.site.browsing import CHROMIUM, Visitor, begin, served_thread, visiting
from tests.formats.games.example_games import SHORT

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]
MOST_CONNECTIONS = 6
"""Connections of a browser to a site."""
SOON = 20_000
HIDE = """(away) => {
    Object.defineProperty(document, "hidden", { get: () => away, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def two_people(visitor: Visitor) -> Page:
    """Begin a game of two people."""
    return begin(visitor, SHORT, B="person")


def test_pages_that_nobody_sees_take_no_connection_from_others(visitor: Visitor) -> None:
    address = two_people(visitor).url
    for _ in range(MOST_CONNECTIONS):
        visitor.context.pages[-1].evaluate(HIDE, True)
        page = visitor.context.new_page()
        page.goto(address, timeout=SOON)
    page.locator("[data-cell=g5]").click()
    expect(page.locator("#moves li")).to_have_text("g5", timeout=SOON)


def test_a_page_that_is_seen_again_shows_what_has_happened(visitor: Visitor) -> None:
    page = two_people(visitor)
    page.locator("[data-cell=g5]").click()
    expect(page.locator("#moves li")).to_have_text("g5", timeout=SOON)
    page.evaluate(HIDE, True)
    other = visitor.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Take back").click()
    other.locator("[data-cell=f4]").click()
    expect(other.locator("#moves li")).to_have_text("f4", timeout=SOON)
    assert page.locator("#moves li").inner_text() == "g5"
    page.evaluate(HIDE, False)
    expect(page.locator("#moves li")).to_have_text("f4", timeout=SOON)


def test_a_game_that_had_to_go_is_said_to_be_gone(chromium: Browser) -> None:
    with served_thread(most_games=1) as site, visiting(chromium, site) as visitor:
        page = two_people(visitor)
        two_people(visitor)
        expect(page.locator("#refused")).to_contain_text("This game is gone", timeout=SOON)


def test_a_page_says_that_the_site_is_gone(chromium: Browser) -> None:
    page = chromium.new_page()
    with served_thread() as site:
        page.goto(f"{site}/play?lang=en")
        page.locator("button.main").click()
        expect(page.locator("#board [data-cell]").first).to_be_visible()
    expect(page.locator("#refused")).to_contain_text("connection is lost", timeout=SOON)
    page.close()


@pytest.mark.parametrize("is_stream_lost", [False, True])
def test_a_move_that_is_lost_is_sent_again(visitor: Visitor, is_stream_lost: bool) -> None:
    page = two_people(visitor)
    lost = "**/play/**" if is_stream_lost else page.url
    page.route(lost, lambda route: route.abort())
    if is_stream_lost:
        page.evaluate(HIDE, True)
        page.evaluate(HIDE, False)
    page.locator("[data-cell=g5]").click()
    expect(page.locator("#refused")).to_contain_text("connection is lost", timeout=SOON)
    page.locator("[data-cell=f4]").click()  # it is not known yet whether this can be played
    page.unroute(lost)
    expect(page.locator("#moves li")).to_have_text("g5", timeout=SOON)
    expect(page.locator("#refused")).to_be_hidden(timeout=SOON)
    visitor.complaints.clear()


def lose_first_answer(page: Page) -> list[str]:
    """Let the page's first request to its own address lose its answer; return all such requests."""
    requests: list[str] = []

    def handle(route: Route) -> None:
        requests.append(route.request.method)
        if len(requests) > 1:
            route.continue_()
            return
        route.fetch()
        route.abort()

    page.route(page.url, handle)
    return requests


def test_a_move_that_arrived_is_not_made_twice(visitor: Visitor) -> None:
    page = two_people(visitor)
    lose_first_answer(page)
    page.locator("[data-cell=g5]").click()
    expect(page.locator("#moves li")).to_have_text("g5", timeout=SOON)
    page.locator("[data-cell=f4]").click()
    expect(page.locator("#refused")).to_be_hidden(timeout=SOON)
    page.locator("[data-cell=f4]").click()
    expect(page.locator("#moves li")).to_have_text("g5f4", timeout=SOON)
    visitor.complaints.clear()


def test_a_move_that_arrived_is_not_refused_when_it_is_sent_again(visitor: Visitor) -> None:
    page = two_people(visitor)
    statuses: list[int] = []
    page.evaluate(HIDE, True)  # the page has no stream now
    requests = lose_first_answer(page)
    page.on("response", lambda answer: statuses.append(answer.status))
    page.locator("[data-cell=g5]").click()
    expect(page.locator("#refused")).to_be_visible(timeout=SOON)
    expect(page.locator("#refused")).to_be_hidden(timeout=SOON)
    assert (len(requests), statuses) == (2, [409])
    page.evaluate(HIDE, False)
    expect(page.locator("#moves li")).to_have_text("g5", timeout=SOON)
    visitor.complaints.clear()


def test_a_stream_that_was_refused_is_asked_for_again(visitor: Visitor) -> None:
    page = two_people(visitor)
    page.route("**/live", lambda route: route.fulfill(status=502))
    page.reload()
    expect(page.locator("#refused")).to_be_visible(timeout=SOON)
    page.unroute("**/live")
    expect(page.locator("#refused")).to_be_hidden(timeout=SOON)

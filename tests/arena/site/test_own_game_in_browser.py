"""A visitor's game in a real browser: back and forth, its review, and that nothing jumps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.arena.site.browsing import (
    CHROMIUM,
    CLASS_NAME,
    Visitor,
    begin,
    picture,
    serious_faults,
    served_thread,
    visiting,
)
from tests.formats.games.example_games import SHORT

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]
_UNANSWERED = re.compile("status of (429|503)|net::ERR_FAILED")
"""Console messages of the browser about requests that the test does not answer."""


def places(page: Page) -> list[object]:
    """Return the places of elements that must not move while a game goes on."""
    boxes = [page.locator(name).bounding_box() for name in ("#board", "#moves", ".from-here")]
    return [(box["x"], box["y"], box["width"], box["height"]) for box in boxes if box]


def test_a_game_is_stepped_through_and_reviewed(visitor: Visitor) -> None:
    page = begin(visitor, SHORT, B="person", columns="3", rows="2")
    before = places(page)
    assert len(before) == 3
    for number, cell in enumerate(("b2", "c1", "b1"), start=1):
        page.locator(f"[data-cell={cell}]").click()
        expect(page.locator("#moves button")).to_have_count(number)
        assert places(page) == before, "nothing jumps"
    page.locator("[data-cell=a1]").focus()
    page.keyboard.press(",")
    expect(page.locator("#moves [aria-current]")).to_have_text("c1")
    expect(page).to_have_url(re.compile("#2$"))
    page.keyboard.press(".")
    expect(page.locator("#moves [aria-current]")).to_have_text("b1")
    for cell in ("a2", "a1"):
        page.locator(f"[data-cell={cell}]").click()
    expect(page.locator("#result")).to_be_visible()
    page.locator("[value=review]").click()
    page.locator("#weak-move").click()
    expect(page.locator("#worth-said")).to_contain_text("was better")
    expect(page.locator("#curve .line")).to_have_count(1)
    expect(page.locator("#curve .very-weak")).not_to_have_count(0)
    expect(page.locator("#moves .very-weak").first).to_have_text("??")
    expect(page.locator("#worth-bar")).to_be_visible()
    picture(page, "review")
    assert serious_faults(page) == []
    page.get_by_role("button", name="Rematch, other sides").click()
    expect(page.locator("#moves button")).to_have_count(0)


def test_a_clock_runs_on_while_the_game_is_stepped_through(visitor: Visitor) -> None:
    page = begin(visitor, SHORT, clock="60", B="person")
    for number, cell in enumerate(("g5", "g4"), start=1):
        page.locator(f"[data-cell={cell}]").click()
        expect(page.locator("#moves button")).to_have_count(number)
    clock = page.locator(".player.a .clock")
    expect(clock).not_to_have_text(re.compile(r"^(1:00|59\.\d s)$"))
    before = clock.text_content() or ""
    page.keyboard.press(",")
    expect(page.locator("#moves [aria-current]")).to_have_text("g5")
    after = clock.text_content() or ""
    assert float(after.removesuffix(" s")) <= float(before.removesuffix(" s"))


def test_a_step_that_the_site_does_not_answer_is_explained(visitor: Visitor) -> None:
    """The site may refuse too many requests, or be away; later the steps work again."""
    page = begin(visitor, SHORT, B="person")
    page.locator("[data-cell=g5]").click()
    expect(page.locator("#moves button")).to_have_count(1)
    page.route("**/at?n=0", lambda route: route.fulfill(status=429, json={"error": "too many"}))
    page.locator(".steps [value=back]").click()
    expect(page.locator("#refused")).to_have_text("Too many.")
    page.unroute("**/at?n=0")
    page.route("**/at?n=0", lambda route: route.abort())
    page.locator(".steps [value=back]").click()
    expect(page.locator("#refused")).to_have_text("The site did not answer: press again.")
    page.unroute("**/at?n=0")
    page.locator(".steps [value=back]").click()
    expect(page.locator("[data-cell=g5]")).to_have_attribute("aria-label", "g5: chip")
    expect(page.locator("#refused")).to_be_hidden()
    visitor.complaints[:] = [
        complaint for complaint in visitor.complaints if not _UNANSWERED.search(complaint)
    ]


def test_a_link_leads_to_a_half_move_and_a_seat_to_one_side(visitor: Visitor) -> None:
    page = begin(visitor, SHORT, B="person")
    page.locator("[data-cell=g5]").click()
    expect(page.locator("#moves button")).to_have_count(1)
    page.locator(".links summary").click()
    watching = visitor.open(page.locator(".links a").last.get_attribute("href") or "")
    expect(page.locator("#onlookers")).to_have_text("Watching: 1")
    expect(watching.locator(".cell.legal")).to_have_count(0)
    expect(watching.locator(".links")).to_have_count(0)
    watching.close()
    expect(page.locator("#onlookers")).to_have_text("")
    other = visitor.open(f"{page.url.removeprefix(visitor.site).partition('#')[0]}#0")
    expect(other.locator("[data-cell=g5]")).to_have_attribute("aria-label", "g5: chip")
    other.locator("[value=now]").click()
    expect(other.locator("[data-cell=g5]")).to_have_attribute("aria-label", re.compile("eaten"))


def test_whoever_cannot_watch_is_told_why(chromium: Browser) -> None:
    with (
        served_thread(most_streams=1, most_streams_each=1) as address,
        visiting(chromium, address) as visitor,
    ):
        page = begin(visitor, SHORT, B="person")
        page.locator(".links summary").click()
        link = page.locator(".links a").last.get_attribute("href") or ""
        watching = visitor.open(link)
        expect(watching.locator("#onlookers")).to_have_text(re.compile("You are watching"))
        refused = visitor.open(link)
        expect(refused.locator("#refused")).to_have_text(
            "Too many people are watching already: try again in a minute."
        )
        watching.close()
        expect(refused.locator("#refused")).to_be_hidden()
        visitor.complaints[:] = [
            complaint for complaint in visitor.complaints if not _UNANSWERED.search(complaint)
        ]


@pytest.mark.parametrize("name", ["127.0.0.1", CLASS_NAME], ids=["here", "in a class"])
def test_the_link_to_a_half_move_is_for_watching(chromium: Browser, site: str, name: str) -> None:
    """The page shows that half-move, and allows no moves; its link is copied on any site."""
    with visiting(chromium, site.replace("127.0.0.1", name)) as visitor:
        page = begin(visitor, SHORT, B="person")
        for number, cell in enumerate(("g5", "f5"), start=1):
            page.locator(f"[data-cell={cell}]").click()
            expect(page.locator("#moves button")).to_have_count(number)
        page.keyboard.press(",")
        expect(page.locator("#moves [aria-current]")).to_have_text("g5")
        page.locator("#link").click()
        expect(page.locator("#onlookers")).to_have_text("The link is copied")
        page.locator("#link").evaluate(
            "() => document.body.append(Object.assign(document.createElement('textarea'),"
            " { id: 'pasted' }))"
        )
        page.locator("#pasted").focus()
        page.keyboard.press("Control+V")
        copied = page.locator("#pasted").input_value()
        assert copied.startswith(f"{visitor.site}/play/")
        assert copied.endswith("#1")
        assert copied.partition("#")[0] != page.url.partition("#")[0]
        other = visitor.open(copied.removeprefix(visitor.site))
        expect(other.locator("#moves [aria-current]")).to_have_text("g5")
        expect(other.locator("#onlookers")).to_have_text(re.compile("You are watching"))
        other.locator("[value=now]").click()
        expect(other.locator(".cell.legal")).to_have_count(0)

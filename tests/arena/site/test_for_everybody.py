"""What axe-core finds on the pages that keeps people out: on each, in both languages and widths."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.arena.conftest import EXAMPLE
from tests.arena.site.browsing import (
    CHROMIUM,
    PHONE,
    WIDE,
    Visitor,
    serious_faults,
    served,
    visiting,
)
from tests.formats.games.example_games import SHORT, STEPS
from tests.tournaments.filled_ledger import fill
from tests.tournaments.submission.submitting import CUP, another, unchecked
from tests.tournaments.submission.submitting import entry as submissions_to

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]
OTHER = {"light": "dark", "dark": "light"}
Size: TypeAlias = dict[str, int]
FORT = f"A 9 U\n0 9\n0 9\n----B\nbbbbb\nA----\n-----\n-a---\ngame {STEPS}\nrules classic\n"
CHIPS = f"A 1 U\n0 9\n0 9\nooo\nooo\ngame {SHORT}\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """With an event that was played, and one that takes bots."""
    folder = tmp_path_factory.mktemp("events")
    fill(folder / "spring", most=30)
    (folder / "cup.toml").write_text(f"{CUP}\n[ladder]\nmilestones = []\njobs = 1\n")
    for number, name in enumerate(("ivanov", "petrov")):
        unchecked(submissions_to(folder), name, another(number))
    (folder / "tokens.txt").write_text("ivanov right-token\n")
    (folder / "tokens.txt").chmod(0o600)
    with served(folder) as address:
        yield address


def boards(visitor: Visitor) -> Iterator[Page]:
    """A new game, and games of two people from positions."""
    yield visitor.open("/play")
    for text in (FORT, EXAMPLE, CHIPS):
        page = visitor.open("/play")
        page.locator("summary").click()
        for select in page.locator("select[name^=B-]").all():
            select.evaluate("select => select.value = 'person'")
        page.locator("textarea").fill(text)
        page.locator("button.main").click()
        page.locator(".cell.legal").last.click()
        expect(page.locator(".cell.pending, .cell.chosen, #moves li").first).to_be_visible()
        yield page


def sheets(visitor: Visitor) -> Iterator[Page]:
    """Validate, before and after."""
    page = visitor.open("/validate")
    yield page
    page.locator("#before").fill(EXAMPLE.replace("A 21 U", "A 21 B").replace("2.01", "2,01"))
    page.locator("#after").fill(EXAMPLE)
    page.locator("form.sheets .main").click()
    expect(page.locator(".diagnostics").first).to_be_visible()
    yield page


def events(visitor: Visitor) -> Iterator[Page]:
    """The list, an event, its report, and a game in it."""
    yield visitor.open("/events")
    page = visitor.open("/events/spring")
    expect(page.locator("table.standings").first).to_be_visible()
    yield page
    page = visitor.open("/events/spring/report")
    expect(page.locator("table.crosstable").first).to_be_visible()
    yield page
    page.locator("table.games [role=button], table.games button, table.games tbody a").first.click()
    expect(page.locator("#viewer")).to_be_visible()
    yield page


def documents(visitor: Visitor) -> Iterator[Page]:
    """The first page, the list of documents, and one of them."""
    yield visitor.open("/")
    yield visitor.open("/docs")
    page = visitor.open("/docs/rules#rule-10")
    expect(page.locator("#rule-10")).to_be_visible()
    yield page


def desks(visitor: Visitor) -> Iterator[Page]:
    """Submit: the form, what one has submitted, the ladder, and a refusal."""
    page = visitor.open("/submit")
    yield page
    page.locator("[name=name]").fill("ivanov")
    page.locator("[name=token]").fill("right-token")
    page.locator("form.entry-form .main").click()
    expect(page.locator("#versions")).to_be_visible()
    yield page
    page.goto(page.url.replace("/submit", "/ladder"))
    expect(page.locator("table.standings")).to_be_visible(timeout=30_000)
    yield page
    page.goto(page.url.replace("/ladder", "/submit/ladder"))
    expect(page.locator("table.own-games")).to_be_visible()
    yield page
    page.locator("table.own-games a").first.click()
    expect(page.locator("#viewer")).to_be_visible()
    yield page
    page = visitor.open("/nowhere")
    expect(page.locator(".refusal")).to_be_visible()
    yield page


MENU_IS_SEEN = """
[...document.querySelectorAll(".top nav a")].every((link) => {
  const { left, right } = link.getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
})
"""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nobody_is_kept_out(chromium: Browser, site: str, language: str) -> None:
    found, seen = [], 0
    with visiting(chromium, site) as visitor:
        visitor.open(f"/play?lang={language}").close()
        for page in chain.from_iterable(
            way(visitor) for way in (boards, sheets, events, desks, documents)
        ):
            page.bring_to_front()
            assert page.locator("html").get_attribute("lang") == language
            for size, colours in ((WIDE, "light"), (PHONE, "dark")):
                show(page, size, colours if language == "en" else OTHER[colours])
                found += [f"{page.url}: {fault}" for fault in serious_faults(page)]
            show(page, WIDE, "light")
            seen += 1
    assert found == []
    assert seen == 19


def show(page: Page, size: Size, colours: str) -> None:
    """On a desk or a telephone, in the light or in the dark; nothing sticks out, no link is cut."""
    page.set_viewport_size(size)  # type: ignore[arg-type]  # a size
    page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]  # one of two
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert page.evaluate(MENU_IS_SEEN), page.url

"""Barriers that axe-core finds on the pages: on each, in both languages and widths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.routing import Route

from arena.site.application import application
from arena.site.settings import Settings
from tests.arena.site.browsing import (
    CHROMIUM,
    PHONE,
    WIDE,
    serious_faults,
    served_thread,
    visiting,
)
from tests.arena.site.climbed import climbed
from tests.arena.site.every_page import every_page, write_tokens
from tests.arena.site.layout import MOST_SHIFT, WIDTHS, layout_faults, shift_of
from tests.tournaments.filled_ledger import Habits, fill
from tests.tournaments.submission.submitting import (
    CUP,
    good_program,
    submissions_in,
    submit_unchecked,
)

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]
ANSWERS_TO_FORMS = {"validated", "submit-refused"}
"""Pages that cannot be opened by an address."""
SETTLING = 150
"""Milliseconds in which the scripts of a new page have made their changes."""
OTHER = {"light": "dark", "dark": "light"}
RIGHT_TO_LEFT = "محمد بن عبد الله"
LONGEST = "Abcdefghijklmnopqrstuvwxyzabcdefghijklmn"
"""A name as long as names may be, without a place where a line could end."""
Size: TypeAlias = dict[str, int]
NO_PAGES = {
    "/static",
    "/boards.js",
    "/look.css",
    "/without-colours.css",
    "/ladder/tables",
    "/ladder/top",
    "/play/{name}/at",
    "/play/{name}/game.txt",
    "/play/{name}/live",
    "/play/{name}/matrix.txt",
    "/submit/check",
    "/submit/versions/state",
    "/submit/versions/games",  # the ladder's viewer, with other games
    "/events/{name}/stream",
}
"""Routes to parts of pages, or to files."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with an event that is over, one that has begun, and one that takes bots."""
    folder = tmp_path_factory.mktemp("events")
    habits = Habits(names={"ivanov": RIGHT_TO_LEFT, "kozlov": LONGEST, "nim": RIGHT_TO_LEFT})
    fill(folder / "autumn", most=30, habits=habits)
    fill(folder / "spring", habits=habits)
    (folder / "cup.toml").write_text(f"{CUP}\n[ladder]\nmilestones = []\njobs = 1\n")
    for number, name in enumerate(("ivanov", RIGHT_TO_LEFT, LONGEST)):
        submit_unchecked(submissions_in(folder), name, good_program(number))
    climbed(folder / "cup.toml", 6)
    write_tokens(folder)
    with served_thread(folder) as address:
        yield address


MENU_IS_SEEN = """
[...document.querySelectorAll(".top nav a")].every((link) => {
  const { left, right } = link.getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
})
"""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nobody_is_kept_out(chromium: Browser, site: str, language: str) -> None:
    faults, visited = [], set()
    with visiting(chromium, site) as visitor:
        visitor.open(f"/play?lang={language}").close()
        for _, page in every_page(visitor):
            page.bring_to_front()
            assert page.locator("html").get_attribute("lang") == language
            for size, colours in ((WIDE, "light"), (PHONE, "dark")):
                show(page, size, colours if language == "en" else OTHER[colours])
                faults += [f"{page.url}: {fault}" for fault in serious_faults(page)]
            faults += [f"{page.url}: {fault}" for fault in faults_of_layout(page)]
            show(page, WIDE, "light")
            visited.add(urlsplit(page.url).path)
    assert faults == []
    assert {
        route.path for route in pages() if not any(map(route.path_regex.match, visited))
    } == set()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_header_is_one_line_on_every_desk(chromium: Browser, site: str, language: str) -> None:
    with visiting(chromium, site) as visitor:
        page = visitor.open(f"/play?lang={language}")
        heights = set()
        for width in (1000, 1100, 1200, 1300, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            heights.add(page.locator(".top").evaluate("header => header.offsetHeight"))
    assert len(heights) == 1


def faults_of_layout(page: Page) -> Iterator[str]:
    """Yield the faults of the page's layout at each width."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        yield from layout_faults(page)


def test_pages_do_not_shift_while_they_come(chromium: Browser, site: str) -> None:
    shifts = []
    with visiting(chromium, site) as visitor:
        for name, page in every_page(visitor):
            if name in ANSWERS_TO_FORMS:
                continue
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                page.reload()
                page.wait_for_timeout(SETTLING)
                if (shift := shift_of(page)) > MOST_SHIFT:
                    shifts.append(f"{page.url}: {width} px: a shift of {shift:.3f}")
    assert shifts == []


@pytest.mark.parametrize("width", WIDTHS)
def test_texts_over_each_other_are_found(chromium: Browser, site: str, width: int) -> None:
    with visiting(chromium, site) as visitor:
        page = visitor.open("/events")
        page.set_viewport_size({"width": width, "height": 900})
        assert layout_faults(page) == []
        page.evaluate("document.querySelector('h1').style.marginBottom = '-2em'")
        assert "overlap" in layout_faults(page)[0]


def test_elements_that_stick_out_or_shift_are_detected(chromium: Browser, site: str) -> None:
    with visiting(chromium, site) as visitor:
        page = visitor.open("/events")
        assert shift_of(page) < MOST_SHIFT
        page.evaluate("document.querySelector('h1').style.width = '3000px'")
        assert "too wide" in layout_faults(page)[0]
        page.goto(f"{visitor.site}/events/spring")
        expect(page.locator("table.standings").first).to_be_visible()
        assert layout_faults(page) == []
        for change, words in (
            ("'.standings th').style.minWidth = '2000px'", "are seen"),
            ("'tbody th.name').style.minWidth = '700px'", "takes"),
            ("'h1').textContent = '\u0627 1-0'", "wrong way"),
        ):
            assert is_detected(page, f"document.querySelector({change}", words)
        page.goto(f"{visitor.site}/events")
        shift_of(page)  # when it has been drawn
        page.evaluate("document.querySelector('h1').style.marginTop = '400px'")
        for _ in range(500):  # a busy machine draws late
            if shift_of(page) > MOST_SHIFT:
                break
            page.wait_for_timeout(20)
        else:
            pytest.fail("the shift was not measured")


def is_detected(page: Page, change: str, words: str) -> bool:
    """Return whether a fault with these words is found after the change of the page.

    The change is made several times: the stream of the event may draw the page anew.
    """
    for _ in range(10):
        page.evaluate(change)
        if any(words in fault for fault in layout_faults(page)):
            return True
    return False


def pages() -> Iterator[Route]:
    """Yield the pages that people see."""
    for route in application(Settings()).routes:
        is_read = isinstance(route, Route) and "GET" in (route.methods or ())
        if not isinstance(route, Route) or not is_read or route.path in NO_PAGES:
            continue
        if not route.path.startswith("/api/"):  # data for programs
            yield route


def show(page: Page, size: Size, colours: str) -> None:
    """Show the page at a desk or on a telephone, light or dark; assert that nothing sticks out."""
    page.set_viewport_size(size)  # type: ignore[arg-type]  # a size
    page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]  # one of two
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert page.evaluate(MENU_IS_SEEN), page.url

"""What axe-core finds on the pages that keeps people out: on each, in both languages and widths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page
from starlette.routing import Route

from arena.site.application import application
from arena.site.settings import Settings
from tests.arena.site.browsing import (
    CHROMIUM,
    PHONE,
    WIDE,
    serious_faults,
    served,
    visiting,
)
from tests.arena.site.climbed import climbed
from tests.arena.site.every_page import TOKENS, every_page
from tests.tournaments.filled_ledger import fill
from tests.tournaments.submission.submitting import CUP, another, unchecked
from tests.tournaments.submission.submitting import entry as submissions_to

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]
OTHER = {"light": "dark", "dark": "light"}
Size: TypeAlias = dict[str, int]
NO_PAGES = {
    "/static",
    "/boards.js",
    "/look.css",
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
"""What a page is made of, or a file."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """With an event that is over, one that has begun, and one that takes bots."""
    folder = tmp_path_factory.mktemp("events")
    fill(folder / "autumn", most=30)
    fill(folder / "spring")
    (folder / "cup.toml").write_text(f"{CUP}\n[ladder]\nmilestones = []\njobs = 1\n")
    for number, name in enumerate(("ivanov", "petrov")):
        unchecked(submissions_to(folder), name, another(number))
    climbed(folder / "cup.toml", 4)
    (folder / "tokens.txt").write_text(TOKENS)
    (folder / "tokens.txt").chmod(0o600)
    with served(folder) as address:
        yield address


MENU_IS_SEEN = """
[...document.querySelectorAll(".top nav a")].every((link) => {
  const { left, right } = link.getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
})
"""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nobody_is_kept_out(chromium: Browser, site: str, language: str) -> None:
    found, seen = [], set()
    with visiting(chromium, site) as visitor:
        visitor.open(f"/play?lang={language}").close()
        for _, page in every_page(visitor):
            page.bring_to_front()
            assert page.locator("html").get_attribute("lang") == language
            for size, colours in ((WIDE, "light"), (PHONE, "dark")):
                show(page, size, colours if language == "en" else OTHER[colours])
                found += [f"{page.url}: {fault}" for fault in serious_faults(page)]
            show(page, WIDE, "light")
            seen.add(urlsplit(page.url).path)
    assert found == []
    assert {route.path for route in pages() if not any(map(route.path_regex.match, seen))} == set()


def pages() -> Iterator[Route]:
    """Those that people see."""
    for route in application(Settings()).routes:
        is_read = isinstance(route, Route) and "GET" in (route.methods or ())
        if isinstance(route, Route) and is_read and route.path not in NO_PAGES:
            yield route


def show(page: Page, size: Size, colours: str) -> None:
    """On a desk or a telephone, in the light or in the dark; nothing sticks out, no link is cut."""
    page.set_viewport_size(size)  # type: ignore[arg-type]  # a size
    page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]  # one of two
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert page.evaluate(MENU_IS_SEEN), page.url

"""Pages in windows and with names of every size, and in few colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from formats.text import LANGUAGES
from tests.arena.site.browsing import CHROMIUM, Visitor, begin, picture, served_thread
from tests.arena.site.layout import WIDTHS, layout_faults
from tests.arena.site.test_watch_in_browser import open_event
from tests.formats.games.example_games import DEFAULT, STEPS
from tests.tournaments.events import running, slow_event

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]


def size(page: Page, selector: str) -> tuple[float, float]:
    """Return width and height of the element."""
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["width"], box["height"]


@pytest.mark.parametrize("width", [740, 1200], ids=["a telephone held across", "a low window"])
def test_a_board_is_neither_higher_than_the_window_nor_tiny(visitor: Visitor, width: int) -> None:
    page = begin(visitor, DEFAULT, B="person")
    page.set_viewport_size({"width": width, "height": 360})
    assert size(page, "#board")[1] <= 360
    picture(page, f"low-{width}")
    assert min(size(page, "#board .cell")) >= 24


@pytest.mark.parametrize("width", WIDTHS)
def test_cells_of_a_large_board_can_be_hit(visitor: Visitor, width: int) -> None:
    page = begin(visitor, STEPS, B="person", columns="16", rows="16")
    page.set_viewport_size({"width": width, "height": 640})
    assert min(size(page, "#board .cell")) >= 24
    assert layout_faults(page) == []
    page.locator("[data-cell=p16]").click()
    picture(page, f"large-{width}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_description_of_a_cell_and_a_refusal_cover_nothing(
    visitor: Visitor, width: int, language: str
) -> None:
    page = begin(visitor, STEPS, clock="180", B="person")
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{page.url}?lang={language}")
    place = "document.querySelector('.side.block').offsetTop"
    place_before = page.evaluate(place)
    page.locator(".cell.legal").first.click()
    page.locator(".cell.pending").hover()
    expect(page.locator("#about")).to_have_text(re.compile(r"^a1: "))
    assert layout_faults(page) == []
    page.locator(".cell:not(.legal)").first.click()
    expect(page.locator("#refused")).to_be_visible()
    assert layout_faults(page) == []
    assert page.evaluate(place) == place_before, "nothing moves"


def test_a_high_contrast_theme_leaves_the_board_its_marks(visitor: Visitor) -> None:
    page = begin(visitor, DEFAULT, B="person")
    colours = """(selector) => [...document.querySelectorAll(selector)].map(
        (cell) => getComputedStyle(cell, "::after").backgroundColor)"""
    page.locator("[data-cell=d1]").click()
    expect(page.locator(".cell.legal")).to_have_count(3)
    usual = page.evaluate(colours, ".cell.legal")
    page.emulate_media(forced_colors="active")
    assert page.evaluate(colours, ".cell.legal") == usual


def test_a_long_name_beside_a_live_board_is_no_column(chromium: Browser, tmp_path: Path) -> None:
    event = slow_event(tmp_path, wait=0.3)
    text = event.read_text(encoding="utf-8")
    for name in ("ivanov", "petrov", "sidorov"):
        text = text.replace(name, f"{STEPS}-{name}-final-2")
    event.write_text(text, encoding="utf-8")
    page = chromium.new_page(viewport={"width": 1200, "height": 900})
    with served_thread(tmp_path) as address, running("run", str(event), "--jobs", "1"):
        open_event(page, f"{address}/events")
        expect(page.locator(".board-card").first).to_be_visible()
        for side in ("a", "b"):
            width, height = size(page, f".board-card .seat.{side} b")
            assert width > 4 * height
        picture(page, "long-names")
        page.goto("about:blank")
    page.close()

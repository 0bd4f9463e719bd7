"""The report in a real browser: opened from the disk with no network, and used as people use it.

The browser is Debian's chromium; where it or Playwright is not there, these tests are skipped.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright, which drives the browser, is absent")

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    expect,
    sync_playwright,
)

from arena.report.page import page as report
from formats.text import LANGUAGES, Language
from tests.arena.report.test_report import HOSTILE
from tests.formats.games.example_games import SHORT
from tests.tournaments.conftest import read_tournament
from tests.tournaments.filled_ledger import Habits, fill
from tournaments.ledger import open_ledger
from tournaments.run import result_tables
from tournaments.run.tournament import Tournament, tournament_from_ledger

CHROMIUM = shutil.which("chromium")
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, without its own sandbox, which root cannot have; it opens only our pages."""
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield running
        running.close()


@pytest.fixture(scope="module")
def path(tournament: Tournament, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the event on the disk."""
    return written(tournament, tmp_path_factory.mktemp("report"))


def written(tournament: Tournament, folder: Path, language: Language = "en") -> Path:
    """Write a report into a file."""
    path = folder / "report.html"
    path.write_text(report(tournament, language), encoding="utf-8")
    return path


class Reader:
    """A reader of reports, whose network is cut off and whose console is watched."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.asked: list[str] = []
        self.complaints: list[str] = []
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("console", lambda message: self.complaints.append(message.text))
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def open(self, path: Path, place: str = "") -> Page:
        """Open a page of its own."""
        page = self.context.new_page()
        page.goto(path.as_uri() + place)
        if place:
            expect(page.locator("#viewer .board svg")).to_be_visible()
        return page

    def check(self) -> None:
        """Assert that nothing was loaded from a network, and nothing failed."""
        assert self.complaints == []
        assert self.asked
        assert [url for url in self.asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.fixture
def reader(browser: Browser) -> Iterator[Reader]:
    """A reader at a desk."""
    context = browser.new_context(viewport=WIDE, offline=True)  # type: ignore[arg-type]  # a size
    report_reader = Reader(context)
    yield report_reader
    report_reader.check()
    context.close()


@pytest.fixture
def on_phone(browser: Browser) -> Iterator[Reader]:
    """A reader with a telephone."""
    context = browser.new_context(
        viewport=PHONE,  # type: ignore[arg-type]  # a size
        offline=True,
        is_mobile=True,
        has_touch=True,
    )
    report_reader = Reader(context)
    yield report_reader
    report_reader.check()
    context.close()


def shown_sentence(page: Page) -> str:
    """Return the viewer's sentence on the half-move that it shows."""
    return page.locator("#viewer .said").inner_text()


def rows(page: Page) -> list[str]:
    """Return the board as text."""
    return (page.locator("#viewer .text pre").text_content() or "").split("\n")


def test_a_game_is_stepped_through_by_keys(
    reader: Reader, path: Path, tournament: Tournament
) -> None:
    page = reader.open(path)
    page.locator("#game-1-1 a").click()
    expect(page.locator("#viewer")).to_be_visible()
    page.keyboard.press("Home")
    assert shown_sentence(page) == "The start."
    start = tournament.sections[0].starts[0].position.board
    assert rows(page) == list(start.rows)
    squares = page.locator("#viewer rect.square")
    expect(squares.nth(start.width * (start.height - 1))).to_have_class("square dark")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown_sentence(page).startswith("2. ")
    page.keyboard.press("ArrowLeft")
    assert shown_sentence(page).startswith("1. ")
    assert "red" in shown_sentence(page)
    assert rows(page) != list(start.rows)
    page.keyboard.press("End")
    entry = next(iter(tournament.sections[0].entries.values()))
    assert shown_sentence(page).startswith(f"{entry.half_moves}. ")
    page.keyboard.press("n")
    expect(page.locator("#viewer-title")).to_have_text("Game 2")
    page.keyboard.press("p")
    expect(page.locator("#viewer-title")).to_have_text("Game 1")
    page.keyboard.press("Escape")
    expect(page.locator("#viewer")).not_to_be_visible()
    expect(page.locator("#game-1-1 a")).to_be_focused()


def test_a_game_is_stepped_through_by_mouse(reader: Reader, path: Path) -> None:
    page = reader.open(path, "#game-1-1")
    viewer = page.locator("#viewer")
    viewer.locator("[value=first]").click()
    viewer.locator("[value=forward]").click()
    assert shown_sentence(page).startswith("1. ")
    viewer.locator(".moves button").nth(4).click()
    assert shown_sentence(page).startswith("5. ")
    expect(viewer.locator(".moves [aria-current]")).to_have_count(1)
    viewer.locator(".bar").nth(2).click()
    assert shown_sentence(page).startswith("3. ")
    viewer.locator("input").fill("7")
    assert shown_sentence(page).startswith("7. ")
    viewer.locator("[value=back]").click()
    viewer.locator("[value=last]").click()
    viewer.locator("[value=close]").click()
    expect(viewer).not_to_be_visible()


def test_a_game_plays_by_itself(reader: Reader, path: Path) -> None:
    page = reader.open(path, "#game-1-1")
    page.locator("#viewer [value=play]").click()
    expect(page.locator("#viewer .said")).to_contain_text("1. ")
    expect(page.locator("#viewer .said")).to_have_attribute("aria-live", "off")
    page.locator("#viewer [value=play]").click()
    expect(page.locator("#viewer .said")).to_have_attribute("aria-live", "polite")


def test_clocks_run_down_as_in_the_record(
    reader: Reader, path: Path, tournament: Tournament
) -> None:
    page = reader.open(path, "#game-1-1")
    entry = next(iter(tournament.sections[0].entries.values()))
    for side, used in zip("ab", entry.seconds, strict=True):
        clock = page.locator(f"#viewer .player.{side} .clock").inner_text()
        assert abs(float(clock.removesuffix(" s")) - float(30 - used)) < 0.0011
    page.keyboard.press("Home")
    assert page.locator("#viewer .player.a .clock").inner_text() == "30.000 s"


def test_a_cell_of_the_crosstable_leads_to_its_games(reader: Reader, path: Path) -> None:
    page = reader.open(path)
    cell = page.locator("#crosstable-1 .crosstable td a").first
    label = cell.get_attribute("aria-label") or ""
    first, second = label.split(":")[0].split(" - ")
    cell.click()
    expect(page.locator("#viewer .pair a")).to_have_count(4)
    names = page.locator("#viewer .player .who").all_inner_texts()
    assert sorted(names) == sorted([first, second])
    page.locator("#viewer .pair a").nth(2).click()
    expect(page.locator("#viewer .pair a").nth(2)).to_have_attribute("aria-current", "true")
    page.go_back()
    expect(page.locator("#viewer .pair a").first).to_have_attribute("aria-current", "true")


def test_back_and_forward_lead_out_of_a_game_and_into_it(reader: Reader, path: Path) -> None:
    page = reader.open(path)
    page.locator("#game-1-2 a").click()
    expect(page.locator("#viewer-title")).to_have_text("Game 2")
    page.go_back()
    expect(page.locator("#viewer")).not_to_be_visible()
    page.go_forward()
    expect(page.locator("#viewer")).to_be_visible(timeout=5_000)
    expect(page.locator("#viewer-title")).to_have_text("Game 2")


def test_the_letters_are_keys_in_any_layout(reader: Reader, path: Path) -> None:
    page = reader.open(path, "#game-1-1")
    for key, number in (("N", 2), ("P", 1), ("т", 2), ("Т", 3), ("з", 2)):
        page.locator("#viewer .board").dispatch_event("keydown", {"key": key})
        assert page.locator("#viewer-title").inner_text() == f"Game {number}"


def test_filters_leave_the_games_that_are_asked_for(
    reader: Reader, path: Path, tournament: Tournament
) -> None:
    page = reader.open(path)
    games = page.locator("#games-1 tbody tr:visible")
    form = page.locator("#games-1 form")
    expect(games).to_have_count(24)
    form.locator("[name=entrant]").select_option("kozlov")
    expect(games).to_have_count(12)
    form.locator("[name=opponent]").select_option("ivanov")
    expect(games).to_have_count(4)
    expect(form.locator("output")).to_have_text("games shown: 4 of 24")
    form.locator("[name=entrant]").select_option("")
    form.locator("[name=opponent]").select_option("")
    form.locator("[name=ending]").select_option("disqualified")
    entries = tournament.sections[0].entries.values()
    expect(games).to_have_count(sum(entry.result.disqualified for entry in entries))


def test_a_disqualification_has_its_sentence_and_its_file(
    reader: Reader, path: Path, tournament: Tournament
) -> None:
    entries = tournament.sections[0].entries.values()
    entry = next(entry for entry in entries if entry.evidence)
    page = reader.open(path, f"#game-1-{entry.number}")
    viewer = page.locator("#viewer")
    expect(viewer.locator(".verdict")).to_contain_text("kozlov lost by an offence")
    expect(viewer.locator(".verdict")).to_contain_text(entry.sentence.en)
    expect(viewer.locator(".evidence pre")).to_contain_text("\\xff<b>boo")


def test_a_rule_leads_to_its_page_on_a_site_and_is_text_in_a_file(
    reader: Reader, path: Path, tournament: Tournament, tmp_path: Path
) -> None:
    entries = tournament.sections[0].entries.values()
    ruled = next(entry for entry in entries if "(rule 10)" in entry.sentence.en)
    place = f"#game-1-{ruled.number}"
    verdict = reader.open(path, place).locator("#viewer .verdict")
    expect(verdict).to_contain_text(ruled.sentence.en)
    expect(verdict.locator("a")).to_have_count(0)
    on_site = tmp_path / "on-site.html"
    on_site.write_text(report(tournament, "en", "/events/spring", "spring"), encoding="utf-8")
    page = reader.open(on_site, place)
    verdict = page.locator("#viewer .verdict")
    expect(verdict).to_contain_text(ruled.sentence.en)
    expect(verdict.locator("a")).to_have_attribute("href", "/docs/rules#rule-10")
    page.locator(".languages [lang=ru]").click()
    expect(verdict.locator("a")).to_have_text("правило 10")


def test_printed_words_are_shown_with_their_half_move(reader: Reader, path: Path) -> None:
    page = reader.open(path, "#game-1-1")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    here = page.locator("#viewer .printed li.here")
    expect(here).to_contain_text("depth 7, score +12")
    expect(here).to_contain_text("1. ivanov")


def test_times_of_a_game_have_the_decimal_sign_of_the_language(reader: Reader, path: Path) -> None:
    page = reader.open(path, "#game-1-1")
    details = page.locator("#viewer .about dl")
    decimals = re.compile(r"\d\.\d{3}")
    assert decimals.search(details.inner_text())
    page.locator(".languages [lang=ru]").evaluate("button => button.click()")
    expect(details).to_contain_text("израсходовано")
    assert not decimals.search(page.locator("#viewer").inner_text())


def test_the_language_is_changed_within_the_page(reader: Reader, path: Path) -> None:
    page = reader.open(path, "#game-1-1")
    page.keyboard.press("Home")
    page.get_by_role("button", name="Русский").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.locator("#standings-1 h3")).to_have_text("Таблица", use_inner_text=True)
    expect(page.locator("#viewer-title")).to_have_text("Партия 1")
    assert shown_sentence(page) == "Начало."
    expect(page.locator("#games-1 form option").first).to_have_text("любой")
    expect(page.locator("#viewer [value=close]")).to_have_attribute("aria-label", "Закрыть (Esc)")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#standings-1 h3")).to_have_text("Standings", use_inner_text=True)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_each_game_has_its_own_board(
    reader: Reader, path: Path, tournament: Tournament, number: int
) -> None:
    page = reader.open(path, f"#game-{number}-1")
    board = tournament.sections[number - 1].starts[0].position.board
    svg = page.locator("#viewer .board svg")
    expect(svg.locator(".square")).to_have_count(board.width * board.height)
    expect(svg.locator("use")).to_have_count(board.width * board.height)
    expect(svg.locator(".square.by-a, .square.by-b")).not_to_have_count(0)


def test_a_phone_shows_a_game_above_the_tables(on_phone: Reader, path: Path) -> None:
    page = on_phone.open(path)
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    page.locator("#game-1-1").tap()
    viewer = page.locator("#viewer")
    expect(viewer).to_be_visible()
    box = viewer.bounding_box()
    assert box is not None
    assert box["width"] == PHONE["width"]
    for name in ("first", "back", "play", "forward", "last"):
        button = viewer.locator(f"[value={name}]").bounding_box()
        assert button is not None
        assert min(button["width"], button["height"]) >= 40
        assert button["y"] + button["height"] < PHONE["height"], "the controls are in sight"
    viewer.locator("[value=first]").tap()
    assert shown_sentence(page) == "The start."
    assert page.evaluate(fits)
    assert len(page.screenshot()) > 10_000


def test_the_report_is_printed_whole(reader: Reader, path: Path, tournament: Tournament) -> None:
    page = reader.open(path)
    page.emulate_media(media="print")
    expect(page.locator("nav.parts")).not_to_be_visible()
    expect(page.locator("#games-1 form")).not_to_be_visible()
    clipped = """[...document.querySelectorAll(".scroll")].filter(
        (one) => one.clientHeight < one.scrollHeight - 1).length"""
    assert page.evaluate(clipped) == 0
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") >= len(tournament.sections)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_heading_stays_within_its_column(
    reader: Reader, tmp_path: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table has every tie-break; its columns are the most."""
    monkeypatch.setattr(result_tables, "_has_decided", lambda *_: True)
    with open_ledger(fill(tmp_path, most=0)) as ledger:
        event = tournament_from_ledger(ledger)
    page = reader.open(written(event, tmp_path, language))
    wide = """[...document.querySelectorAll(".standings thead th")].filter(
        (one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"""
    assert page.evaluate(wide) == []


def test_a_screen_of_1280_shows_all_columns(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table has every tie-break and the longest names."""
    monkeypatch.setattr(result_tables, "_has_decided", lambda *_: True)
    names = {"kozlov": "Константинопольский-Преображенский Алекс", "ivanov": "Maximiliana " * 3}
    with open_ledger(fill(tmp_path / "event", habits=Habits(names=names))) as ledger:
        tournament = tournament_from_ledger(ledger)
    for language in LANGUAGES:
        path = written(tournament, tmp_path, language)
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.goto(path.as_uri())
        for table in page.locator("table.standings").all():
            assert table.evaluate("t => t.scrollWidth - t.parentElement.clientWidth") <= 0
            assert table.locator("th.minor").count() >= 5
            for heading in table.locator("th.minor").all():
                expect(heading).to_be_visible()
        context.close()


def test_without_script_the_tables_are_there(browser: Browser, path: Path) -> None:
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(path.as_uri())
    expect(page.locator("#standings-1 tbody tr")).to_have_count(4)
    expect(page.locator("noscript").first).to_be_visible()
    context.close()


def test_text_of_bots_runs_no_script(reader: Reader, tmp_path: Path) -> None:
    habits = Habits(
        prints={HOSTILE: HOSTILE},
        cheats=frozenset({"kozlov"}),
        evidence=HOSTILE.encode(),
        names={"ivanov": HOSTILE},
        machine=HOSTILE,
        offence_chance=0.1,
    )
    tournament = read_tournament(fill(tmp_path, habits=habits))
    page = reader.open(written(tournament, tmp_path))
    page.on("dialog", lambda _: pytest.fail("a bot's words were run"))
    for entry in tournament.sections[0].entries.values():
        page.evaluate(f"location.hash = '#game-1-{entry.number}'")
        expect(page.locator("#viewer-title")).to_have_text(f"Game {entry.number}")
        assert page.locator("#viewer img, #viewer script").count() == 0
    expect(page.get_by_role("rowheader", name=HOSTILE).first).to_be_visible()


def test_a_long_name_covers_nothing(reader: Reader, tmp_path: Path) -> None:
    habits = Habits(names={"ivanov": "W" * 40})
    page = reader.open(
        written(read_tournament(fill(tmp_path, habits=habits)), tmp_path), "#game-1-1"
    )
    over = """(selector) => [...document.querySelectorAll(selector)].filter(
        (one) => one.scrollWidth > one.clientWidth + 1).length"""
    assert page.evaluate(over, ".crosstable tbody th") == 0
    assert page.evaluate(over, ".pair a") == 0
    other = page.locator("#crosstable-1 tbody th").filter(has_text="kozlov").bounding_box()
    assert other
    assert other["height"] < 50, "a short name stays in one line"


def test_everything_to_press_has_a_name(reader: Reader, path: Path) -> None:
    page = reader.open(path, "#game-1-1")
    unnamed = """[...document.querySelectorAll("button, a, select, input")].filter((one) =>
        !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length)
    ).map((one) => one.outerHTML)"""
    assert page.evaluate(unnamed) == []
    repeated = """(() => {
        const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
        return ids.filter((id, place) => ids.indexOf(id) !== place);
    })()"""
    assert page.evaluate(repeated) == []


NINE = ", ".join(f'{{ name = "bot{n}", bot = "{SHORT}-random" }}' for n in range(9))
LONG_EVENT = f"""\
title = "Long"
game = "{SHORT}"
cycles = 7
entrants = [{NINE}]
"""


def test_a_long_list_of_games_is_scrolled_to_its_end_and_filtered(
    reader: Reader, tmp_path: Path
) -> None:
    """The list is laid out in parts, when they come into view."""
    folder = fill(tmp_path / "long", LONG_EVENT, habits=Habits(frozenset(), frozenset(), {}))
    tournament = read_tournament(folder)
    page = reader.open(written(tournament, tmp_path))
    games = len(tournament.sections[0].entries)
    assert games > 400
    place, row = page.locator(".list"), page.locator(f"#game-1-{games}")
    laid_out = "row => row.checkVisibility({ contentVisibilityAuto: true })"
    place.scroll_into_view_if_needed()
    expect(page.locator("#game-1-1")).to_be_in_viewport()
    assert not row.evaluate(laid_out)
    place.evaluate("place => place.scrollTop = place.scrollHeight")
    expect(row).to_be_in_viewport()
    cells = "row => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left))"
    assert row.evaluate(cells) == page.locator(".games.long thead tr").evaluate(cells)
    page.locator("select[name=entrant]").select_option("bot1")
    page.locator("select[name=opponent]").select_option("bot2")
    expect(page.locator("table.games tbody tr:visible")).to_have_count(14)
    assert place.evaluate("place => place.scrollHeight") < 1000

"""Games that a student's bot has lost on the ladder, with its faults: for its author alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from arena.site.ladder.ladder_view import folder_of
from tests.arena.report_data import games_of_section
from tests.arena.site.asking import browser_at, write_token_file
from tests.arena.site.browsing import CHROMIUM, picture, served_thread, visiting
from tests.arena.site.test_ladder import LADDER, play
from tests.tournaments.submission.submitting import BOT, GOOD, submissions_in, submit_unchecked
from tournaments.run.setup import hold_folder

pytestmark = pytest.mark.xdist_group("run")

UPSIDE_DOWN = BOT.replace("lines[n] >", "lines[(n < 4 || 6 < n) ? n : 10 - n] >").replace(
    "BEGIN {", 'BEGIN {\n    print "petrov looks at the top"', 1
)
CRASHES = '#!/bin/sh\necho "Error: smirnov divides by zero"\nexit 1\n'
TOKENS = {"ivanov": "right-token", "petrov": "other-token", "smirnov": "third-token"}
UPSIDE = {"en": "the board is upside down", "ru": "доска перевёрнута"}
WORDS = ("petrov looks at", "smirnov divides")


@pytest.fixture(scope="module", name="folder")
def make_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Make a finished ladder of a good bot and two bad ones that passed a weaker check."""
    folder = tmp_path_factory.mktemp("losses")
    (folder / "cup.toml").write_text(LADDER)
    write_token_file(folder, TOKENS)
    for name, program in zip(TOKENS, (GOOD, UPSIDE_DOWN.encode(), CRASHES.encode()), strict=True):
        submit_unchecked(submissions_in(folder), name, program)
    play(folder)
    with hold_folder(folder_of(folder / "cup.toml")):
        yield folder


@pytest.fixture(name="browser")
def open_browser(folder: Path) -> Iterator[TestClient]:
    with browser_at(folder) as client:
        yield client


def page_of(browser: TestClient, name: str) -> str:
    browser.post("/submit", data={"name": name, "token": TOKENS[name]})
    return browser.get("/submit/ladder/cup").text


def games_in(page: str) -> list[Mapping[str, Any]]:
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    (section,) = data["sections"]
    return list(games_of_section(section))


def game_upside_down(browser: TestClient) -> Mapping[str, Any]:
    """Return a game that petrov lost by a board upside down.

    The first move of a game does not show it: the full board is the same upside down.
    """
    games = games_in(page_of(browser, "petrov"))
    causes = [(game, game.get("loss", {}).get("cause")) for game in games]
    return next(game for game, cause in causes if cause and UPSIDE["en"] in cause["text"][0])


def test_the_author_is_told_which_mistake_lost_the_game(browser: TestClient) -> None:
    games = games_in(page_of(browser, "petrov"))
    upside = game_upside_down(browser)["loss"]
    assert upside["cause"]["text"][0].startswith(UPSIDE["en"] + ": otherwise the move would be")
    assert upside["cause"]["hint"][1].startswith("первая строка доски")
    assert upside["before"].startswith(("A ", "B "))
    before, after = upside["boards"]
    assert before != after
    assert upside["faults"][0]["line"] > 0
    with_loss = [game for game in games if "loss" in game]
    assert all("evidence" in game and "printed" in game for game in with_loss)


def test_the_last_output_of_a_crashed_bot_is_shown(browser: TestClient) -> None:
    losses = [game["loss"] for game in games_in(page_of(browser, "smirnov")) if "loss" in game]
    assert losses
    assert all("Error: smirnov divides by zero" in loss["cause"]["text"][0] for loss in losses)


def test_the_other_is_told_nothing_of_it(browser: TestClient) -> None:
    page = page_of(browser, "ivanov")
    games = games_in(page)
    assert games
    assert not any("loss" in game or "evidence" in game for game in games)
    for word in WORDS:
        assert word not in page
    assert WORDS[1] not in page_of(browser, "petrov")
    assert WORDS[0] not in page_of(browser, "smirnov")


def test_the_list_leads_to_the_games_that_were_lost_by_a_fault(browser: TestClient) -> None:
    games = games_in(page_of(browser, "petrov"))
    text = browser.get("/submit/ladder").text.partition("Lost by a fault of the bot")[2]
    listed = re.findall(r"#game-1-(\d+)", text.partition("</p>")[0])
    assert listed == [str(game["number"]) for game in games if "loss" in game]


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium")
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_loss_is_stepped_through(
    chromium: Browser, browser: TestClient, folder: Path, language: str
) -> None:
    number = game_upside_down(browser)["number"]
    for phone in (False, True):
        with served_thread(folder) as address, visiting(chromium, address, phone=phone) as visitor:
            page = visitor.open(f"/submit?lang={language}")
            page.locator("[name=name]").fill("petrov")
            page.locator("[name=token]").fill(TOKENS["petrov"])
            page.locator("form.entry-form .main").click()
            expect(page.locator("#versions")).to_be_visible()
            page.goto(address + "/submit/ladder")
            page.locator(f"p a[href$='#game-1-{number}']").click()
            look_at_loss(page, language, "phone" if phone else "desk")
            page.goto("about:blank")


def look_at_loss(page: Page, language: str, where: str) -> None:
    loss = page.locator("#viewer .loss")
    expect(loss).to_be_visible()
    expect(loss.locator(".cause b")).to_contain_text(UPSIDE[language])
    expect(loss.locator(".boards svg")).to_have_count(2)
    expect(loss.locator(".files pre").first).to_be_visible()
    expect(page.locator("#viewer .printed pre").last).to_contain_text("petrov looks at")
    expect(loss.locator(".where a").first).to_have_attribute("href", re.compile("^/docs/rules#"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        loss.scroll_into_view_if_needed()
        picture(page, f"ladder-loss-{language}-{where}-{scheme}")

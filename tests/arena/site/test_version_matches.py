"""Matches of two versions of a student's bot on the site: played, with errors, limited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from arena.site.errors import Refusal
from arena.site.ladder import version_matches
from arena.site.ladder.version_matches import (
    GAMES,
    MOST_WAITING,
    MatchOrder,
    Part,
    VersionMatches,
    play_part,
)
from referee.match.score import Score
from referee.sandbox.isolation_levels import IsolationLevel
from tests.arena.report_data import games_of_page
from tests.arena.site.asking import browser_at, write_token_file
from tests.arena.site.browsing import CHROMIUM, picture, serious_faults, served_thread, visiting
from tests.formats.games.example_games import SHORT
from tests.referee.needs import needs_sandbox, strongest_here
from tests.tournaments.submission.submitting import (
    BOT,
    CUP,
    GOOD,
    good_program,
    submissions_in,
    submit_unchecked,
)

pytestmark = pytest.mark.xdist_group("run")

TOKENS = {"ivanov": "right-token", "petrov": "other-token"}
SECRET = "what-petrov-prints"
WRONG = BOT.replace("lines[n] >", "lines[(n < 4 || 6 < n) ? n : 10 - n] >").encode()


@pytest.fixture(scope="module", name="folder")
def make_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an event: ivanov has two good versions and a bad one, petrov has two."""
    folder = tmp_path_factory.mktemp("versions")
    (folder / "cup.toml").write_text(CUP)
    (folder / "other.toml").write_text(CUP.replace('"bots"', '"other-bots"'))
    write_token_file(folder, TOKENS)
    cup = submissions_in(folder)
    submit_unchecked(cup, "ivanov", WRONG)
    submit_unchecked(cup, "ivanov", good_program(2))
    submit_unchecked(cup, "ivanov", good_program(3), "moves")
    head = f'BEGIN {{ print "{SECRET}"'.encode()
    for number in (1, 2):
        submit_unchecked(cup, "petrov", GOOD.replace(b"BEGIN {", head, 1) + b"#" * number)
    return folder


@pytest.fixture(name="browser")
def open_browser(folder: Path) -> Iterator[TestClient]:
    with browser_at(folder, follow_redirects=False) as client:
        yield client


def signed_in(browser: TestClient, name: str = "ivanov") -> None:
    browser.post("/submit", data={"name": name, "token": TOKENS[name]})


def begin(browser: TestClient, first: str, second: str, games: str = "10") -> int:
    fields = {"first": first, "second": second, "games": games}
    return browser.post("/submit/versions", data=fields).status_code


def over(browser: TestClient) -> str:
    """Return the part of the page about the match when it is over."""
    end = time.monotonic() + 600
    while 'data-over="no"' in (text := browser.get("/submit/versions/state").text):
        assert time.monotonic() < end, text
        time.sleep(0.2)
    return text


@needs_sandbox
def test_the_better_version_is_found_and_the_games_can_be_seen(browser: TestClient) -> None:
    signed_in(browser)
    assert f"cup/{SHORT}/3" in browser.get("/submit/versions").text
    assert begin(browser, f"cup/{SHORT}/2", f"cup/{SHORT}/1") == 303
    assert begin(browser, f"cup/{SHORT}/3", f"cup/{SHORT}/1") == 409, "one at a time"
    text = over(browser)
    assert "games played: 10 of 10" in text
    assert "10 - 0  ivanov #2 against ivanov #1: 10 won, 0 drawn, 0 lost" in text
    assert "0 0 0 0 5" in text
    assert "ivanov #2 won every game" in text, "nothing is known of the error"
    page = browser.get("/submit/versions/games").text
    assert len(games_of_page(page)) == 10
    assert "the board is upside down" in page
    assert begin(browser, f"cup/{SHORT}/3", f"cup/{SHORT}/2") == 303, "and then the next"
    text = over(browser)
    comments = ("±", "too much alike", "won every game")
    assert any(word in text for word in comments)
    browser.post("/submit/leave")
    signed_in(browser, "petrov")
    assert "ivanov" not in browser.get("/submit/versions").text.replace("ivanov:", "")
    assert browser.get("/submit/versions/games").status_code == 404


@pytest.mark.parametrize(
    ("first", "second", "games"),
    [
        (f"cup/{SHORT}/2", f"cup/{SHORT}/2", "10"),
        (f"cup/{SHORT}/2", f"cup/{SHORT}/4", "10"),
        (f"cup/{SHORT}/2", f"other/{SHORT}/1", "10"),
        (f"cup/{SHORT}/2", f"other:cup/{SHORT}/petrov", "10"),
        (f"cup/{SHORT}/2", f"cup/{SHORT}/petrov", "10"),
        (f"cup/{SHORT}/2", f"../cup/{SHORT}/1", "10"),
        ("", "", "10"),
        (f"cup/{SHORT}/2", f"cup/{SHORT}/1", "11"),
        (f"cup/{SHORT}/2", f"cup/{SHORT}/1", "100000"),
        (f"cup/{SHORT}/2", f"cup/{SHORT}/1", ""),
    ],
)
def test_nothing_else_can_be_asked_for(
    browser: TestClient, first: str, second: str, games: str
) -> None:
    signed_in(browser)
    assert begin(browser, first, second, games) == 400
    assert "check-state" not in browser.get("/submit/versions/state").text


@pytest.mark.parametrize("cookie", ["", "ivanov", "x" * 5000])
def test_a_forged_login_has_no_versions(browser: TestClient, cookie: str) -> None:
    browser.cookies.set("desk", cookie)
    for path in ("", "/state", "/games"):
        assert browser.get(f"/submit/versions{path}").status_code == 403
    assert begin(browser, f"cup/{SHORT}/2", f"cup/{SHORT}/1") == 403


def orders(folder: Path, names: list[str]) -> list[MatchOrder]:
    order = MatchOrder("", folder / "cup.toml", SHORT, "Cup", (2, 1), 4, 7, IsolationLevel.NONE)
    return [replace(order, name=name) for name in names]


def test_a_short_match_does_not_wait_for_the_end_of_a_long_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[str] = []

    async def look() -> None:
        matches = VersionMatches()

        async def run(work: object, _: float) -> tuple[Part, float]:
            order, score, played = work.args  # type: ignore[attr-defined]  # it is partial
            turns.append(order.name)
            await asyncio.sleep(0.01)
            number = len(played)
            game = object()
            return Part(score, {number: game, number + 1: game}), 0.0  # type: ignore[dict-item]

        monkeypatch.setattr(matches.worker, "run", run)
        long, short = orders(folder, ["long", "short"])
        matches.add(replace(long, games=GAMES[-1]))
        await asyncio.sleep(0.005)
        matches.add(short)
        await asyncio.gather(*matches._tasks)
        for name in ("long", "short"):
            last = matches.last(name)
            assert last
            assert last.is_over
            assert not last.has_failed

    asyncio.run(look())
    assert turns.count("short") == 2
    assert max(place for place, name in enumerate(turns) if name == "short") < 8


def test_no_more_wait_than_may(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version_matches, "claimed_cores", lambda: {0})

    async def look() -> None:
        matches = VersionMatches()
        names = [f"pupil{number}" for number in range(MOST_WAITING + 1)]
        *fitting, last = orders(folder, names)
        for order in fitting:
            matches.add(order)
        with pytest.raises(Refusal) as refused:
            matches.add(last)
        assert refused.value.status_code == 503
        await asyncio.sleep(0)
        first = matches.last(names[0])
        assert first
        assert first.waits_for_core
        matches.close()

    asyncio.run(look())


def test_a_match_that_cannot_be_played_says_so(folder: Path) -> None:
    async def look() -> None:
        matches = VersionMatches()
        (order,) = orders(folder, ["nobody"])
        matches.add(order)
        await asyncio.gather(*matches._tasks)
        last = matches.last("nobody")
        assert last
        assert last.has_failed
        matches.close()

    asyncio.run(look())


@needs_sandbox
def test_a_match_goes_on_where_it_was_and_with_other_positions(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(version_matches, "_SLICE", 600.0)
    order = replace(
        orders(folder, ["ivanov"])[0],
        versions=(3, 2),
        games=8,
        isolation=strongest_here(),
        beside_games=True,
    )
    part = play_part(order, Score(), frozenset(range(4)))
    assert sorted(part.games) == [4, 5, 6, 7]
    starts = {game.record.partition("[Start")[2][:80] for game in part.games.values()}
    assert len(starts) == 2, "a pair has one"
    assert part.score.games == 4
    assert sum(part.score.pairs) == 2


@needs_sandbox
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium")
@pytest.mark.parametrize("language", ["en", "ru"])
def test_versions_are_compared_in_a_browser(chromium: Browser, folder: Path, language: str) -> None:
    with served_thread(folder) as address, visiting(chromium, address) as visitor:
        page = visitor.open(f"/submit?lang={language}")
        page.locator("[name=name]").fill("ivanov")
        page.locator("[name=token]").fill(TOKENS["ivanov"])
        page.locator("form.entry-form .main").click()
        expect(page.locator("#versions")).to_be_visible()
        look_at(page, f"desk-{language}")
        page.locator("a[href='/submit/versions']").click()
        page.locator("[name=second]").select_option(f"cup/{SHORT}/1")
        page.locator("form.entry-form .main").click()
        expect(page.locator("[data-over=yes] .score").first).to_be_visible(timeout=600_000)
        look_at(page, f"versions-{language}")
        page.locator("a[href='/submit/versions/games']").click()
        page.locator("table.games a").first.click()
        expect(page.locator("#viewer .board svg").first).to_be_visible()
        page.goto(address + f"/play?game={SHORT}")
        page.locator(f"select[name=B-{SHORT}]").select_option(f"other:cup/{SHORT}/petrov")
        look_at(page, f"play-new-{language}")
        page.goto("about:blank")


def look_at(page: Page, name: str) -> None:
    """Assert for both colours and widths that nothing is wider than the window, nor a barrier."""
    for scheme in ("light", "dark"):
        for width in (1280, 390):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            picture(page, f"{name}-{scheme}-{width}")
        assert serious_faults(page) == []

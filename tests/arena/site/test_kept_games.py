"""Games over a restart of the site: each goes on, at all its addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.play import kept_games
from arena.site.play.kept_games import _play_from, _text
from arena.site.play.watched_game import Play, Seat
from formats.game import PLAYERS, Player, StartRequest
from formats.games import all_games
from formats.matrix import Matrix
from formats.text import Text
from referee.casual_game import CasualEnd, CasualGame
from tests.arena.site.asking import FREE, HERE, SEVEN_LEFT, begun, game_view, order, until
from tests.arena.site.browsing import CHROMIUM, Visitor, begin
from tests.arena.site.serving import free_port, serving
from tests.formats.games.example_games import SHORT, STEPS
from tests.referee.needs import needs_sandbox

GAMES = [
    (name, rules)
    for name, board_game in all_games().items()
    for rules in (board_game.rule_sets or (None,))
]
NO_LEGAL_END = CasualEnd("B", "exit-status", Text("it ended", "завершилась"), legal=False)


def random_game(name: str, rules: str | None, half_moves: int, *, timed: bool) -> CasualGame:
    """Return a game after so many random half-moves, with some steps of the next one."""
    random = Random(f"{name} {rules} {half_moves}")
    board_game = all_games()[name].with_rules(rules)
    seed = StartRequest(seed=7) if "seed" in board_game.start_options else StartRequest()
    start = Matrix(board_game, board_game.start(seed), times=(Decimal(600), Decimal(30)))
    game = CasualGame.at_start(start, timed=timed)
    while not game.end and len(game.moves) < half_moves:
        game = stepped(game, random)
        if game.is_whole:
            game = game.with_turn_made(Decimal("0.123457"))
        elif not game.steps():
            game = game.enter("pass")
    return stepped(game, random) if board_game.turn_length(game.now.position) > 1 else game


def stepped(game: CasualGame, random: Random) -> CasualGame:
    steps = game.steps()
    return game.step(str(random.choice(steps))) if steps else game


def again(play: Play) -> Play:
    """Return the game as it is restored."""
    return _play_from(play.name, json.loads(_text(play)))


def chain(game: CasualGame | None) -> Iterator[CasualGame]:
    while game is not None:
        yield game
        game = game.before


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize("half_moves", [0, 1, 2, 7, 1000])
@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_every_game_comes_back_as_it_was(
    name: str, rules: str | None, half_moves: int, *, timed: bool
) -> None:
    game = random_game(name, rules, half_moves, timed=timed)
    clock = Decimal(600) if timed else None
    seats: Mapping[Player, Seat] = {player: Seat(clock=clock) for player in PLAYERS}
    play = Play(game, seats, name="x", links={"A": "a", "B": "b", "watch": "w"}, moment=7)
    back = again(play)
    assert list(chain(back.game)) == list(chain(game)), "back to its beginning"
    assert back.game.steps() == game.steps()
    assert (back.seats, back.links, back.name, back.moment) == (seats, play.links, "x", 7)


def test_a_fault_of_a_bot_is_told_as_before() -> None:
    game = random_game(SHORT, None, 3, timed=False)._with_end(NO_LEGAL_END)
    bot = Seat("bot", Decimal("0.5"), Path("/bots/bot"), is_secret=True, clock=Decimal(30))
    seats: Mapping[Player, Seat] = {"A": Seat(), "B": bot}
    back = again(Play(game, seats))
    assert back.game.end == NO_LEGAL_END
    assert back.seats == seats
    back.take_back()
    assert back.game.end is None


@contextmanager
def restarted(folder: Path) -> Iterator[TestClient]:
    """Return a browser at a site with the memory in that folder."""
    settings = replace(FREE, memory=folder, events=folder)
    with TestClient(application(settings), base_url=HERE, follow_redirects=False) as browser:
        yield browser


def test_each_link_leads_to_the_game_after_a_restart(tmp_path: Path) -> None:
    with restarted(tmp_path) as browser:
        place = begun(browser, matrix=SEVEN_LEFT)
        order(browser, place, "step", step="b2")
        page = browser.get(place).text.partition('<details class="links">')[2]
        first, second, watching = re.findall('href="(/play/[^"]+)"', page)[:3]
        before = game_view(browser, place)
    with restarted(tmp_path) as browser:
        now = game_view(browser, place)
        changing = {"version"}
        assert {name: now[name] for name in now.keys() - changing} == {
            name: before[name] for name in before.keys() - changing
        }
        assert now["version"] > before["version"], "or an open page would not believe it"
        assert game_view(browser, second)["persons"]
        assert not game_view(browser, first)["persons"]
        assert not game_view(browser, watching)["persons"]
        order(browser, second, "step", step="b1")
    with restarted(tmp_path) as browser:
        assert [move["text"] for move in game_view(browser, place)["moves"]] == ["b2", "b1"]


def test_a_rematch_is_found_after_a_restart(tmp_path: Path) -> None:
    with restarted(tmp_path) as browser:
        place = begun(browser, matrix=f"A 1 U\n0 9\n0 9\no\ngame {SHORT}\n")
        order(browser, place, "step", step="a1")
        new = browser.post(f"{place}/again").headers["location"]
    with restarted(tmp_path) as browser:
        assert game_view(browser, place)["next"] == new
        assert game_view(browser, new)["persons"]


def test_a_game_that_had_to_go_does_not_come_back(tmp_path: Path) -> None:
    settings = replace(FREE, memory=tmp_path, most_games=2)
    with TestClient(application(settings), base_url=HERE, follow_redirects=False) as browser:
        places = [begun(browser, game=STEPS) for _ in range(5)]
    with restarted(tmp_path) as browser:
        statuses = [browser.get(place).status_code for place in places]
    assert statuses == [404, 404, 404, 200, 200]


def test_a_game_that_cannot_be_read_keeps_no_other_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = kept_games._text
    with restarted(tmp_path) as browser:
        place = begun(browser, game=SHORT)
        monkeypatch.setattr(kept_games, "_text", lambda play: good(play).replace("A 1 U", "?"))
        broken = begun(browser, game=SHORT)
    with restarted(tmp_path) as browser:
        assert browser.get(place).status_code == 200
        assert browser.get(broken).status_code == 404


@needs_sandbox
def test_a_bot_moves_on_after_a_restart(tmp_path: Path) -> None:
    with restarted(tmp_path) as browser:
        fields = {f"A-{SHORT}": "random", f"B-{SHORT}": "random", "paused": "on"}
        place = begun(browser, game=SHORT, **fields)
    with restarted(tmp_path) as browser:
        assert game_view(browser, place)["can"]["resume"]
        order(browser, place, "once")
        until(browser, place, lambda now: len(now["moves"]) == 1)


@pytest.mark.xdist_group("browser")
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium")
@needs_sandbox
def test_an_open_page_goes_on_after_the_site_was_killed(chromium: Browser, tmp_path: Path) -> None:
    """The page stays open; the bot answers after the restart as before."""
    port = free_port()
    with serving(tmp_path, port) as process:
        context = chromium.new_context()
        visitor = Visitor(context, f"http://127.0.0.1:{port}")
        # Large enough that a bot that plays at random does not end the game.
        page = begin(visitor, SHORT, B="random", columns="16", rows="16")
        play_one(page, 2)
        page.locator(".links summary").click()
        watching = context.new_page()
        watching.goto(page.locator(".links a").last.evaluate("link => link.href"))
        process.kill()
        process.wait()
        expect(page.locator("body.lost")).to_have_count(1)
    with serving(tmp_path, port) as process:
        expect(page.locator("body.lost")).to_have_count(0)
        play_one(page, 4)
        expect(watching.locator("#moves button")).to_have_count(4)
        context.close()


def play_one(page: Page, half_moves: int) -> None:
    """Play the move that changes least, and wait for the bot's answer."""
    page.locator(".cell.legal").last.click()
    expect(page.locator("#moves button")).to_have_count(half_moves)
    expect(page.locator(".cell.legal")).not_to_have_count(0)

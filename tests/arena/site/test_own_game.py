"""A visitor's game: its half-moves, a rematch, links for others, clocks, the worth of moves."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.file.valuation import Valuation, Worth, worth_from_result
from arena.site.application import application
from arena.site.errors import Refusal
from arena.site.pages.play import _events
from arena.site.play.game_view import game_view as view_of
from arena.site.play.new_game_form import game_from_form as begun_with
from arena.site.play.review import Reviews, _compute_worth
from arena.site.play.watched_game import Play, Seat
from formats.games import all_games
from formats.matrix import Matrix, read_matrix
from referee.sandbox import Background
from referee.sandbox.core_claims import claim
from tests.arena.site.asking import FREE, HERE, SEVEN_LEFT, begun, game_view, order
from tests.formats.games.example_games import SHORT, STEPS
from tests.tournaments.filled_ledger import fill

PERSON = Seat()


@pytest.fixture
def browser() -> Iterator[TestClient]:
    """A browser on this machine."""
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as client:
        yield client


def played(browser: TestClient) -> str:
    """Play a game of two people to its end; return its address."""
    place = begun(browser, matrix=SEVEN_LEFT)
    for step in ("b1", "a2", "a1"):
        order(browser, place, "step", step=step)
    return place


def links(browser: TestClient, place: str) -> list[str]:
    """Return the links of the first player, of the second, and of spectators."""
    page = browser.get(place).text
    section = page.partition('<details class="links">')[2].partition("</details>")[0]
    return [part.partition('"')[0] for part in section.split('href="')[1:]]


def test_every_half_move_can_be_looked_at_again(browser: TestClient) -> None:
    place = played(browser)
    views = [browser.get(f"{place}/at?n={number}").json() for number in range(4)]
    assert [len(view["moves"]) for view in views] == [0, 1, 2, 3]
    assert [view["winner"] for view in views] == [None, None, None, "B"]
    past = browser.get(f"{place}/at?n=1").json()
    assert past["last"]["cells"] == ["b1", "b2"]
    assert past["steps"] == []
    assert not any(past["can"].values())
    assert browser.get(f"{place}/at?n=4").status_code == 404
    assert browser.get(f"{place}/at?n=x").status_code == 400
    text = browser.get(f"{place}/matrix.txt?at=1").text
    assert text.startswith("B 2 U")


def test_a_game_is_continued_from_a_half_move(browser: TestClient) -> None:
    place = played(browser)
    new = browser.post(f"{place}/again", data={"at": "1"}).headers["location"]
    now = game_view(browser, new)
    assert [move["text"] for move in now["moves"]] == ["b1"]
    assert now["winner"] is None
    assert game_view(browser, place)["next"] is None
    assert browser.post(f"{place}/again", data={"at": "9"}).status_code == 404
    assert browser.post(f"{place}/again", data={"at": "-1"}).status_code == 400


def test_a_rematch_is_found_by_both(browser: TestClient) -> None:
    place = played(browser)
    first, second, watching = links(browser, place)
    new = browser.post(f"{first}/again", data={"swap": "1"}).headers["location"]
    assert game_view(browser, new)["player"] == "A"
    assert not game_view(browser, new)["persons"], "who was first is second now"
    assert browser.post(f"{second}/again").headers["location"] == game_view(browser, second)["next"]
    assert browser.post(f"{watching}/again").status_code == 403


def test_a_rematch_that_was_closed_is_offered_anew() -> None:
    """A site has room for so many games."""
    site = application(replace(FREE, most_games=2))
    with TestClient(site, base_url=HERE, follow_redirects=False) as browser:
        place = played(browser)
        closed = browser.post(f"{place}/again").headers["location"]
        game_view(browser, place)
        begun(browser, game=SHORT)
        assert browser.get(closed).status_code == 404
        assert game_view(browser, place)["next"] is None
        new = browser.post(f"{place}/again").headers["location"]
        assert browser.get(new).status_code == 200


def test_each_player_is_told_the_result(browser: TestClient) -> None:
    place = played(browser)
    statuses = [game_view(browser, link)["status"] for link in (place, *links(browser, place))]
    reason = statuses[0][1:]
    assert [text.removesuffix(reason)[:-1] for text in statuses] == [
        "",
        "You lost. ",
        "You won. ",
        "",
    ]


def test_a_bots_opponent_is_told_the_result(browser: TestClient) -> None:
    over = f"A 3 A\n0 9\n0 9\n--\n--\ngame {SHORT}\n"
    place = begun(browser, matrix=over, **{f"A-{SHORT}": "random"})
    assert game_view(browser, place)["status"].startswith("You lost. ")
    russian = browser.get(f"{place}?lang=ru").text
    assert "Вы проиграли. Победил " in russian


def test_keys_for_steps_are_named_where_there_are_steps(browser: TestClient) -> None:
    pages = {game: browser.get(begun(browser, game=game)).text for game in (SHORT, STEPS)}
    assert {game: "S sends the turn" in page for game, page in pages.items()} == {
        SHORT: False,
        STEPS: True,
    }


def test_a_link_is_for_one_side(browser: TestClient) -> None:
    place = begun(browser, matrix=SEVEN_LEFT)
    first, second, watching = links(browser, place)
    assert game_view(browser, first)["persons"]
    for link in (second, watching):
        view = game_view(browser, link)
        assert view["steps"] == []
        assert not view["persons"]
        answer = browser.post(link, json={"do": "step", "step": "b1", "moment": 0})
        assert answer.status_code in (403, 409)
        assert links(browser, link) == [], "one link does not tell the others"
    order(browser, first, "step", step="b1")
    assert game_view(browser, second)["persons"]
    assert not game_view(browser, second)["can"]["back"]
    answer = browser.post(second, json={"do": "back", "moment": 1})
    assert answer.status_code == 403
    assert browser.post(watching, json={"do": "pause"}).status_code == 403


def test_spectators_are_counted() -> None:
    async def watched() -> list[int]:
        play = of_two_people()
        play.links = {"watch": "x"}
        own, other = _events(play, "en"), _events(play, "en", "watch")
        await anext(own)
        await anext(other)
        counts = [play.onlookers]
        await other.aclose()
        await own.aclose()
        return [*counts, play.onlookers, play.watchers]

    assert asyncio.run(watched()) == [1, 0, 0]


def at_start() -> Matrix:
    """Return the start of a short game."""
    game = all_games()[SHORT]()
    return Matrix(game, game.start())


def of_two_people() -> Play:
    """Return a short game of two people without clocks."""
    return Play(begun_with(at_start(), {"A": PERSON, "B": PERSON}), {"A": PERSON, "B": PERSON})


def timed(seconds: str) -> Play:
    """Return a game of two people with clocks."""
    seats = {"A": replace(PERSON, clock=Decimal(seconds)), "B": PERSON}
    return Play(
        begun_with(at_start(), {"A": seats["A"], "B": seats["B"]}), {"A": seats["A"], "B": PERSON}
    )


def test_after_time_has_run_out_the_turn_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("arena.site.play.watched_game.monotonic", lambda: now[0])
    play = timed("5")
    play.step("g5")
    play.step("f5")
    now[0] += 6
    play.check_clock()
    assert play.game.end
    play.take_back()
    play.check_clock()
    assert play.game.end is None


def test_a_clock_runs_for_whoever_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("arena.site.play.watched_game.monotonic", lambda: now[0])
    play = timed("30")
    now[0] += 50
    play.step("g5")
    assert play.time_left("A") == 30, "the first move takes no time"
    play.step("g4")
    now[0] += 12.5
    assert view_of(play, "en")["clocks"] == {"A": 17.5, "B": None}
    assert play.ticks
    play.step("g3")
    assert play.time_left("A") == Decimal("17.5")
    play.step("g2")
    now[0] += 20
    play.check_clock()
    assert play.game.end
    assert play.game.end.winner == "B"
    assert play.at(1).game.end is None


def test_a_flag_that_has_not_fallen_is_not_believed(browser: TestClient) -> None:
    place = begun(browser, **{"game": SHORT, "clock-people": "60"})
    now = order(browser, place, "late")
    assert now["winner"] is None
    assert now["clocks"] == {"A": 60.0, "B": 60.0}


@pytest.mark.parametrize("clock", ["5", "31", "30.0", "600", "7200", "x", "-5"])
def test_a_bot_has_no_clock_but_those_that_the_page_offers(browser: TestClient, clock: str) -> None:
    sent = {"game": SHORT, f"B-{SHORT}": "random", "clock-bots": clock}
    answer = browser.post("/play", data=sent, files={"file": ("", b"")})
    assert answer.status_code == 400
    assert "A bot has a clock of 30 seconds or none" in answer.text
    offered = begun(browser, **{**sent, "clock-bots": "30"})
    assert game_view(browser, offered)["clocks"]["B"] == 30.0


@pytest.mark.parametrize("clock", ["1", "x", "100000", "-5"])
def test_a_clock_that_makes_no_sense_is_refused(browser: TestClient, clock: str) -> None:
    sent = {"game": SHORT, "clock-people": clock}
    assert browser.post("/play", data=sent, files={"file": ("", b"")}).status_code == 400


def test_only_a_proven_value_is_called_certain() -> None:
    assert worth_from_result("A", "A", None, "a1", 3).chance == 1
    assert worth_from_result("B", "U", 1.0, "a1", None).chance == pytest.approx(0.01)
    assert worth_from_result("B", "D", None, "", None).chance == 0.5
    assert worth_from_result("A", "U", None, "", None).chance is None


def test_a_half_move_that_gave_much_away_is_found() -> None:
    known = {0: Worth(0.8, False, None, "b1"), 1: Worth(0.4, False, None, "c1")}
    values = Valuation({**known, 2: Worth(0.45, False, None, "")})
    game = all_games()[SHORT]()
    weak_move = values.weak_move(game, 0, "A", "a1")
    assert weak_move
    assert weak_move.severity == "very-weak"
    assert (
        weak_move.sentence.en
        == "b1 was better; the chance of the first player (A) was 80\u00a0%, now it is 40\u00a0%"
    )
    assert values.weak_move(game, 0, "A", "b1") is None, "the best move is no mistake"
    assert values.weak_move(game, 1, "B", "a1") is None
    values.forget_after(0)
    assert values.weak_move(game, 0, "A", "a1") is None


def test_the_best_turn_is_no_weak_one_in_any_order_of_its_steps() -> None:
    values = Valuation(
        {0: Worth(0.8, False, None, "a1-b2-c3"), 1: Worth(0.4, False, None, "e5-d4-c4")}
    )
    game = all_games()[STEPS]()
    assert values.weak_move(game, 0, "A", "b2-a1-c3") is None
    assert values.weak_move(game, 0, "A", "b2-a1-c2")


def test_positions_are_looked_at_and_a_hint_is_given() -> None:
    async def asked() -> tuple[dict[str, object], dict[str, object]]:
        play = of_two_people()
        reviews = Reviews(Background(beside_games=True))
        await reviews.hint(play)
        hinted = view_of(play, "en")
        play.step("g5")
        reviews.begin(play)
        while len(play.values.known if play.values else {}) < 2:
            await asyncio.sleep(0.05)
        reviews.close()
        return hinted, view_of(play, "en")

    hinted, reviewed = asyncio.run(asked())
    assert hinted["hint"]
    values = reviewed["worth"]
    assert isinstance(values, list)
    assert values[0]["said"] == "Proven: the first player wins"
    assert reviewed["hint"] is None


async def waiting_hint(reviews: Reviews, play: Play) -> asyncio.Task[None]:
    """Return a request for a hint that waits, since no core is free."""
    task = asyncio.create_task(reviews.hint(play))
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="worked out already"):
        await reviews.hint(play)
    return task


def test_nobody_waits_for_a_hint_in_a_game_that_is_closed_or_has_moved_on() -> None:
    async def scene() -> None:
        reviews = Reviews(Background())
        closed, moved = of_two_people(), of_two_people()
        tasks = [await waiting_hint(reviews, play) for play in (closed, moved)]
        closed.close()
        moved.step("g5")
        moved.take_back()
        moved.step("f5")
        await asyncio.wait_for(tasks[0], 60)
        assert closed.hint is None
        assert not tasks[1].done(), "the position at the start is still a part of the game"
        moved.close()
        await asyncio.wait_for(tasks[1], 60)
        reviews.close()

    with ExitStack() as claims:
        for core in os.sched_getaffinity(0):
            claims.enter_context(claim(core))
        asyncio.run(scene())


def test_a_person_who_waits_for_a_hint_comes_before_reviews() -> None:
    async def scene() -> None:
        reviews = Reviews(Background(beside_games=True))
        reviewed, hinted = of_two_people(), of_two_people()
        for step in ("g5", "g4", "g3", "g2", "f5", "f4"):
            reviewed.step(step)
        reviews.begin(reviewed)
        await reviews.hint(hinted)
        assert hinted.hint
        assert reviewed.values
        assert len(reviewed.values.known) < 7
        reviews.close()

    asyncio.run(scene())


def test_a_game_that_is_over_is_worth_its_result() -> None:
    assert _compute_worth(f"A 3 A\n0 9\n0 9\n--\n--\ngame {SHORT}\n", None).chance == 1


def test_a_game_of_an_event_is_played_on(tmp_path: Path) -> None:
    fill(tmp_path / "spring", most=3)
    settings = replace(FREE, events=tmp_path)
    with TestClient(application(settings), base_url=HERE, follow_redirects=False) as browser:
        sent = {"event": "spring", "section": "1", "number": "1", "at": "2"}
        place = browser.post("/play", data=sent, files={"file": ("", b"")}).headers["location"]
        now = game_view(browser, place)
        assert now["half_move"] == 3
        assert now["persons"]
        report = browser.get("/events/spring/report").text
        for wrong_fields in ({"at": "999"}, {"section": "9"}, {"number": "x"}, {"event": "../x"}):
            answer = browser.post("/play", data={**sent, **wrong_fields}, files={"file": ("", b"")})
            assert answer.status_code == 404
    assert "form-action &#39;none&#39;" not in report
    matrix = read_matrix(browser.get(f"{place}/matrix.txt").text.encode()).matrix
    assert matrix

"""Play, as a script uses it: possible actions, and their results."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.bots.builtin_bots import Level, builtin_of_level, builtin_styles
from arena.site.application import application
from arena.site.errors import Refusal
from arena.site.pages.play import _events
from arena.site.play import texts
from arena.site.play.kept_games import _data_of_seat, _seat_from
from arena.site.play.links import Games
from arena.site.play.new_game_form import NewGameForm
from arena.site.play.watched_game import Play, Seat
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.record import read_record
from formats.text import Text
from referee.casual_game import CasualGame
from tests.arena.site.asking import FREE, HERE, SEVEN_LEFT, begun, game_view, order, until
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.tournaments.events import tournament_in
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL
from tournaments.ledger import open_ledger
from tournaments.ledger.decision import Decision, Verb
from tournaments.run.tournament import SectionState

ENDED = f"A 3 A\n0 9\n0 9\n--\n--\ngame {SHORT}\n"


@pytest.fixture
def browser() -> Iterator[TestClient]:
    """A browser on this machine."""
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as client:
        yield client


def test_the_form_offers_every_game_and_bot(browser: TestClient) -> None:
    page = browser.get("/play").text
    rule_sets = {rules for game in all_games().values() for rules in game.rule_sets}
    styles = {style for each in builtin_styles().values() for style in each}
    for name in {*all_games(), *rule_sets, *styles}:
        assert f'value="{name}"' in page


@pytest.mark.parametrize("copies", [0, 5])
def test_the_fields_of_the_form_are_those_of_one_game_or_of_all(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch, copies: int
) -> None:
    """A browser sends the fields of all games, also of those that plugins add."""
    planted = {
        f"{name}-{number}": type(game.__name__, (game,), {"name": f"{name}-{number}"})
        for name, game in all_games().items()
        for number in range(copies)
    }
    games = {**all_games(), **planted}
    for module in ("pages.play", "play.new_game_form", "play.orders"):
        monkeypatch.setattr(f"arena.site.{module}.all_games", lambda: games)
    names = re.findall(r'<(?:input|select|textarea)[^>]* name="([^"]+)"', browser.get("/play").text)
    common = [name for name in names if not name.endswith(tuple(f"-{game}" for game in games))]
    assert set(common) == {"game", "think", "clock-bots", "clock-people", "file", "matrix"}
    fields = dict.fromkeys(names, "")
    del fields["file"]
    answer = browser.post("/play", data={**fields, "game": SHORT}, files={"file": ("", b"")})
    assert "no such bot" in answer.text, "the fields are read"


@pytest.mark.parametrize(("language", "word"), [("en", "moderate"), ("ru", "средний")])
def test_the_form_offers_the_levels_of_the_terminal(
    browser: TestClient, language: str, word: str
) -> None:
    page = browser.get(f"/play?lang={language}").text
    for level in Level:
        options = page.count(f'<option value="{level}">')
        assert options == 2 * len(builtin_styles())
    assert f">{word}</option>" in page


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("game", builtin_styles())
def test_a_level_is_the_bot_that_the_terminal_takes(game: str, level: Level) -> None:
    fields = {"game": game, f"A-{game}": "person", f"B-{game}": level.value}
    seat = NewGameForm(fields, b"", builtin_styles()).play().seats["B"]
    assert " ".join([seat.bot or "", *seat.arguments]) == builtin_of_level(game, level)
    assert level.value in seat.title.en
    assert _seat_from(json.loads(json.dumps(_data_of_seat(seat)))) == seat


def test_the_form_says_that_the_board_needs_a_script(browser: TestClient) -> None:
    assert "<noscript>" in browser.get("/play").text


@pytest.mark.parametrize("rival", ["person", "moderate"])
def test_a_player_is_told_which_side_is_his(browser: TestClient, rival: str) -> None:
    place = begun(browser, **{"game": DEFAULT, f"B-{DEFAULT}": rival})
    page = browser.get(place).text
    own_bar = '<span class="who">Person — you</span>'
    assert page.count(own_bar) == (0 if rival == "person" else 1)
    if rival == "person":
        links = re.findall(r'<li><a href="(/play/[^"]+)">', page)
        assert [browser.get(link).text.count(own_bar) for link in links] == [1, 1, 0]


def test_an_unknown_level_is_refused() -> None:
    fields = {"game": SHORT, f"B-{SHORT}": "mighty"}
    with pytest.raises(Refusal):
        NewGameForm(fields, b"", builtin_styles()).play()


def test_a_bot_of_a_level_moves(browser: TestClient) -> None:
    place = begun(
        browser, **{"game": DEFAULT, f"A-{DEFAULT}": "moderate", f"B-{DEFAULT}": "person"}
    )
    now = until(browser, place, lambda now: now["moves"] or now["trouble"])
    assert not now["trouble"]


def test_two_people_play_a_turn_of_three_steps(browser: TestClient) -> None:
    place = begun(browser, game=STEPS)
    for step in ("a1", "b2", "c3"):
        now = order(browser, place, "step", step=step)
        assert now["player"] == "A"
    assert now["can"]["send"]
    assert now["steps"] == []
    now = order(browser, place, "undo")
    assert not now["can"]["send"]
    assert "c2" in [step["text"] for step in now["steps"]]
    order(browser, place, "step", step="c2")
    now = order(browser, place, "send")
    assert now["player"] == "B"
    assert [move["text"] for move in now["moves"]] == ["a1-b2-c2"]
    assert now["last"]["cells"] == ["a1", "b2", "c2"]


def test_an_incomplete_move_is_not_sent(browser: TestClient) -> None:
    place = begun(browser, game=STEPS)
    order(browser, place, "step", step="a1")
    now = game_view(browser, place)
    for what in ("send", "pass"):
        answer = browser.post(place, json={"do": what, "moment": now["moment"]})
        assert answer.status_code == 409


def test_the_rules_says_in_its_own_words_why_not(browser: TestClient) -> None:
    place = begun(browser, game=STEPS)
    answer = browser.post(place, json={"do": "step", "step": "c3", "moment": 0})
    assert answer.status_code == 200
    assert answer.json()["error"] == "the first step of the crosses must be a1, not c3"
    answer = browser.post(
        place, json={"do": "step", "step": "c3", "moment": 0}, headers={"accept-language": "ru"}
    )
    assert "крестиков" in answer.json()["error"]


def test_a_whole_game_of_two_people_is_won_and_taken_back(browser: TestClient) -> None:
    place = begun(browser, matrix=SEVEN_LEFT)
    for step in ("b1", "a2", "a1"):
        now = order(browser, place, "step", step=step)
    assert now["winner"] == "B"
    assert now["steps"] == []
    assert now["status"].endswith("ate the poisoned chip")
    record = read_record(browser.get(f"{place}/game.txt").content.decode())
    assert [recorded.text for recorded in record.moves] == ["b1", "a2", "a1"]
    assert record.result == "B"
    assert read_matrix(browser.get(f"{place}/matrix.txt").content).good
    now = order(browser, place, "back")
    assert now["winner"] is None
    assert [move["text"] for move in now["moves"]] == ["b1", "a2"]


def test_a_pass_is_a_turn(browser: TestClient) -> None:
    place = begun(browser, game=STEPS)
    assert order(browser, place, "pass")["moves"][0]["text"] == "pass"
    now = order(browser, place, "pass")
    assert now["winner"] == "D"


def test_a_position_is_saved_as_it_was_loaded(browser: TestClient) -> None:
    text = Path("docs/positions").joinpath(f"{SHORT}.txt")
    known = text.read_text() if text.exists() else SEVEN_LEFT
    place = begun(browser, matrix=known)
    assert browser.get(f"{place}/matrix.txt").text.split() == known.split()


def test_an_uploaded_file_goes_before_the_form(browser: TestClient) -> None:
    files = {"file": ("../../etc/passwd", SEVEN_LEFT.encode())}
    answer = browser.post("/play", data={"game": DEFAULT}, files=files)
    assert answer.status_code == 303
    assert "2 x" not in answer.headers["location"]
    assert len(game_view(browser, answer.headers["location"])["grid"]) == 4


def test_a_finished_game_can_be_looked_at(browser: TestClient) -> None:
    now = game_view(browser, begun(browser, matrix=ENDED))
    assert now["winner"] == "A"
    assert not now["can"]["pause"]


def play() -> Play:
    """Return a game of two people."""
    game = all_games()[SHORT]()
    return Play(CasualGame.at_start(Matrix(game, game.start())), {"A": Seat(), "B": Seat()})


def test_old_games_make_room() -> None:
    gone: list[Play] = []
    games = Games(2, gone.append)
    first, second, third = (play() for _ in range(3))
    names = [games.add(first), games.add(second)]
    games.find(names[0])
    games.add(third)
    assert gone == [second]
    assert games.find(names[0]) is first
    with pytest.raises(Refusal):
        games.find(names[1])


def test_names_are_long_and_differ() -> None:
    games = Games(100, lambda _: None)
    names = {games.add(play()) for _ in range(100)}
    assert len(names) == 100
    assert all(len(name) >= 22 for name in names)


def test_spectators_are_told_of_each_change() -> None:
    async def watched() -> list[int]:
        game = play()
        events = _events(game, "en")
        events_received = [await anext(events)]
        game.step("g5")
        events_received.append(await anext(events))
        assert game.watchers == 1
        await events.aclose()
        assert game.watchers == 0
        return [
            len(json.loads(event.removeprefix(b"data: "))["moves"]) for event in events_received
        ]

    assert asyncio.run(watched()) == [0, 1]


def test_a_seat_has_a_second_to_think() -> None:
    assert Seat("x").think == Decimal(1)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ("section=1&number=999&at=0", texts.NO_SUCH_GAME),
        ("section=1&number=0&at=0", texts.NO_SUCH_GAME),
        ("section=9&number=1&at=0", texts.NO_SUCH_GAME),
        ("section=1&number=x&at=0", texts.NO_SUCH_GAME),
        ("section=1&number=1&at=999", texts.NO_SUCH_MOVE),
        ("section=1&number=1&at=x", texts.NO_SUCH_MOVE),
    ],
)
def test_a_game_and_a_half_move_that_there_are_not_are_told_apart(
    tmp_path: Path, fields: str, sentence: Text
) -> None:
    fill(tmp_path / "spring", SMALL)
    with TestClient(application(replace(FREE, events=tmp_path)), base_url=HERE) as client:
        answer = client.get(f"/play?event=spring&{fields}&lang=en")
    assert answer.status_code == 404
    assert sentence.en in answer.text


def test_an_event_game_is_played_on_from_the_attempt_that_counts(tmp_path: Path) -> None:
    """Attempts have different moves, and the report lists the one that counts."""
    folder = fill(tmp_path / "spring", SMALL)

    def shown() -> str:
        with TestClient(application(replace(FREE, events=tmp_path)), base_url=HERE) as client:
            page = client.get("/play?event=spring&section=1&number=1&at=2").text
        return unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)[0])

    games = section_in(folder).entries.values()
    first, *others = ({write_matrix(list(read_record(g.record).files())[2]): g} for g in games)
    (position, game), *_ = first.items()
    changed = next((text, g) for other in others for text, g in other.items() if text != position)
    replayed = replace(game, attempt=1, record=changed[1].record)
    assert shown() == position
    for step, expected in (
        (Verb.REPLAY, position),
        (replayed, changed[0]),
        (Verb.RESTORE, position),
        (Verb.ANNUL, changed[0]),
        (Verb.RESTORE, position),
    ):
        with open_ledger(folder, writing=True) as ledger:
            if isinstance(step, Verb):
                ledger.decide([Decision(game.section, step, game.id, "why", 1.0)])
            else:
                ledger.enter(step)
        counting = section_in(folder).entries.get(game.id)
        assert (
            counting is None
            or counting.record
            == {
                position: game.record,
                changed[0]: replayed.record,
            }[expected]
        )
        assert shown() == expected, step


def section_in(folder: Path) -> SectionState:
    (state,) = tournament_in(folder).sections
    return state

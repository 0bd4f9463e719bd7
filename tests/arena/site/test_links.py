"""The game that is closed when there is no room for a new one."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.site.errors import Refusal
from arena.site.play.links import Games
from arena.site.play.new_game_form import NewGameForm
from arena.site.play.watched_game import Play, Seat
from referee.casual_game import CasualGame
from tests.formats.games.example_games import SHORT


@pytest.fixture(name="dropped")
def make_dropped() -> list[Play]:
    return []


@pytest.fixture(name="games")
def make_games(dropped: list[Play]) -> Games:
    return Games(6, dropped.append)


@cache
def begun_game() -> CasualGame:
    return NewGameForm({"game": SHORT}, b"", {}).play().game


def play(client: str, watchers: int = 0) -> Play:
    return Play(begun_game(), {"A": Seat(), "B": Seat()}, client=client, watchers=watchers)


def test_a_client_that_begins_hundreds_of_games_loses_its_own(
    games: Games, dropped: list[Play]
) -> None:
    honest = {
        games.add(honest_play): honest_play for honest_play in (play("a"), play("b", watchers=1))
    }
    for _ in range(100):
        games.add(play("many", watchers=1))
    assert all(games.find(name) is honest_play for name, honest_play in honest.items())
    assert {honest_play.client for honest_play in dropped} == {"many"}
    assert all(honest_play.is_closed for honest_play in dropped)


def test_games_that_are_watched_are_removed_last(games: Games, dropped: list[Play]) -> None:
    watched = [games.add(play("class", watchers=1)) for _ in range(3)]
    for _ in range(20):
        games.add(play("class"))
    assert [games.find(name).watchers for name in watched] == [1, 1, 1]
    assert all(not dropped_play.watchers for dropped_play in dropped)


def test_the_one_left_alone_longest_goes(games: Games) -> None:
    names = [games.add(play("class")) for _ in range(6)]
    games.find(names[0])
    games.add(play("class"))
    with pytest.raises(Refusal):
        games.find(names[1])
    games.find(names[0])


def test_a_new_game_is_there_even_if_all_others_are_watched(games: Games) -> None:
    for _ in range(6):
        games.add(play("class", watchers=1))
    newest = play("class")
    assert games.find(games.add(newest)) is newest


def test_a_visitor_begins_a_game_where_all_others_hold_one_each(
    games: Games, dropped: list[Play]
) -> None:
    for number in range(6):
        games.add(play(f"visitor {number}", watchers=number != 2))
    newest = play("newcomer", watchers=1)
    assert games.find(games.add(newest)) is newest
    assert [dropped_play.client for dropped_play in dropped] == ["visitor 2"], (
        "the one that nobody watches"
    )


CLIENTS = st.sampled_from("abcd")


@given(
    most=st.integers(1, 5),
    begun=st.lists(st.tuples(CLIENTS, st.integers(0, 2), st.none() | st.integers(0, 30))),
)
def test_whoever_comes_a_game_of_a_client_with_most_goes(
    most: int, begun: list[tuple[str, int, int | None]]
) -> None:
    """Clients begin games, watch them, and return to earlier ones."""
    dropped: list[Play] = []
    games = Games(most, dropped.append)
    here: dict[str, Play] = {}
    for client, watchers, back in begun:
        if back is not None and here:
            games.find(list(here)[back % len(here)])
        newest = play(client, watchers)
        counts = Counter(held_play.client for held_play in here.values()) + Counter([client])
        gone = len(dropped)
        here[games.add(newest)] = newest
        others = [
            counts[held_play.client] for held_play in here.values() if held_play is not newest
        ]
        for held_play in dropped[gone:]:
            assert held_play.is_closed
            assert held_play is not newest
            assert counts[held_play.client] == max(others)
            here = {name: other for name, other in here.items() if other is not held_play}
        assert len(here) <= most
        assert all(games.find(name) is held_play for name, held_play in here.items())


def test_a_game_that_could_not_make_room_is_not_there() -> None:
    def refuse(_: Play) -> None:
        raise RuntimeError("the bot cannot be stopped")

    games = Games(1, refuse)
    games.add(play("a"))
    newest = play("b")
    with pytest.raises(RuntimeError):
        games.add(newest)
    assert newest not in games._games.values()

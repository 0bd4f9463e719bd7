"""Which game goes when there is room for no more."""

from __future__ import annotations

import pytest

from arena.site.errors import Refusal
from arena.site.play.game_store import Games
from arena.site.play.new_game_form import NewGameForm
from arena.site.play.watched_game import Play
from tests.formats.games.example_games import SHORT


@pytest.fixture(name="dropped")
def make_dropped() -> list[Play]:
    return []


@pytest.fixture(name="games")
def make_games(dropped: list[Play]) -> Games:
    return Games(6, dropped.append)


def play(client: str, watchers: int = 0) -> Play:
    made = NewGameForm({"game": SHORT}, b"", {}).play()
    made.client, made.watchers = client, watchers
    return made


def test_who_begins_games_by_the_hundred_takes_his_own_away(
    games: Games, dropped: list[Play]
) -> None:
    honest = {games.add(one): one for one in (play("a"), play("b", watchers=1))}
    for _ in range(100):
        games.add(play("many", watchers=1))
    assert all(games.named(name) is one for name, one in honest.items())
    assert {one.client for one in dropped} == {"many"}
    assert all(one.is_closed for one in dropped)


def test_what_is_watched_goes_last(games: Games, dropped: list[Play]) -> None:
    watched = [games.add(play("class", watchers=1)) for _ in range(3)]
    for _ in range(20):
        games.add(play("class"))
    assert [games.named(name).watchers for name in watched] == [1, 1, 1]
    assert all(not one.watchers for one in dropped)


def test_the_one_left_alone_longest_goes(games: Games) -> None:
    names = [games.add(play("class")) for _ in range(6)]
    games.named(names[0])
    games.add(play("class"))
    with pytest.raises(Refusal):
        games.named(names[1])
    games.named(names[0])


def test_a_new_game_is_there_even_if_all_others_are_watched(games: Games) -> None:
    for _ in range(6):
        games.add(play("class", watchers=1))
    newest = play("class")
    assert games.named(games.add(newest)) is newest

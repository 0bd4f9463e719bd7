"""The cost of a disqualification, against tournaments worked out by hand.

The tables are round robins of three, in which Berger has b-c, then a-b, then c-a.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from tests.tournaments.schedules.playing import names, results
from tournaments.schedules import follow
from tournaments.schedules.round_robin import RoundRobin
from tournaments.standings.match import GameResult
from tournaments.standings.places import crosstable, standings
from tournaments.standings.rating import games_of
from tournaments.standings.scoring import Penalty, Removed, Scoring
from tournaments.standings.state import TournamentProgress

THREE = RoundRobin(names(3))


def progress(table: str, scoring: Scoring, starts: int = 1) -> TournamentProgress:
    return follow(THREE, results(table), starts, scoring)


def points(table: TournamentProgress) -> dict[str, float]:
    return {line.entrant: float(line.row.points) for line in standings(THREE, table)}


def to_play(table: TournamentProgress) -> list[str]:
    return [scheduled_game.id for scheduled_game in table.to_play()]


FIRST = """
1/b/c/1a A
1/b/c/1b A!
"""
"""Results: c has A in game 1b; b wins the first game and is disqualified in the second."""

REST = """
2/a/b/1a A
2/a/b/1b A
3/c/a/1a A
3/c/a/1b A
"""
"""Results: A wins every game."""


def test_disqualification_loses_the_game() -> None:
    state = progress(FIRST + REST, Scoring(disqualification=Penalty.GAME))
    assert to_play(state) == []
    assert points(state) == {"a": 2, "b": 2, "c": 2}
    assert {line.entrant: line.row.disqualifications for line in standings(THREE, state)} == {
        "a": 0,
        "b": 1,
        "c": 0,
    }


def test_disqualification_loses_the_match_with_what_was_won_in_it() -> None:
    state = progress(FIRST + REST, Scoring(disqualification=Penalty.MATCH))
    assert points(state) == {"c": 3, "a": 2, "b": 1}
    assert not any(line.disqualified for line in standings(THREE, state))


def test_games_of_the_match_that_come_later_are_not_played() -> None:
    state = progress("1/b/c/1a B!", Scoring(disqualification=Penalty.MATCH), starts=2)
    assert to_play(state)[0] == "2/a/b/1a"
    assert points(state) == {"c": 4, "a": 0, "b": 0}


def test_games_of_the_match_that_come_earlier_are_played_all_the_same() -> None:
    """Otherwise the table would depend on which of two parallel games ends first."""
    state = progress("1/b/c/1b A!", Scoring(disqualification=Penalty.MATCH))
    assert to_play(state)[0] == "1/b/c/1a"


def test_the_first_disqualification_of_a_match_counts() -> None:
    """Both were disqualified in parallel games."""
    table = "1/b/c/1a A!\n1/b/c/1b A!" + REST
    state = progress(table, Scoring(disqualification=Penalty.MATCH))
    assert points(state) == {"b": 3, "a": 2, "c": 1}
    assert [line.row.disqualifications for line in standings(THREE, state)] == [0, 0, 1]


def out(removed: Removed, table: str = FIRST) -> TournamentProgress:
    return progress(table, Scoring(disqualification=Penalty.TOURNAMENT, removed=removed))


@pytest.mark.parametrize("removed", list(Removed))
def test_an_entrant_that_is_out_plays_no_more_and_stands_last_without_a_bonus(
    removed: Removed,
) -> None:
    state = out(removed)
    assert to_play(state) == ["3/c/a/1a", "3/c/a/1b"]
    state = out(removed, FIRST + "3/c/a/1a D\n3/c/a/1b D")
    assert to_play(state) == []
    lines = standings(THREE, state, [Fraction(10), Fraction(5), Fraction(3)])
    assert [line.entrant for line in lines if line.disqualified] == ["b"] == [lines[-1].entrant]
    assert lines[-1].bonus == 0


@pytest.mark.parametrize(
    ("removed", "expected"),
    [
        (Removed.LOST, {"a": 3, "c": 3, "b": 0}),  # 2 each of b, and their own draws
        (Removed.ANNULLED, {"a": 1, "c": 1, "b": 0}),  # their draws alone
        (Removed.STAND, {"a": 3, "c": 2, "b": 1}),  # a has never met b, and has 2 of him
    ],
)
def test_games_of_an_entrant_that_is_out_count_as_decided(
    removed: Removed, expected: dict[str, float]
) -> None:
    state = out(removed, FIRST + "3/c/a/1a D\n3/c/a/1b D")
    assert points(state) == expected


def test_an_entrant_that_is_out_stands_last_even_with_most_points() -> None:
    """Entrant a wins all games but the last, in which it is disqualified."""
    table = "1/b/c/1a D\n1/b/c/1b D\n2/a/b/1a A\n2/a/b/1b B\n3/c/a/1a B\n3/c/a/1b B!"
    state = out(Removed.STAND, table)
    assert points(state) == {"b": 1, "c": 2, "a": 3}
    assert [line.entrant for line in standings(THREE, state)] == ["c", "b", "a"]


def test_games_between_two_who_are_out_count_for_neither() -> None:
    """Entrant b is out in its match with c, and c in its next match, with a."""
    scoring = Scoring(disqualification=Penalty.TOURNAMENT, tie_breaks=())
    state = progress(FIRST + "3/c/a/1a B!", scoring)
    assert to_play(state) == []
    assert set(state.out) == {"b", "c"}
    assert points(state) == {"a": 4, "b": 0, "c": 0}
    assert [(line.place, line.shared) for line in standings(THREE, state)] == [
        *[(1, 1), (2, 2), (2, 2)]
    ]


def test_a_result_that_a_disqualification_made_needless_does_not_count() -> None:
    """The second match of b was parallel to the first, in which it was disqualified."""
    needless = "2/a/b/1a B 7 7"
    with_it, without = (out(Removed.STAND, FIRST + more) for more in (needless, ""))
    assert standings(THREE, with_it) == standings(THREE, without)


def test_awarded_games_take_no_time_and_say_nothing_of_strength() -> None:
    state = out(Removed.LOST, "1/b/c/1a A 1 2\n1/b/c/1b A! 3 4\n3/c/a/1a D 5 6\n3/c/a/1b D 5 6")
    rows = {line.entrant: line.row for line in standings(THREE, state)}
    assert (rows["a"].seconds, rows["a"].timed, rows["a"].games) == (Decimal(11), 2, 4)
    assert (rows["c"].seconds, rows["c"].timed) == (Decimal(3 + 5 + 6), 3)
    rated = [(game.first, game.second, game.winner) for game in games_of(state)]
    assert rated == [("c", "b", "A"), ("c", "a", "D"), ("a", "c", "D")]


def test_running_out_of_time_is_a_loss_and_no_more() -> None:
    state = progress("1/b/c/1a A\n1/b/c/1b A", Scoring(disqualification=Penalty.TOURNAMENT))
    assert state.out == {}


def test_a_draw_disqualifies_nobody() -> None:
    with pytest.raises(AssertionError):
        GameResult("1/a/b/1a", "a", "b", "D", disqualified=True)


def test_crosstable_shows_the_games_of_both_sides() -> None:
    table = crosstable(progress(FIRST + "3/c/a/1a D", Scoring()))
    assert set(table) == {("b", "c"), ("c", "b"), ("c", "a"), ("a", "c")}
    assert [game.scheduled_game.id for game in table["c", "b"].games] == ["1/b/c/1a", "1/b/c/1b"]
    assert {pair: float(cell.points) for pair, cell in table.items()} == {
        ("b", "c"): 1,
        ("c", "b"): 1,
        ("c", "a"): 0.5,
        ("a", "c"): 0.5,
    }


def test_ids_and_numbers_of_games() -> None:
    """Three entrants on two starts: the fourth game of the second match is game 8."""
    games = list(follow(THREE, [], starts=2).to_play())
    assert [game.number for game in games] == list(range(1, 13))
    assert (games[7].id, games[7].first, games[7].second) == ("2/a/b/2b", "b", "a")
    assert (games[7].start, games[7].swapped) == (1, True)

"""Swiss rounds against pairings made by hand, and the hard case that needs a matching."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from formats.outcome import Winner
from tests.tournaments.schedules.playing import names, pairs, play_all, stronger
from tournaments.schedules import follow
from tournaments.schedules.swiss import Swiss, SwissEntrant, has_perfect_matching, pair_round
from tournaments.standings.match import GameResult, ScheduledGame
from tournaments.standings.places import standings
from tournaments.standings.scoring import Penalty, Scoring


def met(round_: list[str]) -> list[set[str]]:
    return [set(pair.split("-")) for pair in round_]


def test_eight_where_the_stronger_always_wins() -> None:
    """Entrant a would meet c in the second round; but both have had A, and b and d have not."""
    progress = play_all(Swiss(names(8), 3))
    assert met(pairs(progress, 1)) == [{"a", "e"}, {"b", "f"}, {"c", "g"}, {"d", "h"}]
    assert met(pairs(progress, 2)) == [{"a", "d"}, {"b", "c"}, {"e", "h"}, {"f", "g"}]
    third = met(pairs(progress, 3))
    assert third[0] == {"a", "b"}
    assert third[-1] == {"g", "h"}
    assert all(len(pair & {"c", "d"}) == 1 for pair in third[1:3])


def test_the_first_round_is_begun_by_turns_the_first_pair_by_lot() -> None:
    first_players = {
        "".join(p[0] for p in pairs(play_all(Swiss(names(8), 1, seed=s)), 1)) for s in range(9)
    }
    assert first_players == {"afch", "ebgd"}


def test_the_same_seed_gives_the_same_rounds() -> None:
    first, second = (play_all(Swiss(names(9), seed=5)) for _ in range(2))
    assert list(first.match_results.values()) == list(second.match_results.values())


def test_bye_goes_to_the_lowest_and_never_twice() -> None:
    """The byes of five entrants go to e, d, and then c, the lowest without a bye."""
    progress = play_all(Swiss(names(5), 3))
    resting = [set("abcde") - set("".join(pairs(progress, n))) for n in (1, 2, 3)]
    assert resting == [{"e"}, {"d"}, {"c"}]


def test_a_bye_is_a_match_won() -> None:
    schedule = Swiss(names(3), 1)
    progress = follow(schedule, [], starts=3)
    assert progress.byes == {"c": 1}
    (first, *_) = standings(schedule, progress)
    assert (first.entrant, first.row.games, first.row.byes) == ("c", 0, 1)
    assert first.row.points == 6


def test_second_round_waits_for_the_last_game_of_the_first() -> None:
    schedule = Swiss(names(4), 2)
    games = [game for game in play_all(schedule).results.values() if game.game.startswith("1/")]
    assert pairs(follow(schedule, games[:-1]), 2) == []
    assert len(pairs(follow(schedule, games), 2)) == 2


def test_an_entrant_that_is_out_is_paired_no_more() -> None:
    def decide(scheduled_game: ScheduledGame) -> GameResult:
        result = stronger(scheduled_game)
        return replace(result, disqualified=result.loser == "d")

    scoring = Scoring(disqualification=Penalty.TOURNAMENT)
    schedule = Swiss(names(5), 3)
    progress = play_all(schedule, decide, scoring=scoring)
    assert set(progress.out) == {"d"}
    assert not any("d" in pair for n in (2, 3) for pair in pairs(progress, n))
    assert standings(schedule, progress)[-1].entrant == "d"


def test_rounds_unless_an_event_says_how_many() -> None:
    assert [len(Swiss(names(n)).round_sizes()) for n in (2, 3, 4, 8, 16, 30)] == [1, 2, 2, 4, 6, 7]


def test_more_rounds_than_are_sure_to_be_paired_are_a_fault() -> None:
    (fault,) = Swiss(names(6), 4).faults()
    assert (fault.kind.code, fault.place) == ("E303", "rounds")
    assert not list(Swiss(names(6), 3).faults())
    assert not list(Swiss(names(5), 3).faults())


def test_a_round_more_might_have_no_pairing() -> None:
    """Six in two threes, each of which has met all of the other: three rounds, and no fourth."""
    teams = [("abc", "def"), ("def", "abc")]
    entrants = [SwissEntrant(p, met=frozenset(foes)) for own, foes in teams for p in own]
    assert pair_round(tuple(entrants)) is None


def test_when_nobody_is_left_to_meet_it_ends() -> None:
    """Entrant a of four is out in round 1: two rounds later the other three have all met."""

    def decide(scheduled_game: ScheduledGame) -> GameResult:
        winner: Winner = "B" if scheduled_game.first == "a" else "A"
        result = GameResult(scheduled_game.id, scheduled_game.first, scheduled_game.second, winner)
        return replace(result, disqualified="a" in scheduled_game.match.entrants)

    schedule = Swiss(names(4), 3)
    progress = play_all(schedule, decide, scoring=Scoring(disqualification=Penalty.TOURNAMENT))
    assert set(progress.out) == {"a"}
    assert [len(pairs(progress, n)) for n in (1, 2, 3)] == [2, 1, 1]
    assert pair_round(tuple(schedule.ranking(progress))) is None


def test_a_good_looking_pair_is_given_up_where_the_rest_could_not_be_paired() -> None:
    """The best opponent of a is b, but c and d have met: so a must meet one of them."""
    entrants = (
        SwissEntrant("a"),
        SwissEntrant("b"),
        SwissEntrant("c", met=frozenset("d")),
        SwissEntrant("d", met=frozenset("c")),
    )
    pairing = pair_round(entrants)
    assert pairing is not None
    assert {frozenset(pair) for pair in pairing.pairs} in (
        {frozenset("ac"), frozenset("bd")},
        {frozenset("ad"), frozenset("bc")},
    )


def test_no_round_where_there_is_none() -> None:
    """Three who have all met each other, and a fourth."""
    three = [SwissEntrant(name, met=frozenset("abc") - {name}) for name in "abc"]
    assert pair_round((*three, SwissEntrant("d"))) is None
    assert pair_round((SwissEntrant("a", had_bye=True),)) is None


def test_nobody_begins_for_the_third_time_more_if_it_can_be_avoided() -> None:
    ab = [SwissEntrant(name, surplus=2, began_last=True) for name in "ab"]
    cd = [SwissEntrant(name, surplus=-2, began_last=False) for name in "cd"]
    pairing = pair_round((*ab, *cd))
    assert pairing is not None
    assert {pair[0] for pair in pairing.pairs} == {"c", "d"}
    only = pair_round(tuple(ab))
    assert only is not None
    assert only.pairs == (("b", "a"),)


@pytest.mark.parametrize("seed", range(40))
def test_matching_finds_what_trying_everything_finds(seed: int) -> None:
    random = Random(seed)
    count = random.choice([2, 4, 6, 8, 10])
    chance = random.uniform(0.1, 0.5)
    edges = [pair for pair in combinations(range(count), 2) if random.random() < chance]
    joined = [[b if a == n else a for a, b in edges if n in (a, b)] for n in range(count)]
    assert has_perfect_matching(joined) == by_trying(frozenset(range(count)), set(edges))


def by_trying(left: frozenset[int], edges: set[tuple[int, int]]) -> bool:
    if not left:
        return True
    first = min(left)
    return any(by_trying(left - {first, other}, edges) for other in left if (first, other) in edges)


def test_matching_goes_round_blossoms() -> None:
    """Two triangles on a path: each must give its outer vertex pair away round the circle."""
    edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)]
    joined = [[b if a == n else a for a, b in edges if n in (a, b)] for n in range(6)]
    assert has_perfect_matching(joined)
    assert not has_perfect_matching([[1, 2], [0, 2], [0, 1]])
    assert has_perfect_matching([])

"""Brackets, byes, the match for the third place, and the decision of tied matches."""

from __future__ import annotations

import pytest

from tests.tournaments.schedules.playing import as_in, by_lot, names, pairs, play_all, results
from tournaments.schedules import follow
from tournaments.schedules.knockout import (
    BY_LOT,
    BY_LOT_AFTER_ALL,
    BY_PLAY_OFF,
    BY_SEED,
    BY_TIME,
    FINAL,
    LOT,
    PLAY_OFF,
    SEED,
    SEMI_FINAL,
    THIRD_PLACE,
    TIME,
    Knockout,
)
from tournaments.standings.places import standings
from tournaments.standings.scoring import Penalty, Scoring
from tournaments.standings.state import TeacherDecisions, TournamentProgress


def places(schedule: Knockout, progress: TournamentProgress) -> list[tuple[int, str]]:
    return [(standing.place, standing.entrant) for standing in standings(schedule, progress)]


def test_eight_by_their_seeds() -> None:
    schedule = Knockout(names(8))
    progress = play_all(schedule)
    assert pairs(progress, 1) == ["a-h", "d-e", "b-g", "c-f"]
    assert pairs(progress, 2) == ["a-d", "b-c"]
    assert pairs(progress, 3) == ["d-c", "a-b"]
    assert places(schedule, progress) == [
        *[(1, "a"), (2, "b"), (3, "c"), (4, "d")],
        *[(5, "e"), (5, "f"), (5, "g"), (5, "h")],
    ]


def test_matches_have_names_and_the_third_place_is_played_before_the_final() -> None:
    titles = [
        match_result.match.title
        for match_result in play_all(Knockout(names(8))).match_results.values()
    ]
    assert titles == [None] * 4 + [SEMI_FINAL] * 2 + [THIRD_PLACE, FINAL]


def test_byes_go_to_the_highest_seeds() -> None:
    schedule = Knockout(names(6))
    progress = play_all(schedule)
    assert pairs(progress, 1) == ["d-e", "c-f"]
    assert pairs(progress, 2) == ["a-d", "b-c"]
    assert schedule.round_sizes() == (2, 2, 2)
    assert [match_result.match.number for match_result in progress.match_results.values()] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


@pytest.mark.parametrize(
    ("count", "sizes"), [(2, (1,)), (3, (1, 1)), (4, (2, 2)), (5, (1, 2, 2)), (9, (1, 4, 2, 2))]
)
def test_sizes_of_rounds(count: int, sizes: tuple[int, ...]) -> None:
    assert Knockout(names(count)).round_sizes() == sizes


def test_without_the_match_for_the_third_place_it_is_shared() -> None:
    schedule = Knockout(names(4), third_place=False)
    progress = play_all(schedule)
    assert pairs(progress, 2) == ["a-b"]
    assert places(schedule, progress) == [(1, "a"), (2, "b"), (3, "c"), (3, "d")]


def test_third_of_three_is_who_lost_the_only_semi_final() -> None:
    schedule = Knockout(names(3))
    assert places(schedule, play_all(schedule)) == [(1, "a"), (2, "b"), (3, "c")]


def test_a_later_match_is_played_as_soon_as_both_are_known() -> None:
    progress = follow(Knockout(names(8)), results("1/a/h/1a A\n1/a/h/1b D\n1/d/e/1a A\n1/d/e/1b D"))
    assert [game.id for game in progress.to_play()][:2] == ["1/b/g/1a", "1/b/g/1b"]
    assert [game.id for game in progress.to_play()][-2:] == ["2/a/d/1a", "2/a/d/1b"]


def winner_of(table: str, starts: int = 1, ties: str = TIME) -> str:
    schedule = Knockout(("a", "b"), ties=ties)
    progress = follow(schedule, results(table), starts)
    assert not list(progress.to_play())
    return standings(schedule, progress)[0].entrant


def test_more_points_win() -> None:
    assert winner_of("1/a/b/1a D\n1/a/b/1b A") == "b"


TIED = "1/a/b/1a A 5 4\n1/a/b/1b A 5 5.5"


def winner_and_tie(table: str, ties: str, seed: int = 0) -> tuple[str | None, object]:
    """Return the winner of a match of two, and the rule that decided it."""
    schedule = Knockout(("a", "b"), ties=ties, seed=seed)
    (place,) = schedule.bracket(follow(schedule, results(table)))
    return place.winner, place.tie


def test_a_tie_is_played_off_in_two_games_on_a_start_of_their_own() -> None:
    progress = follow(Knockout(("a", "b")), results(TIED))
    assert [(game.id, game.number) for game in progress.to_play()] == [
        *(("1/a/b/2a", 3), ("1/a/b/2b", 4))
    ]
    assert winner_and_tie(TIED, PLAY_OFF) == (None, None)
    assert winner_and_tie(TIED + "\n1/a/b/2a B\n1/a/b/2b D", PLAY_OFF) == ("b", BY_PLAY_OFF)
    assert winner_and_tie(TIED + "\n1/a/b/2a A\n1/a/b/2b D", PLAY_OFF) == ("a", BY_PLAY_OFF)


def test_a_play_off_that_is_tied_too_is_decided_by_the_published_seed() -> None:
    table = TIED + "\n1/a/b/2a D\n1/a/b/2b D"
    drawn = [winner_and_tie(table, PLAY_OFF, seed) for seed in range(40)]
    assert {tie for _, tie in drawn} == {BY_LOT_AFTER_ALL}
    assert {winner for winner, _ in drawn} == {"a", "b"}
    assert drawn == [winner_and_tie(table, PLAY_OFF, seed) for seed in range(40)]


def test_the_table_tells_what_decided_a_tie() -> None:
    assert {winner_and_tie(TIED, LOT, seed)[1] for seed in range(9)} == {BY_LOT}
    assert winner_and_tie(TIED, SEED) == ("a", BY_SEED)
    assert winner_and_tie(TIED, TIME) == ("b", BY_TIME)
    assert winner_and_tie("1/a/b/1a D 5 5\n1/a/b/1b D 5 5", TIME) == ("a", BY_SEED)
    assert winner_and_tie("1/a/b/1a A\n1/a/b/1b D", PLAY_OFF) == ("a", None)


def test_processor_time_decides_no_tie_unless_the_event_says_so() -> None:
    slow = "1/a/b/1a A 9 1\n1/a/b/1b A 1 9"
    quick = "1/a/b/1a A 1 9\n1/a/b/1b A 9 1"
    for ties in (PLAY_OFF, LOT, SEED):
        for more in ("", "\n1/a/b/2a D\n1/a/b/2b D"):
            assert winner_and_tie(slow + more, ties) == winner_and_tie(quick + more, ties)
    assert winner_and_tie(slow, TIME) != winner_and_tie(quick, TIME)


def test_the_bracket_tells_of_places_that_nobody_has_yet() -> None:
    schedule = Knockout(names(6))
    places = schedule.bracket(follow(schedule, []))
    assert [place.entrants for place in places] == [
        *(("a", ""), ("d", "e"), ("b", ""), ("c", "f")),
        *(("a", None), ("b", None), (None, None), (None, None)),
    ]


def test_equal_points_more_wins_as_second() -> None:
    """Both have two points; b won one of its games with B, a none."""
    table = "1/a/b/1a B 1 9\n1/a/b/1b D 9 1\n1/a/b/2a A 1 9\n1/a/b/2b D 9 1"
    assert winner_of(table, starts=2) == "b"


def test_equal_wins_as_second_less_time() -> None:
    assert winner_of("1/a/b/1a A 5 4\n1/a/b/1b A 5 5.5") == "b"
    assert winner_of("1/a/b/1a A 5 4\n1/a/b/1b A 6 4.5") == "a"


def test_equal_time_higher_seed() -> None:
    assert winner_of("1/a/b/1a D 5 5\n1/a/b/1b D 5 5") == "a"


@pytest.mark.parametrize("penalty", list(Penalty))
def test_disqualification_loses_the_match_unless_it_costs_the_game_alone(penalty: Penalty) -> None:
    """Entrant a won the first game and was disqualified in the second."""
    table = "1/a/b/1a A\n1/a/b/1b A!\n1/a/b/2a A\n1/a/b/2b B"
    schedule = Knockout(("a", "b"))
    progress = follow(schedule, results(table), 2, Scoring(disqualification=penalty))
    expected = "a" if penalty is Penalty.GAME else "b"
    assert standings(schedule, progress)[0].entrant == expected


def test_an_entrant_that_is_out_leaves_its_place_to_its_opponent() -> None:
    """First a beats d, then is disqualified against b: d does not come back, and a stands last."""
    schedule = Knockout(names(4), third_place=False)
    scoring = Scoring(disqualification=Penalty.TOURNAMENT)
    table = "1/a/d/1a A\n1/a/d/1b B\n1/b/c/1a A\n1/b/c/1b B\n2/a/b/1a B!"
    progress = follow(schedule, results(table), 1, scoring)
    assert not list(progress.to_play())
    assert places(schedule, progress) == [(1, "b"), (2, "c"), (2, "d"), (4, "a")]


def test_third_place_goes_to_who_is_left_without_a_game() -> None:
    schedule = Knockout(names(4))
    scoring = Scoring(disqualification=Penalty.TOURNAMENT)
    table = "1/a/d/1a A!\n1/b/c/1a A\n1/b/c/1b B\n2/a/b/1a A\n2/a/b/1b B"
    progress = follow(schedule, results(table), 1, scoring)
    assert not list(progress.to_play())
    assert places(schedule, progress) == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]


def test_a_match_whose_games_are_all_annulled_is_lost_by_both() -> None:
    """The semi-final a-d does not count, and b beats c: b wins the final without a game."""
    schedule = Knockout(names(4))
    decisions = TeacherDecisions(annulled={"1/a/d/1a", "1/a/d/1b"})
    table = "1/a/d/1a A\n1/a/d/1b B\n1/b/c/1a A\n1/b/c/1b B"
    progress = follow(schedule, results(table), 1, Scoring(), decisions)
    assert not list(progress.to_play())
    assert [match.winner for match in schedule.bracket(progress)] == ["", "b", "c", "b"]
    assert places(schedule, progress) == [(1, "b"), (2, "c"), (3, "a"), (3, "d")]


def test_an_annulled_final_has_no_winner() -> None:
    schedule = Knockout(("a", "b"))
    decisions = TeacherDecisions(annulled={"1/a/b/1a", "1/a/b/1b"})
    progress = follow(schedule, results("1/a/b/1a A\n1/a/b/1b B"), 1, Scoring(), decisions)
    assert places(schedule, progress) == [(1, "a"), (1, "b")]


def test_everybody_finds_out_in_a_bracket_of_any_size() -> None:
    for count in range(2, 40):
        schedule = Knockout(names(count))
        progress = play_all(schedule, by_lot(count))
        assert len(progress.match_results) == count - 1 + (count >= 4)


def test_an_upset_goes_on() -> None:
    table = """
      a  b  c  d
    a .  11 11 00
    b .  .  11 11
    c .  .  .  11
    """
    schedule = Knockout(names(4))
    assert places(schedule, play_all(schedule, as_in(table))) == [
        *[(1, "b"), (2, "d"), (3, "a"), (4, "c")]
    ]

"""The Berger tables as chess federations print them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.schedules.playing import names, pairs, play_all
from tournaments.schedules.round_robin import RoundRobin
from tournaments.standings.state import TournamentProgress

FOUR = ["a-d b-c", "d-c a-b", "b-d c-a"]
SIX = ["a-f b-e c-d", "f-d e-c a-b", "b-f c-a d-e", "f-e a-d b-c", "c-f d-b e-a"]
EIGHT = [
    "a-h b-g c-f d-e",
    "h-e f-d g-c a-b",
    "b-h c-a d-g e-f",
    "h-f g-e a-d b-c",
    "c-h d-b e-a f-g",
    "h-g a-f b-e c-d",
    "d-h e-c f-b g-a",
]


@pytest.mark.parametrize("table", [FOUR, SIX, EIGHT], ids=["4", "6", "8"])
def test_rounds_are_bergers(table: list[str]) -> None:
    progress = play_all(RoundRobin(names(len(table) + 1)))
    assert [" ".join(pairs(progress, n)) for n in range(1, len(table) + 1)] == table


def test_with_an_odd_number_who_would_meet_the_last_has_a_bye() -> None:
    progress = play_all(RoundRobin(names(5)))
    assert [" ".join(pairs(progress, n)) for n in range(1, 6)] == [
        "b-e c-d",
        "e-c a-b",
        "c-a d-e",
        "a-d b-c",
        "d-b e-a",
    ]


def test_the_second_cycle_changes_the_sides_and_the_third_changes_them_back() -> None:
    progress = play_all(RoundRobin(names(4), cycles=3))
    assert [" ".join(pairs(progress, n)) for n in range(1, 10)] == [
        *FOUR,
        *("d-a c-b", "c-d b-a", "d-b a-c"),
        *FOUR,
    ]


def test_everything_can_be_played_at_once() -> None:
    schedule = RoundRobin(names(30))
    assert schedule.waves() == (435,)
    assert schedule.round_sizes() == (15,) * 29
    assert schedule.games() == 870


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_play_nothing_and_are_told(count: int) -> None:
    schedule = RoundRobin(names(count))
    assert list(schedule.matches(TournamentProgress({}))) == []
    (fault,) = schedule.faults()
    assert fault.kind.code == "E301"
    assert str(count) in fault.sentence()


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("late", [1, 2, 3])
def test_latecomers_meet_everybody_and_change_nothing_of_what_was_before(
    late: int, cycles: int
) -> None:
    everybody = tuple("abcdefgh"[: 4 + late])
    before = list(RoundRobin(everybody[:4], cycles=cycles).matches(TournamentProgress({})))
    schedule = RoundRobin(everybody, cycles=cycles, late=late)
    matches = list(schedule.matches(TournamentProgress({})))
    assert matches[: len(before)] == before
    assert [match.number for match in matches] == list(range(1, len(matches) + 1))
    met = Counter(frozenset(match.entrants) for match in matches)
    assert met == {frozenset(pair): cycles for pair in combinations(everybody, 2)}
    for name in everybody[4:]:
        began = sum(match.first == name for match in matches[len(before) :])
        own = sum(name in match.entrants for match in matches[len(before) :])
        assert abs(2 * began - own) <= late
    assert schedule.games() == 2 * len(matches)

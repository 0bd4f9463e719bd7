"""Picked formats for numbers of entrants and times, computed by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.tournaments.schedules.playing import names
from tournaments.event.auto_format import (
    Conditions,
    duration,
    duration_text,
    most_seconds,
    pick_format,
)
from tournaments.event.model import GameLimits
from tournaments.schedules.knockout import Knockout
from tournaments.schedules.round_robin import RoundRobin

MINUTE = 60
HOUR = 3600


def conditions(entrants: int, evening: float, parallel_games: int = 2) -> Conditions:
    return Conditions(entrants, 1, MINUTE, parallel_games, evening)


@pytest.mark.parametrize(
    ("entrants", "evening", "name", "options"),
    [
        # 30: a round robin is 870 games, 435 minutes; three groups and a final 300, so 150
        (30, 435 * MINUTE, "round-robin", {}),
        (30, 434 * MINUTE, "groups", {"groups": 2, "advance": 2}),
        (30, 3 * HOUR, "groups", {"groups": 3, "advance": 2}),
        # a Swiss of 7 rounds is 210 games, 15 at a time for each of two cores, so 105 minutes
        (30, 105 * MINUTE, "swiss", {"rounds": 7}),
        (30, 104 * MINUTE, "swiss", {"rounds": 6}),
        (30, 75 * MINUTE, "swiss", {"rounds": 5}),
        (30, 74 * MINUTE, "knockout", {}),
        (2, MINUTE, "round-robin", {}),
        (2, 1, "knockout", {}),
        (3, 1, "knockout", {}),
    ],
)
def test_pick(entrants: int, evening: float, name: str, options: dict[str, int]) -> None:
    picked = pick_format(conditions(entrants, evening))
    assert (picked.format.name, picked.format.options) == (name, options)


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 9, 10, 17, 64])
def test_the_chosen_format_ends_in_time_if_any_does(entrants: int) -> None:
    least = duration(Knockout(names(entrants)), conditions(entrants, 0))
    for minutes in range(0, 400, 7):
        picked = pick_format(conditions(entrants, minutes * MINUTE))
        assert picked.fits == (picked.seconds <= minutes * MINUTE)
        assert picked.fits or minutes * MINUTE < least
        schedule = picked.format.schedule(names(entrants), 0)
        assert not list(schedule.faults())
        assert schedule.games() == picked.games


def test_a_round_that_waits_leaves_cores_idle() -> None:
    """Four in a knockout: two rounds of four games each; on three cores each takes two minutes."""
    assert (
        duration(Knockout(names(4), ties="lot"), conditions(4, 0, parallel_games=3)) == 4 * MINUTE
    )
    assert duration(Knockout(names(4)), conditions(4, 0, parallel_games=3)) == 8 * MINUTE, (
        "all tied"
    )
    assert duration(RoundRobin(names(4)), conditions(4, 0, parallel_games=3)) == 4 * MINUTE
    assert duration(RoundRobin(names(4)), conditions(4, 0, parallel_games=12)) == MINUTE


def test_a_game_takes_both_times_and_what_starting_takes() -> None:
    assert most_seconds(GameLimits(time=Decimal(30)), 60) == 63
    assert most_seconds(GameLimits(time=Decimal(30)), None) == 65


def test_sentences() -> None:
    picked = pick_format(conditions(30, 3 * HOUR))
    assert picked.sentence() == (
        "the format is 3 groups, 2 of each going on to a final: 300 games, at most 2 h 30 min "
        "with 2 at a time, and there are 3 h"
    )
    assert picked.sentence("ru") == (
        "формат — группы (3), из каждой в финал выходят 2: партий 300, по 2 одновременно это не "
        "дольше 2 ч 30 мин, а есть 3 ч"
    )


def test_sentence_where_there_is_no_time() -> None:
    picked = pick_format(conditions(30, 10 * MINUTE))
    assert picked.sentence() == (
        "the format is knockout, with the fewest games, 60; but with 2 at a time they can "
        "take 1 h, and there are 10 min"
    )
    assert "турнир на выбывание" in picked.sentence("ru")


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0, "0 s"),
        (0.2, "1 s"),
        (59, "59 s"),
        (60, "1 min"),
        (90, "1 min 30 s"),
        (3599.5, "1 h"),
        (3601, "1 h 1 min"),
        (9000, "2 h 30 min"),
    ],
)
def test_periods(seconds: float, expected: str) -> None:
    assert duration_text(seconds) == expected

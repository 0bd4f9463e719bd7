"""Invariants of every format, for any number of entrants and any results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournaments.schedules
from tests.tournaments.schedules.playing import by_lot, names, play_all
from tournaments.schedules import Schedule, all_schedules
from tournaments.schedules.groups import Groups
from tournaments.schedules.knockout import Knockout
from tournaments.schedules.round_robin import RoundRobin
from tournaments.schedules.swiss import Swiss
from tournaments.standings.match import ScheduledGame, ScheduledMatch
from tournaments.standings.places import standings
from tournaments.standings.scoring import Penalty, Removed, Scoring
from tournaments.standings.state import TournamentProgress

Draw = Callable[[st.SearchStrategy[int]], int]

FOLDER = Path(tournaments.schedules.__file__).parent


@st.composite
def schedules(draw: Draw, most: int = 24) -> Schedule:
    """A schedule with some options that can be played."""
    count = draw(st.integers(2, most))
    entrants = names(count)
    kinds: list[Schedule] = [
        RoundRobin(entrants, draw(st.integers(1, 2))),
        Knockout(entrants, draw(st.integers(0, 1)) == 1),
        Swiss(entrants, draw(st.integers(0, (count + 1) // 2)), seed=draw(st.integers(0, 9))),
        Groups(
            entrants,
            draw(st.integers(2, max(2, count // 2))),
            draw(st.integers(1, 2)),
            draw(st.integers(1, 2)),
            ("round-robin", "knockout")[draw(st.integers(0, 1))],
        ),
    ]
    possible = [kind for kind in kinds if not list(kind.faults())]
    return possible[draw(st.integers(0, len(possible) - 1))]


def matches(progress: TournamentProgress) -> list[ScheduledMatch]:
    return [match_result.match for match_result in progress.match_results.values()]


def rounds(progress: TournamentProgress) -> list[list[ScheduledMatch]]:
    last = max((match.round for match in matches(progress)), default=0)
    return [[m for m in matches(progress) if m.round == n] for n in range(1, last + 1)]


def test_the_formats_are_those_of_the_folder() -> None:
    names = {path.stem.replace("_", "-") for path in FOLDER.glob("[!_]*.py")}
    assert set(all_schedules()) == names >= {"round-robin", "swiss", "knockout", "groups"}


@given(schedules(), st.integers(0, 99))
@settings(max_examples=40)
def test_nobody_plays_twice_in_a_round_or_against_himself(schedule: Schedule, seed: int) -> None:
    for round_ in rounds(play_all(schedule, by_lot(seed))):
        entrants = [entrant for match in round_ for entrant in match.entrants]
        assert len(set(entrants)) == len(entrants)
        assert set(entrants) <= set(schedule.entrants)


@given(schedules(), st.integers(0, 99))
@settings(max_examples=40)
def test_a_schedule_has_as_many_matches_as_it_announces(schedule: Schedule, seed: int) -> None:
    progress = play_all(schedule, by_lot(seed), starts=2)
    assert tuple(map(len, rounds(progress))) == schedule.round_sizes()
    assert sum(schedule.waves()) == sum(schedule.round_sizes())
    more = [match for match in matches(progress) if match.play_off is not None]
    assert len(progress.results) == schedule.games(starts=2) + 2 * len(more)
    assert len(more) <= sum(schedule.play_offs())


@given(schedules(), st.integers(0, 99))
@settings(max_examples=40)
def test_games_are_numbered_from_one_and_have_ids_of_their_own(s: Schedule, seed: int) -> None:
    progress = play_all(s, by_lot(seed), starts=3)
    games = [game for match in matches(progress) for game in match.games(3)]
    regular = [game.number for game in games if game.start < 3]
    assert sorted(regular) == list(range(1, len(regular) + 1))
    assert min((game.number for game in games if game.start == 3), default=9999) > len(regular)
    assert len({game.number for game in games}) == len(games)
    assert len({game.id for game in games}) == len(games)


@given(schedules(), st.integers(0, 99))
@settings(max_examples=40)
def test_a_match_is_two_games_on_each_start_with_the_sides_swapped(s: Schedule, seed: int) -> None:
    for match in matches(play_all(s, by_lot(seed))):
        games, starts = match.games(3), 3 if match.play_off is None else 4
        assert [game.start for game in games] == [0, 0, 1, 1, 2, 2, 3, 3][: 2 * starts]
        sides = [(game.first, game.second) for game in games]
        assert sides == [match.entrants, match.entrants[::-1]] * starts


@given(schedules(), st.integers(0, 99))
@settings(max_examples=40)
def test_the_table_has_everybody_once_in_unbroken_places(schedule: Schedule, seed: int) -> None:
    table = standings(schedule, play_all(schedule, by_lot(seed)))
    assert sorted(standing.entrant for standing in table) == sorted(schedule.entrants)
    expected: Iterator[int] = iter(range(1, len(table) + 1))
    for standing in table:
        place = next(expected)
        assert standing.place <= place < standing.place + standing.shared


SCORINGS = [
    Scoring(disqualification=penalty, removed=removed)
    for penalty in Penalty
    for removed in (Removed if penalty is Penalty.TOURNAMENT else [Removed.LOST])
]


@pytest.mark.parametrize("scoring", SCORINGS, ids=lambda s: f"{s.disqualification}-{s.removed}")
@given(schedules(most=9), st.integers(0, 9999))
@settings(max_examples=25)
def test_the_table_is_the_same_whatever_game_ends_first(
    scoring: Scoring, schedule: Schedule, seed: int
) -> None:
    """Even with disqualifications, and with games that a result makes needless."""
    random = Random(seed)

    def in_any_order(ready: list[ScheduledGame]) -> list[ScheduledGame]:
        return random.sample(ready, random.randint(1, len(ready)))

    decide = by_lot(seed, faulty=0.1)
    calm = play_all(schedule, decide, scoring=scoring, order=lambda ready: ready[:1])
    wild = play_all(schedule, decide, scoring=scoring, order=in_any_order)
    assert standings(schedule, wild) == standings(schedule, calm)
    assert sorted(matches(wild), key=lambda m: m.number) == sorted(
        matches(calm), key=lambda m: m.number
    )
    assert set(calm.results) <= set(wild.results)


@given(schedules(), st.integers(0, 99))
@settings(max_examples=40)
def test_balanced_sides(schedule: Schedule, seed: int) -> None:
    """Sides are equal in games always, in first games of matches as nearly as possible."""
    progress = play_all(schedule, by_lot(seed))
    firsts = Counter(result.first for result in progress.results.values())
    seconds = Counter(result.second for result in progress.results.values())
    assert firsts == seconds
    if isinstance(schedule, RoundRobin):
        first_moves = Counter(match.first for match in matches(progress))
        met = Counter(match.second for match in matches(progress))
        assert all(abs(first_moves[name] - met[name]) <= 1 for name in schedule.entrants)


@given(st.integers(2, 24), st.integers(1, 3))
@settings(max_examples=40)
def test_round_robin_has_each_pair_once_a_cycle(count: int, cycles: int) -> None:
    progress = play_all(RoundRobin(names(count), cycles))
    pairs = Counter(frozenset(match.entrants) for match in matches(progress))
    assert len(pairs) == count * (count - 1) // 2
    assert set(pairs.values()) == {cycles}
    per_round = [{p for m in round_ for p in m.entrants} for round_ in rounds(progress)]
    assert all(len(entrants) == count - count % 2 for entrants in per_round)


@given(st.integers(4, 26), st.integers(0, 999))
@settings(max_examples=30)
def test_swiss_has_no_rematch_one_bye_each_and_no_lopsided_sides(count: int, seed: int) -> None:
    schedule = Swiss(names(count), (count + 1) // 2, seed=seed)
    progress = play_all(schedule, by_lot(seed))
    pairs = Counter(frozenset(match.entrants) for match in matches(progress))
    assert set(pairs.values()) == {1}
    assert len(pairs) == sum(schedule.round_sizes())
    assert set(progress.byes.values()) <= {1}
    assert progress.byes.total() == (count % 2) * len(schedule.round_sizes())


@given(st.integers(8, 30), st.integers(0, 999))
@settings(max_examples=40)
def test_swiss_balances_who_begins(count: int, seed: int) -> None:
    progress = play_all(Swiss(names(count), seed=seed), by_lot(seed))
    for name in names(count):
        first_moves = [match.first == name for match in matches(progress) if name in match.entrants]
        assert abs(2 * sum(first_moves) - len(first_moves)) <= 2

"""A ladder of 20 bots of known strengths, whose results are drawn by lot: no process plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import exp
from random import Random

import numpy as np
import pytest

from formats.outcome import Winner
from tournaments.ladder.pairing import Pairing
from tournaments.standings.rating import ELO, QUANTILE, Posterior, RatedGame, posterior, rate

STRENGTHS = {f"bot {n}": 60.0 * n for n in range(20)}
NAMES = list(STRENGTHS)
DRAWS, ADVANTAGE = 0.4, 30.0
MATCHES = 400


def random_rated_game(random: Random, first: str, second: str) -> RatedGame:
    """Return a random game by the model of the rating, with weights by hand."""
    half = (STRENGTHS[first] - STRENGTHS[second] + ADVANTAGE) / ELO / 2
    winners: tuple[Winner, ...] = ("A", "D", "B")
    return RatedGame(first, second, *random.choices(winners, (exp(half), DRAWS, exp(-half))))


def both_ways(random: Random, first: str, second: str) -> Iterator[RatedGame]:
    yield random_rated_game(random, first, second)
    yield random_rated_game(random, second, first)


def play_ladder(random: Random, matches: int) -> tuple[list[RatedGame], Counter[frozenset[str]]]:
    """Play matches, each with the most information at its time."""
    games: list[RatedGame] = []
    met: Counter[frozenset[str]] = Counter()
    pairing = Pairing(posterior(NAMES, games), NAMES)
    for number in range(matches):
        if number % 10 == 0:
            pairing = Pairing(posterior(NAMES, games), NAMES)
        choice = pairing.choose(met, 10)
        assert choice
        pairing.apply(choice)
        met[frozenset((choice.first, choice.second))] += 1
        games += both_ways(random, choice.first, choice.second)
    return games, met


def errors_of(ratings: Posterior) -> float:
    """Return the errors of all strengths relative to their average."""
    count = len(NAMES)
    centred = np.eye(count) - 1 / count
    return float(np.trace(centred @ ratings.covariance[:count, :count] @ centred))


def test_ratings_are_within_their_errors_of_a_full_round_robin() -> None:
    random = Random(5)
    games, _ = play_ladder(random, MATCHES)
    robin = [
        game
        for _ in range(10)
        for first, second in combinations(NAMES, 2)
        for game in both_ways(random, first, second)
    ]
    ladder, full = rate(NAMES, games).entrants, rate(NAMES, robin).entrants
    apart = [
        abs(ladder[name].elo - full[name].elo) / np.hypot(ladder[name].error, full[name].error)
        for name in NAMES
    ]
    assert sum(distance <= 1 for distance in apart) >= 18, apart
    assert max(apart) < 1.5
    average = sum(STRENGTHS.values()) / len(NAMES)
    off = [abs(ladder[name].elo - STRENGTHS[name] + average) for name in NAMES]
    assert (
        sum(distance <= ladder[name].error for distance, name in zip(off, NAMES, strict=True)) >= 17
    )


def test_a_ladder_is_more_precise_than_a_round_robin_of_as_many_games() -> None:
    random = Random(6)
    pairs = list(combinations(NAMES, 2))
    games, _ = play_ladder(random, 2 * len(pairs))
    robin = [game for first, second in 2 * pairs for game in both_ways(random, first, second)]
    assert errors_of(posterior(NAMES, games)) < 0.9 * errors_of(posterior(NAMES, robin))


def test_nobody_meets_one_opponent_for_ever() -> None:
    _, met = play_ladder(Random(7), MATCHES)
    assert len(met) > 100
    assert max(met.values()) < 10


def test_an_unknown_version_plays_most() -> None:
    """A new version meets versions that have met often."""
    random = Random(8)
    old = NAMES[:6]
    games = [g for _ in range(20) for a, b in combinations(old, 2) for g in both_ways(random, a, b)]
    entrants = [*old, "new"]
    choice = Pairing(posterior(entrants, games), entrants).choose({}, 10)
    assert choice
    assert "new" in (choice.first, choice.second)


def test_when_all_have_met_as_often_as_they_may_it_ends() -> None:
    games: list[RatedGame] = []
    met: Counter[frozenset[str]] = Counter()
    pairing, three = Pairing(posterior(NAMES[:3], games), NAMES[:3]), 0
    while choice := pairing.choose(met, 1):
        met[frozenset((choice.first, choice.second))] += 1
        three += 1
    assert three == 3


def test_a_new_version_begins_where_the_one_before_stands() -> None:
    games = [RatedGame("old", "other", "A")] * 30 + [RatedGame("other", "old", "B")] * 10
    ratings = posterior(["old", "new", "other"], games, {"new": "old"})
    old, new, other = ratings.likeliest[:3]
    assert new == pytest.approx(old, abs=1e-6)
    assert old > other
    deviation = np.sqrt(
        ratings.covariance[1, 1] + ratings.covariance[0, 0] - 2 * ratings.covariance[0, 1]
    )
    assert deviation * ELO == pytest.approx(200, rel=0.01)
    assert QUANTILE > 1.9

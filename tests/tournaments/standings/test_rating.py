"""Ratings against values computed by hand, and against known strengths."""

from __future__ import annotations

from math import log10, sqrt

import numpy as np
import pytest

from formats.outcome import Winner
from tests.tournaments.schedules.playing import names, play_all, stronger
from tournaments.schedules.round_robin import RoundRobin
from tournaments.standings.rating import ELO, RatedGame, Ratings, games_of, rate

WINNERS: tuple[Winner, ...] = ("A", "D", "B")


def games(first: str, second: str, wins: int, draws: int, losses: int) -> list[RatedGame]:
    counts = zip(WINNERS, (wins, draws, losses), strict=True)
    return [RatedGame(first, second, winner) for winner, count in counts for _ in range(count)]


def difference(ratings: Ratings) -> float:
    return ratings.entrants["a"].elo - ratings.entrants["b"].elo


def test_three_to_one_is_190_elo() -> None:
    """400 log10(3) = 190.8, and so many games that the prior hardly counts."""
    rating = rate(["a", "b"], games("a", "b", 1500, 0, 500) + games("b", "a", 500, 0, 1500))
    assert difference(rating) == pytest.approx(400 * log10(3), abs=0.5)
    assert rating.advantage.elo == pytest.approx(0, abs=1e-6)
    assert rating.draws < 0.001


def test_interval_is_that_of_a_proportion() -> None:
    """The variance of the log-odds of 4000 games with chances of 3 to 1 is 1 / (4000 * 3/16).

    Half the difference is a's, and so is half its error: 0.0183 natural units, 1.96 times that
    is 6.2 Elo.
    """
    rating = rate(["a", "b"], games("a", "b", 1500, 0, 500) + games("b", "a", 500, 0, 1500))
    by_hand = 1.96 * ELO * sqrt(1 / (4000 * 3 / 16)) / 2
    assert rating.entrants["a"].error == pytest.approx(by_hand, rel=0.01)
    assert rating.entrants["b"].error == pytest.approx(by_hand, rel=0.01)


def test_advantage_of_the_first_move() -> None:
    """Equals of whom A wins 2 of 3: 400 log10(2) = 120.4."""
    rating = rate(["a", "b"], games("a", "b", 2000, 0, 1000) + games("b", "a", 2000, 0, 1000))
    assert rating.advantage.elo == pytest.approx(400 * log10(2), abs=0.5)
    assert difference(rating) == pytest.approx(0, abs=1e-6)


def test_draws() -> None:
    """Equals who draw every second game: half of the games between equals are drawn."""
    rating = rate(["a", "b"], games("a", "b", 500, 1000, 500))
    assert rating.draws == pytest.approx(0.5, abs=0.001)
    assert difference(rating) == pytest.approx(0, abs=1e-6)


def test_draws_and_wins() -> None:
    """Davidson: the odds of winning to losing are still those of the strengths: 6 to 2."""
    rating = rate(["a", "b"], games("a", "b", 600, 400, 200) + games("b", "a", 200, 400, 600))
    assert difference(rating) == pytest.approx(400 * log10(3), abs=1)


def test_the_winner_of_all_games_is_not_infinitely_strong() -> None:
    rating = rate(names(3), games_of(play_all(RoundRobin(names(3)))))
    strengths = [rating.entrants[name].elo for name in names(3)]
    assert strengths == sorted(strengths, reverse=True)
    assert 0 < strengths[0] < 1000
    many = rate(names(3), games_of(play_all(RoundRobin(names(3), cycles=50), stronger)))
    assert strengths[0] < many.entrants["a"].elo < 3000


def test_the_average_is_nought() -> None:
    rating = rate(names(5), games("a", "b", 9, 2, 1) + games("c", "d", 3, 3, 3))
    assert sum(estimate.elo for estimate in rating.entrants.values()) == pytest.approx(0, abs=1e-6)


def test_without_games_nothing_is_known() -> None:
    rating = rate(names(3), [])
    assert [estimate.elo for estimate in rating.entrants.values()] == [0, 0, 0]
    assert all(estimate.error > 500 for estimate in rating.entrants.values())
    assert rate([], []).entrants == {}


def test_more_games_are_surer() -> None:
    rating = rate(["a", "b"], games("a", "b", 12, 4, 8) + games("b", "a", 8, 4, 12))
    four = rate(["a", "b"], games("a", "b", 48, 16, 32) + games("b", "a", 32, 16, 48))
    ratio = rating.entrants["a"].error / four.entrants["a"].error
    assert ratio == pytest.approx(2, rel=0.05)


def test_true_strengths_lie_in_the_interval_about_95_times_of_100() -> None:
    """Tournaments of eight with known strengths, an advantage of 40 Elo, a fifth drawn."""
    random = np.random.default_rng(2014)
    entrants, advantage, liking = names(8), 40.0, 0.5
    within = [
        within_interval
        for _ in range(60)
        for within_interval in _tournament(random, entrants, advantage, liking)
    ]
    assert len(within) == 60 * 9
    assert 0.92 <= sum(within) / len(within) <= 0.98


def _tournament(
    random: np.random.Generator, entrants: tuple[str, ...], advantage: float, liking: float
) -> list[bool]:
    """Return whether each true strength, and the advantage, is in its interval."""
    drawn = random.normal(0, 150, len(entrants))
    true = dict(zip(entrants, (drawn - drawn.mean()).tolist(), strict=True))
    played_games = []
    for first in entrants:
        for second in entrants:
            x = (true[first] - true[second] + advantage) / ELO
            weights = np.array([np.exp(x / 2), liking, np.exp(-x / 2)])
            for outcome in random.choice(
                3, size=8 if first != second else 0, p=weights / weights.sum()
            ):
                played_games.append(RatedGame(first, second, WINNERS[int(outcome)]))
    rating = rate(entrants, played_games)
    known = [
        *((rating.entrants[name], true[name]) for name in entrants),
        (rating.advantage, advantage),
    ]
    return [abs(estimate.elo - value) <= estimate.error for estimate, value in known]

"""Tests of Elo differences from pairs of games, by hand and by figures of fastchess."""

from __future__ import annotations

from math import inf, sqrt
from statistics import NormalDist

import pytest

from referee.match.score import Pentanomial, difference_from_score, elo, expected_score, moments

PUBLISHED: list[tuple[Pentanomial, float, float]] = [
    ((34, 54, 31 + 32, 64, 75), 55.58, 27.65),
    ((332, 433, 457 + 41, 333, 334), -8.64, 10.33),
    ((7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95),
]


@pytest.mark.parametrize(("pairs", "difference", "error"), PUBLISHED)
def test_differences_are_those_published_by_fastchess(
    pairs: Pentanomial, difference: float, error: float
) -> None:
    estimate = elo(pairs)
    assert estimate is not None
    assert estimate[:2] == pytest.approx((difference, error), abs=0.005)


def test_a_difference_is_the_one_worked_out_by_hand() -> None:
    """Scores 1, 1, 1/2, 1/2 have mean 3/4, variance 1/16 and error of the mean 1/8."""
    assert moments((0, 0, 2, 0, 2)) == (0.75, 0.0625)
    assert difference_from_score(0.75) == pytest.approx(190.8485)  # 400 lg 3
    estimate = elo((0, 0, 20, 0, 20))  # mean 3/4, error of the mean 1.96 / 4 / sqrt 40 = 0.0775
    assert estimate is not None
    assert estimate.difference == pytest.approx(190.8485)
    low, high = difference_from_score(0.75 - 0.077476), difference_from_score(0.75 + 0.077476)
    assert estimate.error == pytest.approx((high - low) / 2, abs=0.01)
    assert estimate.superiority == pytest.approx(NormalDist().cdf(0.25 / (0.25 / sqrt(40))))


@pytest.mark.parametrize("difference", [-800, -100, 0, 1, 400])
def test_scores_and_differences_are_inverse(difference: float) -> None:
    assert difference_from_score(expected_score(difference)) == pytest.approx(difference)


def test_known_differences_have_known_scores() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert difference_from_score(1) == inf
    assert difference_from_score(0) == -inf


def test_swapped_bots_have_the_opposite_difference() -> None:
    estimate, swapped = elo((3, 5, 40, 9, 6)), elo((6, 9, 40, 5, 3))
    assert estimate is not None
    assert swapped is not None
    assert estimate.difference == pytest.approx(-swapped.difference)
    assert estimate.error == pytest.approx(swapped.error)
    assert estimate.superiority == pytest.approx(1 - swapped.superiority)


@pytest.mark.parametrize(
    "pairs",
    [(0, 0, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 9, 0, 0), (0, 0, 0, 0, 50), (0, 0, 1, 0, 1)],
)
def test_too_few_or_equal_results_give_no_difference(pairs: Pentanomial) -> None:
    assert elo(pairs) is None

"""Tests of the sequential test: published figures, and the rate of errors in random matches."""

from __future__ import annotations

from random import Random

import pytest

from referee.match.score import Pentanomial, Sprt, expected_score

# Figures of fastchess, whose bounds are in logistic Elo, too.
PUBLISHED: list[tuple[Pentanomial, float, float, float]] = [
    ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
    ((871, 26175, 55003 + 980, 26678, 821), 0, 2, -4.98),
]


@pytest.mark.parametrize(("pairs", "elo0", "elo1", "llr"), PUBLISHED)
def test_likelihoods_are_those_published_by_fastchess(
    pairs: Pentanomial, elo0: float, elo1: float, llr: float
) -> None:
    assert Sprt(elo0, elo1).llr(pairs) == pytest.approx(llr, abs=0.005)


def test_bounds_follow_from_the_error_rates() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=0.001)  # ln 19
    assert Sprt(0, 5, alpha=0.1, beta=0.2).bounds == pytest.approx((-1.504, 2.079), abs=0.001)


def test_an_even_score_accepts_neither_hypothesis() -> None:
    even: Pentanomial = (10, 20, 40, 20, 10)
    assert Sprt(-5, 5).llr(even) == pytest.approx(0)
    assert Sprt(0, 5).llr((0, 0, 0, 0, 0)) == 0
    assert Sprt(-5, 5).accepted_difference(even) is None


def test_swapped_bots_have_the_opposite_likelihood() -> None:
    ratio, swapped = Sprt(0, 10).llr((3, 5, 40, 9, 6)), Sprt(-10, 0).llr((6, 9, 40, 5, 3))
    assert ratio == pytest.approx(-swapped)


def test_a_bot_that_wins_or_loses_all_is_soon_judged() -> None:
    assert Sprt(0, 100).accepted_difference((0, 0, 0, 0, 30)) == 100
    assert Sprt(0, 100).accepted_difference((30, 0, 0, 0, 0)) == 0


@pytest.mark.parametrize(("truth", "false_hypothesis"), [(0, 100), (100, 0)])
def test_errors_are_as_rare_as_promised(truth: float, false_hypothesis: float) -> None:
    """The side is worth much in these 200 matches, so games of a pair depend on each other."""
    random, sprt, errors, matches = Random(1), Sprt(0, 100), 0, 200
    for _ in range(matches):
        errors += accepted_hypothesis(random, sprt, expected_score(truth)) == false_hypothesis
    # The limit is 5 % and 3.5 standard deviations.
    assert errors <= 0.05 * matches + 3.5 * (0.05 * 0.95 * matches) ** 0.5
    assert errors > 0, "bounds that are never missed cost games"


def accepted_hypothesis(random: Random, sprt: Sprt, score: float) -> float:
    """Return the hypothesis that is accepted in a random match with this expected score."""
    counts = [0] * 5
    while True:
        counts[_game(random, score + 0.3) + _game(random, score - 0.3)] += 1
        a, b, c, d, e = counts
        accepted = sprt.accepted_difference((a, b, c, d, e))
        if accepted is not None:
            return accepted


def _game(random: Random, chance: float) -> int:
    return 2 * (random.random() < chance)

"""The difference in strength of two bots, in Elo, as far as pairs of games show it.

A difference of d Elo means an expected score of 1 / (1 + 10 ** (-d / 400)): 0 is one half, 100 is
0.64, 200 is 0.76. The error is that of the mean over *pairs* of games, for the reason given in
``referee/match/score.py``: games of a pair are not independent.
"""

from __future__ import annotations

from math import inf, log10, sqrt
from statistics import NormalDist
from typing import NamedTuple

from referee.match.score import Pentanomial

CONFIDENCE = 0.95
_SCALE = 400
_FEWEST_PAIRS = 2
_QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Elo(NamedTuple):
    """A difference in strength with its error at 95 % confidence."""

    difference: float
    error: float
    superiority: float
    """Probability that the first bot is stronger, from 0 to 1."""


def expected_score(difference: float) -> float:
    """Return the expected share of the points against a bot that is weaker by the difference."""
    return float(1 / (1 + 10 ** (-difference / _SCALE)))


def difference_of(score: float) -> float:
    """Return the difference at which this share of the points is expected."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return -_SCALE * log10(1 / score - 1)


def elo(pairs: Pentanomial) -> Elo | None:
    """Return the difference that the pairs show; None if they are too few or all alike."""
    count = sum(pairs)
    if count < _FEWEST_PAIRS:
        return None
    mean, variance = moments(pairs)
    reach = _QUANTILE * sqrt(variance / count)
    error = (difference_of(mean + reach) - difference_of(mean - reach)) / 2
    if not 0 < error < inf:
        return None
    superiority = NormalDist().cdf((mean - 1 / 2) / sqrt(variance / count))
    return Elo(difference_of(mean), error, superiority)


def moments(pairs: Pentanomial) -> tuple[float, float]:
    """Return the mean of a pair's score, from 0 to 1, and its variance."""
    count = sum(pairs)
    scores = [(number / 4, times / count) for number, times in enumerate(pairs)]
    mean = sum(score * part for score, part in scores)
    return mean, sum((score - mean) ** 2 * part for score, part in scores)

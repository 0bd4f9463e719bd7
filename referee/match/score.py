"""The score of a match: results of games and pairs, the difference in strength, and its test.

Two games from one start, with the players exchanged, are one experiment: a start that favours a
player gives each bot a win. So the results of pairs, not of games, show the strength of the bots.

A difference of d Elo means an expected score of 1 / (1 + 10 ** (-d / 400)): 0 is one half, 100 is
0.64, 200 is 0.76. The error is that of the mean over *pairs* of games: games of a pair are not
independent.

The sequential probability ratio test weighs two hypotheses: that the first bot is stronger by
``elo0``, or by ``elo1``. After each pair of games it computes the logarithm of the ratio of their
likelihoods (LLR). Outside the bounds the test is over. Then the first hypothesis was rejected
wrongly with a probability of about ``alpha``, the second with about ``beta``.

A hypothesis gives the average score of a pair, but not the frequencies of 0, 1/2, 1, 3/2 and 2
points. So each hypothesis is taken at its best: with the frequencies nearest to the observed ones
that have its average (the generalized test, GSPRT). Let f be the observed frequencies and a the
scores less the hypothetical average; the frequencies are f / (1 + t a), where t makes their average
of a zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from math import inf, log, log10, sqrt
from statistics import NormalDist
from typing import NamedTuple, TypeAlias


class Result(IntEnum):
    """The result of a game for the first bot, in half points."""

    LOSS = 0
    DRAW = 1
    WIN = 2


Pentanomial: TypeAlias = tuple[int, int, int, int, int]
"""Numbers of pairs that brought the first bot 0, 1/2, 1, 3/2 and 2 points."""


@dataclass(frozen=True, slots=True)
class Score:
    """The results of a match for the first bot."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: Pentanomial = (0, 0, 0, 0, 0)
    half_pairs: Mapping[int, Result] = field(default_factory=dict)
    """Results of pairs of which only one game is finished, by the number of the pair."""

    @property
    def games(self) -> int:
        """Number of finished games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Points of the first bot: one for a win, one half for a draw."""
        return self.wins + self.draws / 2

    def after(self, pair: int, result: Result) -> Score:
        """Return the score after one more game, which belongs to the pair."""
        counted = replace(
            self,
            wins=self.wins + (result is Result.WIN),
            draws=self.draws + (result is Result.DRAW),
            losses=self.losses + (result is Result.LOSS),
        )
        others = {number: r for number, r in self.half_pairs.items() if number != pair}
        if pair not in self.half_pairs:
            return replace(counted, half_pairs={**others, pair: result})
        pairs = list(self.pairs)
        pairs[self.half_pairs[pair] + result] += 1
        a, b, c, d, e = pairs
        return replace(counted, pairs=(a, b, c, d, e), half_pairs=others)


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


def difference_from_score(score: float) -> float:
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
    error = (difference_from_score(mean + reach) - difference_from_score(mean - reach)) / 2
    if not 0 < error < inf:
        return None
    superiority = NormalDist().cdf((mean - 1 / 2) / sqrt(variance / count))
    return Elo(difference_from_score(mean), error, superiority)


def moments(pairs: Pentanomial) -> tuple[float, float]:
    """Return the mean of a pair's score, from 0 to 1, and its variance."""
    count = sum(pairs)
    scores = [(number / 4, times / count) for number, times in enumerate(pairs)]
    mean = sum(score * part for score, part in scores)
    return mean, sum((score - mean) ** 2 * part for score, part in scores)


_UNSEEN = 1e-3
"""Count for results that never occurred: they could have, and a logarithm of zero has no value."""
_STEPS = 60
"""Halvings after which a double can hardly tell the ends apart."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of two hypotheses, with the probabilities of a wrong answer."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR up to which elo0 is accepted, and the LLR from which elo1 is accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pentanomial) -> float:
        """Return how much likelier the second hypothesis is than the first, as a logarithm."""
        if not any(pairs):
            return 0.0
        counts = [count or _UNSEEN for count in pairs]
        first, second = (self._tilts(counts, elo) for elo in (self.elo0, self.elo1))
        terms = zip(counts, first, second, strict=True)
        return sum(count * log(a / b) for count, a, b in terms)

    def accepted_difference(self, pairs: Pentanomial) -> float | None:
        """Return the accepted difference, elo0 or elo1; None while the test is open."""
        low, high = self.bounds
        llr = self.llr(pairs)
        if llr <= low:
            return self.elo0
        return self.elo1 if llr >= high else None

    @staticmethod
    def _tilts(counts: Sequence[float], elo: float) -> list[float]:
        """Return the divisors 1 + t a of the frequencies that give the wanted average."""
        average = expected_score(elo)
        offsets = [number / 4 - average for number in range(5)]
        tilt = _root(counts, offsets)
        return [1 + tilt * offset for offset in offsets]


def _root(counts: Sequence[float], offsets: Sequence[float]) -> float:
    """Return the t at which the sum of counts * a / (1 + t a), which falls with t, is zero."""
    low, high = -1 / max(offsets), -1 / min(offsets)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        terms = zip(counts, offsets, strict=True)
        if sum(count * offset / (1 + middle * offset) for count, offset in terms) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2

"""The sequential probability ratio test: whether one bot is stronger, in as few games as possible.

The test weighs two hypotheses: that the first bot is stronger by ``elo0``, or by ``elo1``. After
each pair of games it computes the logarithm of the ratio of their likelihoods (LLR). Outside the
bounds the test is over. Then the first hypothesis was rejected wrongly with a probability of about
``alpha``, the second with about ``beta``.

A hypothesis gives the average score of a pair, but not the frequencies of 0, 1/2, 1, 3/2 and 2
points. So each hypothesis is taken at its best: with the frequencies nearest to the observed ones
that have its average (the generalized test, GSPRT). Let f be the observed frequencies and a the
scores less the hypothetical average; the frequencies are f / (1 + t a), where t makes their average
of a zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from referee.match.elo import expected_score
from referee.match.score import Pentanomial

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

    def accepted(self, pairs: Pentanomial) -> float | None:
        """Return the accepted difference, elo0 or elo1; None while the test is open."""
        low, high = self.bounds
        llr = self.llr(pairs)
        if llr <= low:
            return self.elo0
        return self.elo1 if llr >= high else None

    @staticmethod
    def _tilts(counts: Sequence[float], elo: float) -> list[float]:
        """Return the divisors 1 + t a of the frequencies that give the wanted average."""
        wanted = expected_score(elo)
        offsets = [number / 4 - wanted for number in range(5)]
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

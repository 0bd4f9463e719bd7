"""Is one bot stronger than another? A test that plays only as many games as the answer takes.

The sequential probability ratio test weighs two hypotheses: that the first bot is stronger by
``elo0``, or by ``elo1``. After each pair of games it looks at the logarithm of the ratio of their
likelihoods (LLR). Outside the bounds the test is over. Then the first hypothesis was rejected
wrongly with a probability of about ``alpha``, the second with about ``beta``.

A hypothesis says how much a pair scores on average, but not how often it scores 0, 1/2, 1, 3/2 or
2. So each is taken at its best: with the frequencies nearest to those seen that have its average
(the generalized test, GSPRT). Let f be the frequencies seen and a the scores less the average
wanted; the frequencies sought are f / (1 + t a), where t makes their average of a zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from referee.match.elo import expected_score
from referee.match.score import Pentanomial

_UNSEEN = 1e-3
"""For a result that was never seen: it could have been, and a logarithm needs more than zero."""
_STEPS = 60
"""Halvings: then a double can hardly tell the ends apart."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of two hypotheses, and how wrong its answer may be."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at or below which elo0 is accepted, and that from which on elo1 is."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pentanomial) -> float:
        """How much likelier the second hypothesis is than the first, as a logarithm."""
        if not any(pairs):
            return 0.0
        counts = [count or _UNSEEN for count in pairs]
        first, second = (self._tilts(counts, elo) for elo in (self.elo0, self.elo1))
        terms = zip(counts, first, second, strict=True)
        return sum(count * log(one / other) for count, one, other in terms)

    def accepted(self, pairs: Pentanomial) -> float | None:
        """Which of elo0 and elo1 is accepted; nothing while that is open."""
        low, high = self.bounds
        llr = self.llr(pairs)
        if llr <= low:
            return self.elo0
        return self.elo1 if llr >= high else None

    @staticmethod
    def _tilts(counts: Sequence[float], elo: float) -> list[float]:
        """The divisor of each score's frequency that makes the average right: 1 + t a."""
        wanted = expected_score(elo)
        offs = [number / 4 - wanted for number in range(5)]
        tilt = _root(counts, offs)
        return [1 + tilt * off for off in offs]


def _root(counts: Sequence[float], offs: Sequence[float]) -> float:
    """The t at which the sum of counts * a / (1 + t a) is zero: between two poles it falls."""
    low, high = -1 / max(offs), -1 / min(offs)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        terms = zip(counts, offs, strict=True)
        if sum(count * off / (1 + middle * off) for count, off in terms) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2

"""The choice of the two versions to play next: those whose games have the most information.

The estimate of the strengths is a normal distribution: the likeliest strengths and their covariance
``C`` (``standings.rating``). Let ``v`` be 1 at one player, -1 at another and 0 elsewhere. Fisher's
information ``I`` of a game of the two on the difference of their strengths is largest between
equals, and almost 0 if one of them always wins. After the game the covariance is, by Sherman and
Morrison,

    C' = C - I (C v)(C v)' / (1 + I v' C v)

at any result. So the gain of a game is known before it is played. The quantity to minimise is what
readers see: the errors of the present versions relative to their average. The sum of their squares
is the trace of the centred ``C``; with ``P`` as the centring matrix, a game subtracts from it

    I |P C v|^2 / (1 + I v' C v)

and the pair with the largest gain is chosen (the A-optimal design of statistics). A new version has
a large error, and plays much; it meets versions of about its strength with small errors; two
versions with small errors play little, even if they never met. Games in play count as played, so
that not all cores play one pair.

Bots may repeat the very same game: the k-th match of two versions counts as 1/k of the
information of the first. So in time everybody meets everybody, until the allowed number of matches
is reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tournaments.standings.rating import Array, Posterior, information_of

_GAMES = 2
"""Games in a match."""


class Choice(NamedTuple):
    """A match to be played, with its gain."""

    gain: float
    """Decrease of the sum of the squared errors, in natural units."""
    first: str
    second: str
    met: int
    """Number of earlier matches of the two."""


class Pairing:
    """The choice among the present versions, by an estimate of their strengths."""

    def __init__(self, joint: Posterior, entrants: Sequence[str]) -> None:
        self._entrants = list(entrants)
        indices = [joint.entrants.index(name) for name in entrants]
        self._log_d = float(joint.likeliest[-1])
        self._strengths = joint.likeliest[indices]
        self._covariance = joint.covariance[np.ix_(indices, indices)].copy()

    def choose(self, met: Mapping[frozenset[str], int], most: int) -> Choice | None:
        """Return the next match; None if all have met ``most`` times.

        ``met`` has the numbers of earlier matches of two versions.
        """
        count = len(self._entrants)
        times = np.array(
            [met.get(frozenset((a, b)), 0) for a in self._entrants for b in self._entrants]
        ).reshape(count, count)
        gains = self._gains(times)
        gains[(times >= most) | np.tri(count, dtype=bool)] = -1
        if not gains.size or np.max(gains) < 0:
            return None
        first, second = divmod(int(np.argmax(gains)), count)
        return Choice(
            float(gains[first, second]),
            self._entrants[first],
            self._entrants[second],
            int(times[first, second]),
        )

    def apply(self, choice: Choice) -> None:
        """Update the covariance to that after the match."""
        first, second = map(self._entrants.index, (choice.first, choice.second))
        information = self._information(np.array(choice.met))[first, second]
        column = self._covariance[:, first] - self._covariance[:, second]
        spread = column[first] - column[second]
        self._covariance -= np.outer(column, column) * information / (1 + information * spread)

    def _information(self, times: Array) -> Array:
        """Return the information of a match of each two versions."""
        difference = self._strengths[:, np.newaxis] - self._strengths[np.newaxis, :]
        return np.asarray(_GAMES * information_of(difference, self._log_d) / (1 + times))

    def _gains(self, times: Array) -> Array:
        """Return the decrease of the sum of the squared errors by each match."""
        centred = self._covariance - self._covariance.mean(axis=0)
        # A product of whole matrices would start a thread on every core.
        centred_shift = _squared_differences(np.einsum("ki,kj->ij", centred, centred))
        information = self._information(times)
        return (
            information * centred_shift / (1 + information * _squared_differences(self._covariance))
        )


def _squared_differences(products: Array) -> Array:
    """Return the squared difference of each two columns from the products of all columns."""
    squares = np.diag(products)
    return np.asarray(squares[:, np.newaxis] + squares[np.newaxis, :] - 2 * products)

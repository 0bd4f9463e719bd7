"""Which two versions should play next: those whose games tell most.

What is known of the strengths is a normal distribution: the likeliest ones and their covariance
``C`` (``standings.rating``). Let ``v`` be 1 at one player, -1 at another and 0 elsewhere. What a
game of the two says of the difference of their strengths is Fisher's information ``I``: it is
largest between equals, and next to nothing where one always wins. After the game the covariance
is, by Sherman and Morrison,

    C' = C - I (C v)(C v)' / (1 + I v' C v)

whatever the result is. So how much a game will tell is known before it is played. What is to become
small is what people see: the errors of those who play now, told from their average. Their squares
sum up to the trace of the centred ``C``; with ``P`` what centres, a game takes from that

    I |P C v|^2 / (1 + I v' C v)

and the pair of the largest is chosen (the statisticians' A-optimal design). A new version is little
known, and plays much; it meets such as are near it, and well known; two who never met but are both
well known play little. What is in play is taken for played, so that not all cores play one pair.

Bots may play the very same game again: the k-th meeting of two versions is taken to tell only
1/k of the first. So everybody meets everybody, in time, and the most that is allowed ends it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tournaments.standings.rating import Array, Posterior, information_of

_GAMES = 2
"""In a meeting."""


class Choice(NamedTuple):
    """A meeting, and what it tells."""

    gain: float
    """By how much it lowers the sum of the squared errors, in natural units."""
    first: str
    second: str
    met: int
    """How often they met before."""


class Pairing:
    """Chooses among those who play now, until more is known."""

    def __init__(self, known: Posterior, players: Sequence[str]) -> None:
        self._players = list(players)
        places = [known.entrants.index(name) for name in players]
        self._log_d = float(known.likeliest[-1])
        self._strengths = known.likeliest[places]
        self._covariance = known.covariance[np.ix_(places, places)].copy()

    def choose(self, met: Mapping[frozenset[str], int], most: int) -> Choice | None:
        """The two to meet next; nothing if all have met as often as they may.

        ``met`` says how often two met, if ever; ``most`` is how often they may.
        """
        count = len(self._players)
        times = np.array(
            [met.get(frozenset((a, b)), 0) for a in self._players for b in self._players]
        ).reshape(count, count)
        gains = self._gains(times)
        gains[(times >= most) | np.tri(count, dtype=bool)] = -1
        if not gains.size or gains.max() < 0:
            return None
        first, second = divmod(int(gains.argmax()), count)
        return Choice(
            float(gains[first, second]),
            self._players[first],
            self._players[second],
            int(times[first, second]),
        )

    def take(self, choice: Choice) -> None:
        """What will be known when these two have met."""
        first, second = map(self._players.index, (choice.first, choice.second))
        information = self._information(np.array(choice.met))[first, second]
        column = self._covariance[:, first] - self._covariance[:, second]
        spread = column[first] - column[second]
        self._covariance -= np.outer(column, column) * information / (1 + information * spread)

    def _information(self, times: Array) -> Array:
        """Of a meeting of each two."""
        apart = self._strengths[:, np.newaxis] - self._strengths[np.newaxis, :]
        return np.asarray(_GAMES * information_of(apart, self._log_d) / (1 + times))

    def _gains(self, times: Array) -> Array:
        """By how much each meeting would lower the sum of the squared errors."""
        centred = self._covariance - self._covariance.mean(axis=0)
        # No product of whole matrices: it would start a thread on every core.
        moved = _of_differences(np.einsum("ki,kj->ij", centred, centred))
        information = self._information(times)
        return information * moved / (1 + information * _of_differences(self._covariance))


def _of_differences(products: Array) -> Array:
    """For each two columns, the square of their difference, from the products of all columns."""
    squares = np.diag(products)
    return np.asarray(squares[:, np.newaxis] + squares[np.newaxis, :] - 2 * products)

"""How strong everybody is, on a scale, and how surely that is known.

The model is Bradley and Terry's with draws as Davidson has them, and with an advantage of the
first move. Let ``x`` be how much stronger A is than B, in natural units, the advantage included.
Then A wins, they draw and B wins in proportion to ``exp(x/2) : d : exp(-x/2)``, where ``d`` is how
much draws are liked in this game. The strengths, the advantage and ``log d`` are those under which
the results are the likeliest, found by Newton's steps.

A weak prior keeps finite the strength of who has won all his games: each strength, and the
advantage, counts as once observed near 0, ``PRIOR`` Elo wide; ``log d`` as near that of an even
game. So few games say little, and nobody is infinitely strong.

A ladder (``tournaments/ladder``) rates versions of programs. Who hands in a better version has
mostly changed something small: its strength counts as once observed near that of the version
before it, ``STEP`` Elo wide, and not near 0. That is the idea of whole-history rating, a version
standing where that has a day.

Strengths are told in Elo, 0 being the average of the table: 400 more is 10 to 1 without draws. The
interval of 95 % comes of the information that the results and the prior hold: the inverse of the
matrix of second derivatives is how much the strengths vary together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from formats.outcome import Winner
from tournaments.standings.state import TournamentProgress

ELO = 400 / log(10)
"""Elo a natural unit."""
PRIOR = 600
"""Elo, one standard deviation."""
STEP = 200
"""Elo, one standard deviation of what a new version gains."""
_PRIOR_OF_DRAWS = 2.0
"""Natural units of log d, one standard deviation."""
QUANTILE = 1.959964
"""In the normal distribution 95 % lie within this many deviations."""
_STEPS = 100
_CLOSE = 1e-10

Array = NDArray[np.float64]

_SIGNS: Array = np.array([1.0, -1.0, 1.0])
"""How x counts the strength of A, that of B, and the advantage."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game as a rating sees it: who had A, who had B, who won."""

    first: str
    second: str
    winner: Winner


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and how surely it is known, in Elo."""

    elo: float
    error: float
    """The true one lies no farther off, with a probability of 95 %."""


@dataclass(frozen=True, slots=True)
class Posterior:
    """What the games say of all strengths together, in natural units."""

    entrants: tuple[str, ...]
    likeliest: Array
    """The strengths in the order of the entrants, the advantage, and log d."""
    covariance: Array


@dataclass(frozen=True, slots=True)
class Ratings:
    """Everybody's strength, and what it is worth to have A."""

    entrants: dict[str, Estimate]
    advantage: Estimate
    draws: float
    """The share of draws between equals, were there no advantage."""


def games_of(progress: TournamentProgress) -> list[RatedGame]:
    """The games that were played: what was awarded says nothing of strength."""
    return [
        RatedGame(game.pairing.first, game.pairing.second, game.winner)
        for game in progress.counted()
        if game.result is not None and not game.awarded
    ]


def rate(entrants: Sequence[str], games: Iterable[RatedGame]) -> Ratings:
    found = posterior(entrants, games)
    return _told(entrants, found.likeliest, found.covariance)


_NOBODY: Mapping[str, str] = {}


def posterior(
    entrants: Sequence[str], games: Iterable[RatedGame], before: Mapping[str, str] = _NOBODY
) -> Posterior:
    """The same, and how the strengths vary together.

    ``before`` names the version before an entrant, for those that have one among the entrants.
    """
    model = _Model(entrants, list(games), before)
    likeliest = _climbed(model)
    covariance = np.asarray(np.linalg.inv(model.information(likeliest)), dtype=np.float64)
    return Posterior(tuple(entrants), likeliest, covariance)


def information_of(apart: Array, log_d: float) -> Array:
    """What a game says of strengths that are so far apart: the inverse of a variance."""
    win, _, loss = _chances(apart / 2, log_d)
    return np.asarray((win + loss) / 4 - ((win - loss) / 2) ** 2, dtype=np.float64)


def _chances(half: Array, log_d: float) -> tuple[Array, Array, Array]:
    """Of A's win, a draw and B's win, where A is stronger by twice that."""
    weights = np.stack([half, np.full_like(half, log_d), -half])
    weights = np.exp(weights - weights.max(axis=0))
    win, draw, loss = weights / weights.sum(axis=0)
    return win, draw, loss


class _Model:
    """The games as arrays. The parameters are the strengths, the advantage and log d.

    A game touches two strengths and the advantage: there are sums over just these, and no products
    of whole matrices, which would start a thread on every core, where games may be running.
    """

    def __init__(
        self, entrants: Sequence[str], games: Sequence[RatedGame], before: Mapping[str, str]
    ) -> None:
        count = len(entrants)
        places = {name: place for place, name in enumerate(entrants)}
        self.touched = np.array(
            [(places[game.first], places[game.second], count) for game in games], dtype=np.intp
        ).reshape(len(games), 3)
        self.halves = np.array([{"A": 0.5, "D": 0.0, "B": -0.5}[game.winner] for game in games])
        self.drawn = np.array([float(game.winner == "D") for game in games])
        deviations = [PRIOR / ELO] * (count + 1) + [_PRIOR_OF_DRAWS]
        deviations = [
            STEP / ELO if name in before else usual
            for name, usual in zip([*entrants, "", ""], deviations, strict=True)
        ]
        self.prior = np.diag(1 / np.square(deviations))
        for name, earlier in before.items():
            new, old = places[name], places[earlier]
            weight = (ELO / STEP) ** 2
            self.prior[old, old] += weight
            self.prior[[new, old], [old, new]] -= weight

    def _chances(self, parameters: Array) -> tuple[Array, Array, Array]:
        """In each game."""
        half = (parameters[self.touched] * _SIGNS).sum(axis=1) / 2
        return _chances(half, parameters[-1])

    def _pull(self, parameters: Array) -> Array:
        """How strongly the prior draws each of them back."""
        return np.asarray((self.prior * parameters).sum(axis=1), dtype=np.float64)

    def _summed(self, by_game: Array) -> Array:
        """What each game says of its x, as what it says of the parameters, summed up."""
        total = np.zeros(len(self.prior))
        np.add.at(total, self.touched, by_game[:, np.newaxis] * _SIGNS)
        return total

    def _squared(self, by_game: Array) -> Array:
        """The same of its x times itself, for each pair of parameters."""
        total = np.zeros_like(self.prior)
        pairs = self.touched[:, :, np.newaxis], self.touched[:, np.newaxis, :]
        np.add.at(total, pairs, by_game[:, np.newaxis, np.newaxis] * np.outer(_SIGNS, _SIGNS))
        return total

    def likelihood(self, parameters: Array) -> float:
        """Its logarithm, with the prior."""
        win, draw, loss = self._chances(parameters)
        happened = np.where(self.drawn > 0, draw, np.where(self.halves > 0, win, loss))
        return float(np.log(happened).sum() - (self._pull(parameters) * parameters).sum() / 2)

    def slope(self, parameters: Array) -> Array:
        """How the likelihood rises with each parameter."""
        win, draw, loss = self._chances(parameters)
        slope = self._summed(self.halves - (win - loss) / 2) - self._pull(parameters)
        slope[-1] += (self.drawn - draw).sum()
        return slope

    def information(self, parameters: Array) -> Array:
        """How sharply the likelihood falls from its top, both ways at a time."""
        win, draw, loss = self._chances(parameters)
        mean = (win - loss) / 2
        information = self._squared((win + loss) / 4 - mean**2) + self.prior
        together = self._summed(-mean * draw)
        information[-1] += together
        information[:, -1] += together
        information[-1, -1] += (draw * (1 - draw)).sum()
        return information


def _climbed(model: _Model) -> Array:
    """The top of the likelihood. There is one, and Newton's steps, halved if too long, reach it."""
    here = np.zeros(len(model.prior))
    for _ in range(_STEPS):
        step = np.linalg.solve(model.information(here), model.slope(here))
        while model.likelihood(here + step) < model.likelihood(here) - _CLOSE:
            step /= 2
        here = here + step
        if np.abs(step).max() < _CLOSE:
            break
    return here


def _told(entrants: Sequence[str], parameters: Array, covariance: Array) -> Ratings:
    """In Elo, the strengths counted from their average."""
    count = len(entrants)
    centred = np.eye(count + 2)
    centred[:count, :count] -= 1 / max(count, 1)
    elo = ELO * (centred @ parameters)
    variances = np.diag(centred @ covariance @ centred.T)
    errors = QUANTILE * ELO * np.sqrt(np.maximum(variances, 0))
    told = [Estimate(float(e), float(error)) for e, error in zip(elo, errors, strict=True)]
    liking = float(np.exp(parameters[-1]))
    strengths = dict(zip(entrants, told, strict=False))
    return Ratings(strengths, told[count], liking / (2 + liking))

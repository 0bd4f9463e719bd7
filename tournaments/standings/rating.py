"""Ratings: estimates of the entrants' strengths, with their errors.

The model is Bradley and Terry's with draws as Davidson has them, and with an advantage of the
first move. Let ``x`` be the difference of the strengths of A and B in natural units, plus the
advantage. Then A's win, a draw and B's win are in proportion to ``exp(x/2) : d : exp(-x/2)``,
where ``d`` is the weight of draws in this game. The strengths, the advantage and ``log d`` are
those under which the results are the likeliest, found by Newton's steps.

A weak prior keeps the strength of an entrant who has won all games finite: each strength, and the
advantage, counts as observed once near 0 with a deviation of ``PRIOR`` Elo; ``log d`` as near that
of an even game. So few games say little, and nobody is infinitely strong.

A ladder (``tournaments/ladder``) rates versions of programs. A new version has mostly a small
change: its strength counts as observed once near that of the version before it, with a deviation of
``STEP`` Elo, and not near 0. This is the idea of whole-history rating, with versions instead of
days.

Strengths are given in Elo, 0 being the average of the table: 400 more is 10 to 1 without draws. The
interval of 95 % comes from the information in the results and the prior: the inverse of the matrix
of second derivatives is the covariance of the strengths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from formats.outcome import Winner
from tournaments.standings.state import TournamentProgress

ELO = 400 / log(10)
"""Elo in a natural unit."""
PRIOR = 600
"""Standard deviation of a strength, in Elo."""
STEP = 200
"""Standard deviation of the gain of a new version, in Elo."""
_DRAW_PRIOR = 2.0
"""Standard deviation of log d, in natural units."""
QUANTILE = 1.959964
"""Number of deviations within which 95 % of a normal distribution lie."""
_MOST_STEPS = 100
_TOLERANCE = 1e-10

Array = NDArray[np.float64]

_SIGNS: Array = np.array([1.0, -1.0, 1.0])
"""Signs with which x contains the strength of A, that of B, and the advantage."""


class RatedGame(NamedTuple):
    """A game for the rating: the entrants with A and B, and the winner."""

    first: str
    second: str
    winner: Winner


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number in Elo, with its error."""

    elo: float
    error: float
    """Half of the interval that has the true number with a probability of 95 %."""


def text_from_estimate(estimate: Estimate, sign: str = "") -> str:
    """Return an estimate as text: 1034 ± 56, or with a sign +34 ± 20."""
    return f"{round(estimate.elo):{sign}d} ± {estimate.error:.0f}"


@dataclass(frozen=True, slots=True)
class Posterior:
    """The joint estimate of all strengths, in natural units."""

    entrants: tuple[str, ...]
    likeliest: Array
    """Likeliest strengths in the order of the entrants, advantage, and log d."""
    covariance: Array


@dataclass(frozen=True, slots=True)
class Ratings:
    """The strengths of the entrants, and the advantage of A."""

    entrants: dict[str, Estimate]
    advantage: Estimate
    draws: float
    """Share of draws between equals without the advantage."""


def games_of(progress: TournamentProgress) -> list[RatedGame]:
    """Return the games that were played: awarded games say nothing about strength."""
    return [
        RatedGame(game.scheduled_game.first, game.scheduled_game.second, game.winner)
        for game in progress.counted_games()
        if game.result is not None and not game.awarded
    ]


def rate(entrants: Sequence[str], games: Iterable[RatedGame]) -> Ratings:
    joint = posterior(entrants, games)
    return _ratings(entrants, joint.likeliest, joint.covariance)


_NO_EARLIER_VERSIONS: Mapping[str, str] = {}


def posterior(
    entrants: Sequence[str],
    games: Iterable[RatedGame],
    before: Mapping[str, str] = _NO_EARLIER_VERSIONS,
) -> Posterior:
    """Return the joint estimate of the strengths.

    ``before`` maps an entrant to its earlier version, if that is among the entrants.
    """
    model = _Model(entrants, list(games), before)
    likeliest = _maximise(model)
    covariance = np.asarray(np.linalg.inv(model.information(likeliest)), dtype=np.float64)
    return Posterior(tuple(entrants), likeliest, covariance)


def information_of(difference: Array, log_d: float) -> Array:
    """Return the information, an inverse variance, of games at these differences of strengths."""
    win, _, loss = _chances(difference / 2, log_d)
    return np.asarray((win + loss) / 4 - ((win - loss) / 2) ** 2, dtype=np.float64)


def _chances(half: Array, log_d: float) -> tuple[Array, Array, Array]:
    """Return the probabilities of win, draw and loss for a rating difference of 2 * ``half``."""
    weights = np.stack([half, np.full_like(half, log_d), -half])
    weights = np.exp(weights - weights.max(axis=0))
    win, draw, loss = weights / weights.sum(axis=0)
    return win, draw, loss


class _Model:
    """The games as arrays; the parameters are the strengths, the advantage and log d.

    Games in which the same entrants had A and B are counted together. A game depends on two
    strengths and the advantage. The sums are over just these: products of whole matrices would
    start a thread on every core, and games may be running there.
    """

    def __init__(
        self, entrants: Sequence[str], games: Sequence[RatedGame], before: Mapping[str, str]
    ) -> None:
        count = len(entrants)
        indices = {name: index for index, name in enumerate(entrants)}
        results = Counter(games)
        pairs = list(dict.fromkeys((first, second) for first, second, _ in results))
        self.parameter_indices = np.array(
            [(indices[first], indices[second], count) for first, second in pairs], dtype=np.intp
        ).reshape(len(pairs), 3)
        self.won, self.drawn, self.lost = (
            np.array([float(results[RatedGame(*pair, winner)]) for pair in pairs])
            for winner in ("A", "D", "B")
        )
        """Numbers of games of each pair that A won, that were drawn, and that B won."""
        self.games = self.won + self.drawn + self.lost
        deviations = [PRIOR / ELO] * (count + 1) + [_DRAW_PRIOR]
        deviations = [
            STEP / ELO if name in before else usual
            for name, usual in zip([*entrants, "", ""], deviations, strict=True)
        ]
        self.prior = np.diag(1 / np.square(deviations))
        for name, earlier in before.items():
            new, old = indices[name], indices[earlier]
            weight = (ELO / STEP) ** 2
            self.prior[old, old] += weight
            self.prior[[new, old], [old, new]] -= weight

    def _chances(self, parameters: Array) -> tuple[Array, Array, Array]:
        """Return the probabilities of win, draw and loss of each game."""
        half = (parameters[self.parameter_indices] * _SIGNS).sum(axis=1) / 2
        return _chances(half, parameters[-1])

    def _prior_gradient(self, parameters: Array) -> Array:
        """Return the gradient of the prior's penalty."""
        return np.asarray((self.prior * parameters).sum(axis=1), dtype=np.float64)

    def _sum_by_parameter(self, by_pair: Array) -> Array:
        """Sum up derivatives by the pairs' x into derivatives by the parameters."""
        total = np.zeros(len(self.prior))
        np.add.at(total, self.parameter_indices, by_pair[:, np.newaxis] * _SIGNS)
        return total

    def _sum_by_parameter_pair(self, by_pair: Array) -> Array:
        """Sum up second derivatives by the pairs' x into those by each pair of parameters."""
        total = np.zeros_like(self.prior)
        pairs = self.parameter_indices[:, :, np.newaxis], self.parameter_indices[:, np.newaxis, :]
        np.add.at(total, pairs, by_pair[:, np.newaxis, np.newaxis] * np.outer(_SIGNS, _SIGNS))
        return total

    def log_posterior(self, parameters: Array) -> float:
        """Return the logarithm of the posterior density, up to a constant."""
        win, draw, loss = self._chances(parameters)
        counts = np.stack([self.won, self.drawn, self.lost])
        chances = np.maximum(np.stack([win, draw, loss]), np.finfo(np.float64).tiny)
        games = (counts * np.log(chances)).sum()
        return float(games - (self._prior_gradient(parameters) * parameters).sum() / 2)

    def gradient(self, parameters: Array) -> Array:
        """Return the gradient of ``log_posterior``."""
        win, draw, loss = self._chances(parameters)
        surplus = (self.won - self.lost - self.games * (win - loss)) / 2
        gradient = self._sum_by_parameter(surplus) - self._prior_gradient(parameters)
        gradient[-1] += (self.drawn - self.games * draw).sum()
        return gradient

    def information(self, parameters: Array) -> Array:
        """Return the negated matrix of second derivatives of ``log_posterior``."""
        win, draw, loss = self._chances(parameters)
        mean = (win - loss) / 2
        information = (
            self._sum_by_parameter_pair(self.games * ((win + loss) / 4 - mean**2)) + self.prior
        )
        mixed = self._sum_by_parameter(-self.games * mean * draw)
        information[-1] += mixed
        information[:, -1] += mixed
        information[-1, -1] += (self.games * draw * (1 - draw)).sum()
        return information


def _maximise(model: _Model) -> Array:
    """Return the only maximum of the posterior, by Newton's steps, halved if they are too long."""
    parameters = np.zeros(len(model.prior))
    for _ in range(_MOST_STEPS):
        step = np.linalg.solve(model.information(parameters), model.gradient(parameters))
        while model.log_posterior(parameters + step) < model.log_posterior(parameters) - _TOLERANCE:
            step /= 2
        parameters = parameters + step
        if np.abs(step).max() < _TOLERANCE:
            break
    return parameters


def _ratings(entrants: Sequence[str], parameters: Array, covariance: Array) -> Ratings:
    """Return the ratings in Elo, relative to the average strength."""
    count = len(entrants)
    centred = np.eye(count + 2)
    centred[:count, :count] -= 1 / max(count, 1)
    elo = ELO * (centred @ parameters)
    variances = np.diag(centred @ covariance @ centred.T)
    errors = QUANTILE * ELO * np.sqrt(np.maximum(variances, 0))
    estimates = [Estimate(float(e), float(error)) for e, error in zip(elo, errors, strict=True)]
    draw_weight = float(np.exp(parameters[-1]))
    strengths = dict(zip(entrants, estimates, strict=False))
    return Ratings(strengths, estimates[count], draw_weight / (2 + draw_weight))

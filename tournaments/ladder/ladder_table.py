"""How strong everybody on a ladder is, how surely that is known, and what the last version changed.

The model is that of an event's table, ``standings.rating``. Three kept libraries were compared with
it. *openskill* goes through the games one by one: the order counts, its sigma is no error of an
estimate, and it says nothing of how two strengths vary together, which the choice of pairs needs.
*choix* knows neither draws nor an advantage of the first move. *whr* lets one player's strength
wander from day to day: a program's is the same every day, and only versions differ. What is good in
it is taken over: a version's strength is drawn to that of the one before.

The scale is anchored: the first milestone that plays reads 1000 whatever else changes. The errors
are told from the average of those who play now, since that is what ranks depend on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from tournaments.ladder.ladder_players import author_of, number_of
from tournaments.ladder.ladder_state import LadderState
from tournaments.standings.rating import ELO, QUANTILE, Estimate, Posterior, posterior

ANCHOR = 1000
"""Elo of the first milestone."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    place: int
    """Among those who play now: the one that it has, or would have."""
    name: str
    version: int | None
    """Nothing for a milestone."""
    is_current: bool
    """Whether it plays now; else a newer one does, or nobody."""
    rating: Estimate
    change: Estimate | None
    """What this version has gained over the one before, if there was one."""
    rank_before: int | None
    """Where the version before would stand."""
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def is_milestone(self) -> bool:
        return self.version is None


def posterior_of(state: LadderState) -> Posterior:
    return posterior(state.rated, state.rated_games, state.before())


def ladder_table(state: LadderState, milestones: Sequence[str]) -> list[LadderRow]:
    """Every version that has played or plays now, the strongest first."""
    if not state.current:
        return []
    known, before, scores = posterior_of(state), state.before(), _scores(state)
    ratings = _ratings(known, list(state.current.values()), milestones)
    places = {version: _place(version, ratings, state) for version in ratings}
    rows = []
    for version in sorted(ratings, key=lambda one: -ratings[one].elo):
        earlier, score = before.get(version), scores.get(version, (0, 0, 0))
        rows.append(
            LadderRow(
                places[version],
                author_of(version),
                number_of(version),
                version in state.current.values(),
                ratings[version],
                _difference(known, version, earlier) if earlier else None,
                places[earlier] if earlier else None,
                sum(score),
                *score,
            )
        )
    return rows


def _place(version: str, ratings: Mapping[str, Estimate], state: LadderState) -> int:
    """Its place among those who play now, another version of the same author left out."""
    elo, author = ratings[version].elo, author_of(version)
    others = (one for name, one in state.current.items() if name != author)
    return 1 + sum(ratings[one].elo > elo for one in others)


def _ratings(
    known: Posterior, playing: Sequence[str], milestones: Sequence[str]
) -> dict[str, Estimate]:
    """In Elo on the anchored scale, of all versions."""
    count, places = len(known.entrants), {name: n for n, name in enumerate(known.entrants)}
    elo = ELO * known.likeliest[:count]
    weights = np.zeros(count)
    weights[[places[name] for name in playing]] = 1 / len(playing)
    anchor = next((places[one] for one in milestones if one in places), None)
    zero = (weights * elo).sum() if anchor is None else elo[anchor]
    covariance = known.covariance[:count, :count]
    with_average = (covariance * weights).sum(axis=1)
    variances = np.diag(covariance) - 2 * with_average + (weights * with_average).sum()
    errors = QUANTILE * ELO * np.sqrt(np.maximum(variances, 0))
    return {
        name: Estimate(float(ANCHOR + elo[n] - zero), float(errors[n]))
        for name, n in places.items()
    }


def _difference(known: Posterior, one: str, other: str) -> Estimate:
    """How much stronger one is, with the error of that."""
    a, b = known.entrants.index(one), known.entrants.index(other)
    c = known.covariance
    variance = c[a, a] + c[b, b] - 2 * c[a, b]
    elo = ELO * float(known.likeliest[a] - known.likeliest[b])
    return Estimate(elo, QUANTILE * ELO * sqrt(max(float(variance), 0)))


def _scores(state: LadderState) -> Mapping[str, tuple[int, int, int]]:
    counts: dict[str, list[int]] = {}
    for game in state.games.values():
        drawn = game.winner == "D"
        for name, side in ((game.first, "A"), (game.second, "B")):
            place = 1 if drawn else 0 if game.winner == side else 2
            counts.setdefault(name, [0, 0, 0])[place] += 1
    return {name: (wins, draws, losses) for name, (wins, draws, losses) in counts.items()}

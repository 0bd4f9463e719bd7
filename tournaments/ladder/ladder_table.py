"""The table of a ladder: strengths of the versions with their errors, and gains of new versions.

The model is that of an event's table, ``standings.rating``. Three maintained libraries were
compared with it. *openskill* takes the games one by one: their order matters, its sigma is not the
error of an estimate, and it has no covariance of strengths, which the choice of pairs needs.
*choix* has neither draws nor an advantage of the first move. *whr* lets a player's strength change
from day to day, but a program's strength is constant, and only versions differ. Its good idea is
used here: the strength of a version is drawn to that of the version before.

The ladders of an event are computed from the ledger without playing.

The scale is anchored: the first milestone that plays has 1000 whatever else changes. The errors
are relative to the average of the present versions, since ranks depend on that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np

from formats.text import Text
from tournaments.event.model import Event
from tournaments.ladder.ladder_players import author_of, is_version_of, milestone_names, number_of
from tournaments.ladder.ladder_state import LadderState, states_of
from tournaments.ledger import is_begun, open_ledger
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.result_tables import (
    DRAWS,
    GAMES,
    LOSSES,
    NAME,
    PLACE,
    RATING,
    WINS,
    Column,
    Table,
    Value,
)
from tournaments.standings.rating import (
    ELO,
    QUANTILE,
    Estimate,
    Posterior,
    posterior,
    text_from_estimate,
)

ANCHOR = 1000
"""Elo of the first milestone."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    place: tuple[int, int]
    """Place that the version has or would have among the present versions, and how many share it.

    Versions share a place if the table shows the same rating for them.
    """
    name: str
    version: int | None
    """Number of the version; None for a milestone."""
    is_current: bool
    """True if the version plays now."""
    rating: Estimate
    change: Estimate | None
    """Gain of this version over the previous one, if there is one."""
    place_before: tuple[int, int] | None
    """Place that the previous version would have."""
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def is_milestone(self) -> bool:
        return self.version is None


def posterior_of(state: LadderState) -> Posterior:
    return posterior(state.rated_versions, state.rated_games, state.previous_versions())


def ladder_table(state: LadderState, milestones: Sequence[str]) -> list[LadderRow]:
    """Return a row for every version that has played or plays now, the strongest first."""
    if not state.current:
        return []
    joint, previous, scores = posterior_of(state), state.previous_versions(), _scores(state)
    ratings = _ratings(joint, list(state.current.values()), milestones)
    places = {version: _place(version, ratings, state) for version in ratings}
    rows = []
    for version in sorted(ratings, key=lambda name: -ratings[name].elo):
        earlier, score = previous.get(version), scores.get(version, (0, 0, 0))
        rows.append(
            LadderRow(
                places[version],
                author_of(version),
                number_of(version),
                version in state.current.values(),
                ratings[version],
                _difference(joint, version, earlier) if earlier else None,
                places[earlier] if earlier else None,
                sum(score),
                *score,
            )
        )
    return rows


def _place(version: str, ratings: Mapping[str, Estimate], state: LadderState) -> tuple[int, int]:
    """Return the version's place among the present versions of other authors, and its sharers."""
    elo, author = round(ratings[version].elo), author_of(version)
    present = state.current.items()
    others = [round(ratings[other].elo) for name, other in present if name != author]
    return 1 + sum(other > elo for other in others), 1 + others.count(elo)


def _ratings(
    joint: Posterior, playing: Sequence[str], milestones: Sequence[str]
) -> dict[str, Estimate]:
    """Return the ratings of all versions in Elo on the anchored scale."""
    count, indices = len(joint.entrants), {name: n for n, name in enumerate(joint.entrants)}
    elo = ELO * joint.likeliest[:count]
    weights = np.zeros(count)
    weights[[indices[name] for name in playing]] = 1 / len(playing)
    anchor = next((indices[name] for name in milestones if name in indices), None)
    zero = (weights * elo).sum() if anchor is None else elo[anchor]
    covariance = joint.covariance[:count, :count]
    with_average = (covariance * weights).sum(axis=1)
    variances = np.diag(covariance) - 2 * with_average + (weights * with_average).sum()
    errors = QUANTILE * ELO * np.sqrt(np.maximum(variances, 0))
    return {
        name: Estimate(float(ANCHOR + elo[n] - zero), float(errors[n]))
        for name, n in indices.items()
    }


def _difference(joint: Posterior, version: str, other: str) -> Estimate:
    """Return the difference of two versions' strengths, with its error."""
    a, b = joint.entrants.index(version), joint.entrants.index(other)
    c = joint.covariance
    variance = c[a, a] + c[b, b] - 2 * c[a, b]
    elo = ELO * float(joint.likeliest[a] - joint.likeliest[b])
    return Estimate(elo, QUANTILE * ELO * sqrt(max(float(variance), 0)))


def _scores(state: LadderState) -> Mapping[str, tuple[int, int, int]]:
    counts: dict[str, list[int]] = {}
    for game in state.games.values():
        is_drawn = game.winner == "D"
        for name, side in ((game.first, "A"), (game.second, "B")):
            index = 1 if is_drawn else 0 if game.winner == side else 2
            counts.setdefault(name, [0, 0, 0])[index] += 1
    return {name: (wins, draws, losses) for name, (wins, draws, losses) in counts.items()}


VERSION = Text("version", "версия")
CHANGE = Text("change", "изменение")


@dataclass(frozen=True)
class SectionLadder:
    """The ladder of a section with the rows of its table."""

    heading: Text
    """Heading of the section."""
    section: str
    versions: tuple[LadderRow, ...]
    """Rows of all versions, the strongest first."""
    state: LadderState

    @property
    def rows(self) -> tuple[LadderRow, ...]:
        """Return the rows of the versions that play now."""
        return tuple(row for row in self.versions if row.is_current)

    def versions_of(self, author: str) -> tuple[LadderRow, ...]:
        """Return the rows of an author's versions, the newest first."""
        own = [row for row in self.versions if row.name == author and row.version is not None]
        return tuple(sorted(own, key=lambda row: -(row.version or 0)))

    @property
    def table(self) -> Table:
        columns = (
            Column("place", PLACE),
            Column("name", NAME, is_name=True),
            Column("version", VERSION),
            Column("rating", RATING),
            Column("change", CHANGE),
            Column("games", GAMES),
            Column("wins", WINS),
            Column("draws", DRAWS),
            Column("losses", LOSSES),
        )
        return Table(columns, tuple(map(_cells, self.rows)))

    def games_of(self, author: str) -> Iterator[LedgerGame]:
        """Yield the games of the author's versions as the author may see them, newest first."""
        for game in reversed(self.state.games.values()):
            if is_version_of(game.first, author) or is_version_of(game.second, author):
                yield game.visible_to(lambda version: is_version_of(version, author))


def ladders_in(folder: Path, event: Event) -> Sequence[SectionLadder]:
    """Return the ladders of an event, none before the first game; raise BadLedger if damaged."""
    if not is_begun(folder):
        return ()
    with open_ledger(folder) as ledger:
        states = states_of(ledger.read(), [section.name for section in event.sections])
    return [
        SectionLadder(
            section.heading,
            section.name,
            tuple(ladder_table(states[section.name], milestone_names(event, section))),
            states[section.name],
        )
        for section in event.sections
    ]


def _cells(row: LadderRow) -> tuple[Value, ...]:
    counts = (row.games, row.wins, row.draws, row.losses)
    return (
        row.place,
        row.name,
        "" if row.version is None else str(row.version),
        text_from_estimate(row.rating),
        text_from_estimate(row.change, "+") if row.change else "",
        *map(Fraction, counts),
    )

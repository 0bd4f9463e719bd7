"""The table: everybody's place, what it rests on and what it earns; and who met whom.

The class's assignment gives 10 for a first place, 5 for a second, 3 for a third, and leaves open
how many places of each kind there are, and how places are shared. Here an event says how many
there are; and those who share places have, each, an equal part of what these places earn together.
Who is out of the tournament earns nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from tournaments.standings.ranking import Equals, ranked
from tournaments.standings.state import Counted, Departure, Tier, TournamentProgress
from tournaments.standings.tie_breaks import TIE_BREAKS, Tied
from tournaments.standings.totals import Row, Totals, totals


class Tiered(Protocol):
    """What a table needs to know of a schedule."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """In the order of their seeds."""

    def tiers(self, progress: TournamentProgress) -> tuple[Tier, ...]:
        """Who stands above whom, whatever the points."""


@dataclass(frozen=True, slots=True)
class Standing:
    entrant: str
    place: int
    """The best of the places that are shared, where any are."""
    shared: int
    """How many share them; 1 is a place of one's own."""
    row: Row
    """The numbers by the games that decide the place: for those in a final, its games."""
    tie_breaks: tuple[Fraction | None, ...]
    """What the tie-breaks say, in their order; nothing where nobody has as many points."""
    bonus: Fraction = Fraction(0)
    departure: Departure | None = None
    """How he came to be out of the tournament, if he is."""
    mute: bool = False
    """Whether he has played and never made a move."""

    @property
    def disqualified(self) -> bool:
        """Whether from the tournament."""
        return self.departure is not None and not self.departure.withdrawn


def standings(
    schedule: Tiered, progress: TournamentProgress, bonuses: Sequence[Fraction] = ()
) -> list[Standing]:
    """The table as it is now, from the first place to the last."""
    table: list[Standing] = []
    for equals, numbers, tied in _order(schedule, progress):
        place = len(table) + 1
        for player in equals:
            departure = progress.out.get(player)
            table.append(
                Standing(
                    player,
                    place,
                    len(equals),
                    numbers.rows[player],
                    _tie_breaks(player, tied, numbers, progress),
                    Fraction(0) if departure else bonus(place, len(equals), bonuses),
                    departure,
                    player in progress.mute,
                )
            )
    return table


def _order(
    schedule: Tiered, progress: TournamentProgress
) -> Iterator[tuple[Equals, Totals, Equals]]:
    """Those who are equal, with their numbers, and all in the tier with as many points."""
    for tier in _tiers(schedule, progress):
        numbers = totals(progress, schedule.entrants, tier.since)
        rest = (
            [tier.entrants]
            if tier.shared
            else ranked(tier.entrants, numbers, progress.scoring.tie_breaks)
        )
        for equals in rest:
            points = numbers.rows[equals[0]].points
            tied = tuple(p for p in tier.entrants if numbers.rows[p].points == points)
            yield _by_seed(equals, schedule), numbers, () if tier.shared else tied


def _by_seed(equals: Equals, schedule: Tiered) -> Equals:
    """Those who share places have to be written in some order."""
    return tuple(player for player in schedule.entrants if player in equals)


def _tiers(schedule: Tiered, progress: TournamentProgress) -> Iterator[Tier]:
    """The schedule's, and then those who stand below whatever their points.

    They never made a move, or withdrew, or were disqualified.
    """
    mute = progress.mute - progress.out.keys()
    for tier in schedule.tiers(progress):
        below = mute | progress.out.keys()
        entrants = tuple(player for player in tier.entrants if player not in below)
        if entrants:
            yield Tier(entrants, tier.since, tier.shared)
    withdrawn = {player for player, how in progress.out.items() if how.withdrawn}
    for below in (mute, withdrawn, progress.out.keys() - withdrawn):
        if below:
            yield Tier(tuple(player for player in schedule.entrants if player in below))


def _tie_breaks(
    player: str, tied: Equals, numbers: Totals, progress: TournamentProgress
) -> tuple[Fraction | None, ...]:
    names = progress.scoring.tie_breaks
    if len(tied) < 2:
        return tuple(None for _ in names)
    return tuple(TIE_BREAKS[name].value(Tied(player, tied, numbers)) for name in names)


def bonus(place: int, shared: int, bonuses: Sequence[Fraction]) -> Fraction:
    """What each of those earns who share as many places, of which this is the best."""
    return sum(bonuses[place - 1 : place - 1 + shared], Fraction(0)) / shared


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """The games of one entrant with another, as the first of them sees them."""

    points: Fraction
    games: tuple[Counted, ...]
    """In the order of the schedule."""


def crosstable(progress: TournamentProgress) -> dict[tuple[str, str], CrosstableCell]:
    """The cell of each entrant's row in each opponent's column; of pairs who have met only."""
    met: defaultdict[tuple[str, str], list[Counted]] = defaultdict(list)
    for game in progress.counted():
        one, two = game.pairing.match.players
        met[one, two].append(game)
        met[two, one].append(game)
    return {pair: _cell(pair[0], games, progress) for pair, games in met.items()}


def _cell(player: str, games: list[Counted], progress: TournamentProgress) -> CrosstableCell:
    worth = progress.scoring.points.of
    points = sum((worth(game.winner, game.side(player)) for game in games), Fraction(0))
    return CrosstableCell(points, tuple(games))

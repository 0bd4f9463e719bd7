"""The table of a section: places, the numbers behind them and their bonuses; and the crosstable.

The class's assignment gives 10 for a first place, 5 for a second, 3 for a third, and leaves open
how many places of each kind there are, and how places are shared. Here an event says how many there
are; entrants who share places get equal parts of the bonuses of these places. An entrant who is out
of the tournament gets none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from tournaments.standings.state import CountedGame, Departure, Tier, TournamentProgress
from tournaments.standings.tie_breaks import Equals, TieBreakValues, rank
from tournaments.standings.totals import Row, Totals, totals


class Tiered(Protocol):
    """The part of a schedule that a table depends on."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """Return the entrants in the order of their seeds."""

    def tiers(self, progress: TournamentProgress) -> tuple[Tier, ...]:
        """Return groups of entrants, each above the next at any points."""


@dataclass(frozen=True, slots=True)
class Standing:
    entrant: str
    place: int
    """Place; the best of them if the entrant shares places."""
    shared: int
    """Number of entrants who share the place, this one included."""
    row: Row
    """Numbers from the games that decide the place: for finalists, the games of the final."""
    tie_breaks: TieBreakValues
    tier: int
    """Number of the tier: those of another tier are above or below at any points."""
    bonus: Fraction = Fraction(0)
    departure: Departure | None = None
    """Way in which the entrant left the tournament; None for an entrant who is in it."""
    never_moved: bool = False
    """True if the entrant has played and never made a move."""

    @property
    def disqualified(self) -> bool:
        """Return whether the entrant is disqualified from the tournament."""
        return self.departure is not None and not self.departure.withdrawn


def standings(
    schedule: Tiered, progress: TournamentProgress, bonuses: Sequence[Fraction] = ()
) -> list[Standing]:
    """Return the present table, from the first place to the last."""
    table: list[Standing] = []
    never_moved = progress.never_moved
    for tier, equals, numbers, tie_breaks in _order(schedule, progress):
        place = len(table) + 1
        for entrant in equals:
            departure = progress.out.get(entrant)
            table.append(
                Standing(
                    entrant,
                    place,
                    len(equals),
                    numbers.rows[entrant],
                    tie_breaks,
                    tier,
                    Fraction(0) if departure else bonus(place, len(equals), bonuses),
                    departure,
                    entrant in never_moved,
                )
            )
    return table


def _order(
    schedule: Tiered, progress: TournamentProgress
) -> Iterator[tuple[int, Equals, Totals, TieBreakValues]]:
    """Yield groups of equals with their tier, numbers and values of tie-breaks."""
    names = progress.scoring.tie_breaks
    for index, tier in enumerate(_tiers(schedule, progress)):
        numbers = totals(progress, schedule.entrants, tier.since)
        shared = [(tier.entrants, (None,) * len(names))]
        for equals, values in shared if tier.shared else rank(tier.entrants, numbers, names):
            yield index, _by_seed(equals, schedule), numbers, values


def _by_seed(equals: Equals, schedule: Tiered) -> Equals:
    """Return entrants who share a place in the order of their seeds."""
    return tuple(entrant for entrant in schedule.entrants if entrant in equals)


def _tiers(schedule: Tiered, progress: TournamentProgress) -> Iterator[Tier]:
    """Yield the tiers of the schedule, and then those of entrants who stand below at any points.

    These never made a move, or withdrew, or were disqualified.
    """
    never_moved = progress.never_moved - progress.out.keys()
    for tier in schedule.tiers(progress):
        below = never_moved | progress.out.keys()
        entrants = tuple(entrant for entrant in tier.entrants if entrant not in below)
        if entrants:
            yield Tier(entrants, tier.since, tier.shared)
    withdrawn = {entrant for entrant, departure in progress.out.items() if departure.withdrawn}
    for below in (never_moved, withdrawn, progress.out.keys() - withdrawn):
        if below:
            yield Tier(tuple(entrant for entrant in schedule.entrants if entrant in below))


def bonus(place: int, shared: int, bonuses: Sequence[Fraction]) -> Fraction:
    """Return the bonus of each of ``shared`` entrants who share places from ``place`` on."""
    return sum(bonuses[place - 1 : place - 1 + shared], Fraction(0)) / shared


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """The games of an entrant against one opponent, with the entrant's points."""

    points: Fraction
    games: tuple[CountedGame, ...]
    """Games in the order of the schedule."""


def crosstable(progress: TournamentProgress) -> dict[tuple[str, str], CrosstableCell]:
    """Return the cells by entrant and opponent, for pairs who have met."""
    games_by_pair: defaultdict[tuple[str, str], list[CountedGame]] = defaultdict(list)
    for game in progress.counted_games():
        first, second = game.scheduled_game.match.entrants
        games_by_pair[first, second].append(game)
        games_by_pair[second, first].append(game)
    return {pair: _cell(pair[0], games, progress) for pair, games in games_by_pair.items()}


def _cell(entrant: str, games: list[CountedGame], progress: TournamentProgress) -> CrosstableCell:
    points = progress.scoring.points.of_all((game.winner, game.side(entrant)) for game in games)
    return CrosstableCell(points, tuple(games))

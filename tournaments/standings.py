"""The table: everybody's place, and what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.bonus import bonus
from tournaments.course import Course
from tournaments.figures import Figures, Row, figures
from tournaments.ranking import Equals, ranked
from tournaments.schedule import Schedule, Tier
from tournaments.tie_breaks import TIE_BREAKS, Tied


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table."""

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
    disqualified: bool = False
    """Whether from the tournament."""


def standings(
    schedule: Schedule, course: Course, bonuses: Sequence[Fraction] = ()
) -> list[Standing]:
    """The table as it is now, from the first place to the last."""
    table: list[Standing] = []
    for equals, numbers, tied in _order(schedule, course):
        place = len(table) + 1
        for player in equals:
            out = player in course.out
            table.append(
                Standing(
                    player,
                    place,
                    len(equals),
                    numbers.rows[player],
                    _tie_breaks(player, tied, numbers, course),
                    Fraction(0) if out else bonus(place, len(equals), bonuses),
                    out,
                )
            )
    return table


def _order(schedule: Schedule, course: Course) -> Iterator[tuple[Equals, Figures, Equals]]:
    """Who stands together, their numbers, and all those in the tier with as many points."""
    for tier in _tiers(schedule, course):
        numbers = figures(course, schedule.entrants, tier.since)
        rest = (
            [tier.entrants]
            if tier.shared
            else ranked(tier.entrants, numbers, course.scoring.tie_breaks)
        )
        for equals in rest:
            points = numbers.rows[equals[0]].points
            tied = tuple(p for p in tier.entrants if numbers.rows[p].points == points)
            yield _by_seed(equals, schedule), numbers, () if tier.shared else tied


def _by_seed(equals: Equals, schedule: Schedule) -> Equals:
    """Those who share places have to be written in some order."""
    return tuple(player for player in schedule.entrants if player in equals)


def _tiers(schedule: Schedule, course: Course) -> Iterator[Tier]:
    """The schedule's, without those disqualified from the tournament, who come last."""
    for tier in schedule.tiers(course):
        entrants = tuple(player for player in tier.entrants if player not in course.out)
        if entrants:
            yield Tier(entrants, tier.since, tier.shared)
    out = tuple(player for player in schedule.entrants if player in course.out)
    if out:
        yield Tier(out)


def _tie_breaks(
    player: str, tied: Equals, numbers: Figures, course: Course
) -> tuple[Fraction | None, ...]:
    names = course.scoring.tie_breaks
    if len(tied) < 2:
        return tuple(None for _ in names)
    return tuple(TIE_BREAKS[name].value(Tied(player, tied, numbers)) for name in names)

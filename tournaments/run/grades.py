"""The gradebook of a section: what each entrant earns outside the tournament, added up.

The bonus for the place, the points of the interim hand-in, and what the teacher gives besides, such
as for the report.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.run.tournament import SectionState


@dataclass(frozen=True, slots=True)
class Grade:
    name: str
    place: str
    bonus: Fraction
    interim: Fraction
    more: Mapping[str, Fraction]
    """By what it is for."""

    @property
    def total(self) -> Fraction:
        return sum(self.more.values(), self.bonus + self.interim)


def grades(
    state: SectionState,
    in_time: Collection[str],
    more: Mapping[str, Mapping[str, Fraction]],
) -> Iterator[Grade]:
    """In the order of the table; ``in_time`` are those who handed in by the interim date."""
    worth = state.section.hand_in.interim_points
    for one in state.standings:
        shared = f"-{one.place + one.shared - 1}" if one.shared > 1 else ""
        yield Grade(
            one.entrant,
            f"{one.place}{shared}",
            one.bonus,
            worth if one.entrant in in_time else Fraction(0),
            more.get(one.entrant, {}),
        )

"""The ranking of entrants by points, then by the tie-breaks in their order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from tournaments.standings.tie_breaks import TIE_BREAKS, Tied
from tournaments.standings.totals import Totals

Equals: TypeAlias = tuple[str, ...]
"""Entrants who are equal in points and all tie-breaks."""

_Measure: TypeAlias = Callable[[Tied], Fraction]


def ranked(players: Sequence[str], totals: Totals, tie_breaks: Sequence[str]) -> list[Equals]:
    """Return groups of equal entrants, from the best down.

    A tie-break is applied to a group that all earlier ones have left equal, and only to its
    members: so head-to-head counts only the games among them. It is applied once, not again to the
    smaller groups that it makes.
    """
    measures = [_points, *(TIE_BREAKS[name].value for name in tie_breaks)]
    return _split(tuple(players), totals, measures)


def _split(players: Equals, totals: Totals, measures: Sequence[_Measure]) -> list[Equals]:
    if len(players) < 2 or not measures:
        return [players] if players else []
    by_value: defaultdict[Fraction, list[str]] = defaultdict(list)
    for player in players:
        by_value[measures[0](Tied(player, players, totals))].append(player)
    return [
        group
        for value in sorted(by_value, reverse=True)
        for group in _split(tuple(by_value[value]), totals, measures[1:])
    ]


def _points(tied: Tied) -> Fraction:
    return tied.row.points

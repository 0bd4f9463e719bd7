"""Who stands above whom: by points, then by the tie-breaks in their order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from tournaments.standings.tie_breaks import TIE_BREAKS, Tied
from tournaments.standings.totals import Totals

Equals: TypeAlias = tuple[str, ...]
"""Entrants whom nothing decides between."""

_Measure: TypeAlias = Callable[[Tied], Fraction]


def ranked(players: Sequence[str], totals: Totals, tie_breaks: Sequence[str]) -> list[Equals]:
    """The entrants from the best down, those together whom nothing decides between.

    A tie-break is applied to those whom all before it have left together, and to nobody else: so
    head-to-head looks at the games among just them. It is applied once; what it could tell about
    those it leaves together is not asked again.
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

"""Tie-breaks: numbers that decide between entrants with equal points.

A tie-break is a number that an entrant has among those it is tied with; more is better. To add
one, write it and put it into ``TIE_BREAKS``. ``rank`` applies points and tie-breaks in order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from formats.text import Text
from tournaments.standings.totals import GameOfEntrant, Row, Totals


@dataclass(frozen=True, slots=True)
class Tied:
    """An entrant and the group of entrants with equal points, this one included."""

    entrant: str
    group: Sequence[str]
    totals: Totals

    @property
    def row(self) -> Row:
        return self.totals.rows[self.entrant]

    @property
    def games(self) -> Sequence[GameOfEntrant]:
        return self.totals.games[self.entrant]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break with its title."""

    title: Text
    value: Callable[[Tied], Fraction]


def head_to_head(tied: Tied) -> Fraction:
    """Return the points from games against the entrants of the tied group."""
    return tied.totals.points.of_all(
        (game.winner, game.side(tied.entrant))
        for game, opponent in tied.games
        if opponent in tied.group
    )


def sonneborn_berger(tied: Tied) -> Fraction:
    """Return the points of beaten opponents, and half the points of opponents in drawn games.

    Each game counts separately: two wins against an opponent count that opponent's points twice.
    """
    rows = tied.totals.rows
    halves: Counter[str] = Counter()
    for game, opponent in tied.games:
        is_won = game.winner == game.side(tied.entrant)
        halves[opponent] += 1 if game.winner == "D" else 2 * is_won
    return sum((n * rows[opponent].points for opponent, n in halves.items()), Fraction(0)) / 2


def wins(tied: Tied) -> Fraction:
    return Fraction(tied.row.wins)


def wins_as_second(tied: Tied) -> Fraction:
    """Return the number of games won with B."""
    return Fraction(tied.row.wins_as_second)


def fewer_disqualifications(tied: Tied) -> Fraction:
    """Return the negated number of games lost by disqualification."""
    return Fraction(-tied.row.disqualifications)


def time_used(tied: Tied) -> Fraction:
    """Return the negated average of the time used in a game.

    The sum would favour an entrant whose games were not played.
    """
    return -Fraction(tied.row.seconds) / max(tied.row.timed, 1)


TIE_BREAKS = {
    "head-to-head": TieBreak(Text("head-to-head", "личные встречи"), head_to_head),
    "sonneborn-berger": TieBreak(Text("Sonneborn-Berger", "Зоннеборн-Бергер"), sonneborn_berger),
    "wins": TieBreak(Text("wins", "победы"), wins),
    "wins-as-second": TieBreak(Text("wins as second player", "победы вторым"), wins_as_second),
    "fewer-disqualifications": TieBreak(
        Text("fewer offences", "меньше нарушений"), fewer_disqualifications
    ),
    "time-used": TieBreak(Text("less time used", "меньше времени"), time_used),
}


Equals: TypeAlias = tuple[str, ...]
"""Entrants who are equal in points and all tie-breaks."""
TieBreakValues: TypeAlias = tuple[Fraction | None, ...]
"""Values of the tie-breaks among those whom points and all earlier ones have left equal.

None if nobody else in the tier is left equal.
"""

_Measure: TypeAlias = Callable[[Tied], Fraction]


def rank(
    entrants: Sequence[str], totals: Totals, tie_breaks: Sequence[str]
) -> list[tuple[Equals, TieBreakValues]]:
    """Return groups of equal entrants with the values of their tie-breaks, from the best down.

    A tie-break is applied to a group that all earlier ones have left equal, and only to its
    members: so head-to-head counts only the games among them. It is applied once, not again to the
    smaller groups that it makes.
    """
    measures = [_points, *(TIE_BREAKS[name].value for name in tie_breaks)]
    return [(equals, values[1:]) for equals, values in _split(tuple(entrants), totals, measures)]


def _split(
    entrants: Equals, totals: Totals, measures: Sequence[_Measure]
) -> Iterator[tuple[Equals, TieBreakValues]]:
    """Yield groups of equals with the value of each measure, from the best down."""
    if len(entrants) < 2 or not measures:
        if entrants:
            yield entrants, (None,) * len(measures)
        return
    by_value: defaultdict[Fraction, list[str]] = defaultdict(list)
    for entrant in entrants:
        by_value[measures[0](Tied(entrant, entrants, totals))].append(entrant)
    for value in sorted(by_value, reverse=True):
        for equals, values in _split(tuple(by_value[value]), totals, measures[1:]):
            yield equals, (value, *values)


def _points(tied: Tied) -> Fraction:
    return tied.row.points

"""What decides between entrants with equal points.

A tie-break is a number that an entrant has among those it is tied with; more is better. To add
one, write it and put it into ``TIE_BREAKS``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from formats.text import Text
from tournaments.standings.state import Counted
from tournaments.standings.totals import Row, Totals


@dataclass(frozen=True, slots=True)
class Tied:
    """An entrant and those it is tied with, itself among them."""

    player: str
    together: Sequence[str]
    totals: Totals

    @property
    def row(self) -> Row:
        return self.totals.rows[self.player]

    @property
    def games(self) -> list[tuple[Counted, str]]:
        """Its games, each with the opponent."""
        matches = [(game, game.pairing.match) for game in self.totals.games]
        return [(g, m.other(self.player)) for g, m in matches if self.player in m.players]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A way to decide, and what it is called."""

    title: Text
    value: Callable[[Tied], Fraction]


def head_to_head(tied: Tied) -> Fraction:
    """The points of the games that those who are tied played with each other."""
    worth = tied.totals.points.of
    earned = [worth(g.winner, g.side(tied.player)) for g, foe in tied.games if foe in tied.together]
    return sum(earned, Fraction(0))


def sonneborn_berger(tied: Tied) -> Fraction:
    """The points of those one has beaten, and half the points of those one has drawn with.

    Each game counts separately: two wins against an opponent count that opponent's points twice.
    """
    rows = tied.totals.rows
    parts = [game.share(tied.player) * rows[foe].points for game, foe in tied.games]
    return sum(parts, Fraction(0))


def wins(tied: Tied) -> Fraction:
    return Fraction(tied.row.wins)


def wins_as_second(tied: Tied) -> Fraction:
    """Games won with B."""
    return Fraction(tied.row.wins_as_second)


def fewer_disqualifications(tied: Tied) -> Fraction:
    """Games lost by disqualification, the fewer the better."""
    return Fraction(-tied.row.disqualifications)


def time_used(tied: Tied) -> Fraction:
    """The time used in a game on average, the less the better.

    On average, so that nobody is the quicker for games that were not played.
    """
    return -Fraction(tied.row.seconds) / max(tied.row.timed, 1)


TIE_BREAKS = {
    "head-to-head": TieBreak(Text("head-to-head", "личные встречи"), head_to_head),
    "sonneborn-berger": TieBreak(Text("Sonneborn-Berger", "Зоннеборн-Бергер"), sonneborn_berger),
    "wins": TieBreak(Text("wins", "победы"), wins),
    "wins-as-second": TieBreak(Text("wins as second player", "победы вторым"), wins_as_second),
    "fewer-disqualifications": TieBreak(
        Text("fewer disqualifications", "меньше дисквалификаций"), fewer_disqualifications
    ),
    "time-used": TieBreak(Text("less time used", "меньше времени"), time_used),
}

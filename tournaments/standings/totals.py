"""Totals of entrants over games: the numbers of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from operator import eq
from typing import TypeAlias

from tournaments.standings.scoring import Points
from tournaments.standings.state import CountedGame, TournamentProgress


@dataclass(frozen=True, slots=True)
class Row:
    points: Fraction = Fraction(0)
    games: int = 0
    """Number of games, games awarded without play included."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    wins_as_second: int = 0
    disqualifications: int = 0
    """Number of games that the entrant lost by disqualification."""
    seconds: Decimal = Decimal(0)
    """Time used in all games that count as they were played."""
    timed: int = 0
    """Number of games that count as they were played."""
    byes: int = 0


GameOfEntrant: TypeAlias = tuple[CountedGame, str]
"""A game of an entrant, with the opponent."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The numbers of all entrants, and the games that they come from."""

    rows: Mapping[str, Row]
    games: Mapping[str, Sequence[GameOfEntrant]]
    """Games of each entrant."""
    points: Points


def totals(progress: TournamentProgress, entrants: Iterable[str], since: int = 1) -> Totals:
    """Return the totals of the games from round ``since`` on; a bye is a match won."""
    points = progress.scoring.points
    games: dict[str, list[GameOfEntrant]] = {entrant: [] for entrant in entrants}
    for game in progress.counted_games():
        match = game.scheduled_game.match
        if match.round >= since:
            for entrant in match.entrants:
                if entrant in games:
                    games[entrant].append((game, match.other(entrant)))
    rows = {}
    for entrant, own_games in games.items():
        row = _row(entrant, [game for game, _ in own_games], points)
        byes = progress.byes[entrant]
        rows[entrant] = replace(row, byes=byes, points=row.points + byes * progress.points_of_bye)
    return Totals(rows, games, points)


def _row(entrant: str, games: Sequence[CountedGame], points: Points) -> Row:
    """Return the numbers of an entrant's games, without byes."""
    sides = [game.side(entrant) for game in games]
    winners = [game.winner for game in games]
    wins, draws = sum(map(eq, sides, winners)), winners.count("D")
    losses = len(games) - wins - draws
    times = [seconds for game in games if (seconds := game.seconds(entrant)) is not None]
    return Row(
        points=wins * points.win + draws * points.draw + losses * points.loss,
        games=len(games),
        wins=wins,
        draws=draws,
        losses=losses,
        wins_as_second=list(zip(sides, winners, strict=True)).count(("B", "B")),
        disqualifications=sum(game.disqualified(entrant) for game in games),
        seconds=sum(times, Decimal(0)),
        timed=len(times),
    )

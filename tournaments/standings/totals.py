"""Totals of entrants over games: the numbers of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

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

    def with_game(self, game: CountedGame, player: str, points: Points) -> Row:
        side, seconds = game.side(player), game.seconds(player)
        won = game.winner == side
        return replace(
            self,
            points=self.points + points.of(game.winner, side),
            games=self.games + 1,
            wins=self.wins + won,
            draws=self.draws + (game.winner == "D"),
            losses=self.losses + (game.winner not in (side, "D")),
            wins_as_second=self.wins_as_second + (won and side == "B"),
            disqualifications=self.disqualifications + game.disqualified(player),
            seconds=self.seconds + (seconds or 0),
            timed=self.timed + (seconds is not None),
        )


@dataclass(frozen=True, slots=True)
class Totals:
    """The numbers of all entrants, and the games that they come from."""

    rows: Mapping[str, Row]
    games: tuple[CountedGame, ...]
    points: Points


def totals(progress: TournamentProgress, players: Iterable[str], since: int = 1) -> Totals:
    """Return the totals of the games from round ``since`` on; a bye is a match won."""
    points_of_bye = progress.scoring.points.win * 2 * progress.starts
    rows = {player: _row_with_byes(progress.byes[player], points_of_bye) for player in players}
    games = tuple(game for game in progress.counted_games() if game.pairing.match.round >= since)
    for game in games:
        for player in game.pairing.match.players:
            if player in rows:
                rows[player] = rows[player].with_game(game, player, progress.scoring.points)
    return Totals(rows, games, progress.scoring.points)


def _row_with_byes(byes: int, points: Fraction) -> Row:
    return Row(points=byes * points, byes=byes)

"""What entrants have earned by certain games: the numbers that tables are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from tournaments.standings.scoring import Points
from tournaments.standings.state import Counted, TournamentProgress


@dataclass(frozen=True, slots=True)
class Row:
    points: Fraction = Fraction(0)
    games: int = 0
    """Those awarded without play too."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    wins_as_second: int = 0
    disqualifications: int = 0
    """Games that the entrant itself lost so."""
    seconds: Decimal = Decimal(0)
    """Used in all the games that count as they were played."""
    timed: int = 0
    """How many these are."""
    byes: int = 0

    def with_game(self, game: Counted, player: str, points: Points) -> Row:
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
    """Everybody's numbers, and the games that they come from."""

    rows: Mapping[str, Row]
    games: tuple[Counted, ...]
    points: Points


def totals(progress: TournamentProgress, players: Iterable[str], since: int = 1) -> Totals:
    """The numbers by all games that count from that round on. A bye is a match won."""
    bye = progress.scoring.points.win * 2 * progress.starts
    rows = {player: _sat_out(progress.byes[player], bye) for player in players}
    games = tuple(game for game in progress.counted() if game.pairing.match.round >= since)
    for game in games:
        for player in game.pairing.match.players:
            if player in rows:
                rows[player] = rows[player].with_game(game, player, progress.scoring.points)
    return Totals(rows, games, progress.scoring.points)


def _sat_out(byes: int, worth: Fraction) -> Row:
    return Row(points=byes * worth, byes=byes)

"""Tournaments for tests: played out at once, and results written short.

A line of results is the id of a game and its winner: ``1/a/d/1b B``. A ``!`` after the winner says
that the loser was disqualified; two numbers after it are the seconds that A and B used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from random import Random
from typing import cast

from formats.outcome import Winner
from tournaments.schedules import Schedule, follow
from tournaments.standings.match import GameResult, ScheduledGame
from tournaments.standings.scoring import Scoring
from tournaments.standings.state import TournamentProgress

Decide = Callable[[ScheduledGame], GameResult]


def results(table: str) -> list[GameResult]:
    """Return the results of some lines."""
    return [_result(*line.split()) for line in table.splitlines() if line.strip()]


def _result(game: str, winner: str, a: str = "0", b: str = "0") -> GameResult:
    _, first, second, leg = game.split("/")
    if leg.endswith("b"):
        first, second = second, first
    won = cast("Winner", winner[0])
    return GameResult(game, first, second, won, winner.endswith("!"), (Decimal(a), Decimal(b)))


def stronger(scheduled_game: ScheduledGame) -> GameResult:
    """Return a win of the first entrant in the alphabet."""
    winner: Winner = "A" if scheduled_game.first < scheduled_game.second else "B"
    return GameResult(scheduled_game.id, scheduled_game.first, scheduled_game.second, winner)


def by_lot(seed: int, faulty: float = 0) -> Decide:
    """Return random results, determined by the seed; some losers are disqualified."""

    def decide(scheduled_game: ScheduledGame) -> GameResult:
        random = Random(f"{seed} {scheduled_game.id}")
        winner = cast("Winner", random.choice("AABBD"))
        out = winner != "D" and random.random() < faulty
        seconds = Decimal(random.randrange(9)), Decimal(random.randrange(9))
        return GameResult(
            scheduled_game.id, scheduled_game.first, scheduled_game.second, winner, out, seconds
        )

    return decide


def play_all(
    schedule: Schedule,
    decide: Decide = stronger,
    *,
    starts: int = 1,
    scoring: Scoring | None = None,
    order: Callable[[list[ScheduledGame]], Iterable[ScheduledGame]] = iter,
) -> TournamentProgress:
    """Return the progress after all games; ``order`` chooses the game that ends next."""
    results: list[GameResult] = []
    while True:
        progress = follow(schedule, results, starts, scoring)
        ready = list(progress.to_play())
        if not ready:
            return progress
        results += map(decide, order(ready))


def names(count: int) -> tuple[str, ...]:
    """Return names of entrants in the order of their strength."""
    return tuple(f"{chr(ord('a') + n % 26)}{n // 26 or ''}" for n in range(count))


def as_in(crosstable: str) -> Decide:
    """Return the results of a crosstable as it is drawn on paper.

    A cell is the row's result in the game with A and in the one with B: 1 a win, 0 a loss, = a
    draw. One of the two cells of a pair is enough; ``.`` is a cell that is left empty.
    """
    rows = [line.split() for line in crosstable.strip().splitlines()]
    columns = rows[0]
    cells = {
        (name, column): cell
        for name, *row in rows[1:]
        for column, cell in zip(columns, row, strict=True)
        if cell != "."
    }

    def decide(scheduled_game: ScheduledGame) -> GameResult:
        first, second = scheduled_game.first, scheduled_game.second
        if (first, second) in cells:
            winner = {"1": "A", "0": "B", "=": "D"}[cells[first, second][0]]
        else:
            winner = {"1": "B", "0": "A", "=": "D"}[cells[second, first][1]]
        return GameResult(scheduled_game.id, first, second, cast("Winner", winner))

    return decide


def pairs(progress: TournamentProgress, round_: int) -> list[str]:
    """Return the matches of a round as ``a-b``."""
    matches = [match_result.match for match_result in progress.match_results.values()]
    return ["-".join(match.entrants) for match in matches if match.round == round_]

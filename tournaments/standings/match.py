"""A match of two entrants, its games, and the results of games.

A match has two games with swapped sides on each start position. The id of a game is the same
whenever the schedule is computed again; so a ledger can enter each game once.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from formats.outcome import Winner
from formats.text import Text


@dataclass(frozen=True, slots=True)
class ScheduledMatch:
    number: int
    """Number of the match in the order of the schedule, from 1."""
    round: int
    """Round, from 1; each entrant has at most one match in it."""
    first: str
    """Entrant who has A in the first game on each start."""
    second: str
    title: Text | None = None
    """Title of the match if it has one, such as "final"."""
    play_off: int | None = None
    """Number of matches of the schedule if this tied match has a play-off, else None.

    The games of a play-off have a start position of their own, and are numbered after all others.
    """

    @property
    def entrants(self) -> tuple[str, str]:
        return self.first, self.second

    def other(self, entrant: str) -> str:
        return self.second if entrant == self.first else self.first

    def games(self, starts: int) -> tuple[ScheduledGame, ...]:
        """Return the games of the match on ``starts`` start positions, in the order of play."""
        games_before = 2 * starts * (self.number - 1)
        regular = tuple(
            ScheduledGame(games_before + 2 * start + swapped + 1, self, start, bool(swapped))
            for start in range(starts)
            for swapped in (0, 1)
        )
        if self.play_off is None:
            return regular
        games_before = 2 * starts * self.play_off + 2 * (self.number - 1)
        deciding = (ScheduledGame(games_before + n + 1, self, starts, bool(n)) for n in (0, 1))
        return (*regular, *deciding)


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game of the schedule, played or not."""

    number: int
    """Number of the game, from 1; the numbers of matches that are not played are left out."""
    match: ScheduledMatch
    start: int
    """Index of the start position, from 0; the one after the last is that of play-offs."""
    swapped: bool
    """True if the second entrant of the match has A."""

    @property
    def first(self) -> str:
        """Return the entrant who has A."""
        return self.match.second if self.swapped else self.match.first

    @property
    def second(self) -> str:
        """Return the entrant who has B."""
        return self.match.first if self.swapped else self.match.second

    @property
    def id(self) -> str:
        """Return the id of the game within its section: ``3/ivanov/petrov/1b``.

        With the names in it, a result is never taken for that of another pair.
        """
        match = self.match
        leg = "b" if self.swapped else "a"
        return f"{match.round}/{match.first}/{match.second}/{self.start + 1}{leg}"


@dataclass(frozen=True, slots=True)
class GameResult:
    game: str
    """Id of the scheduled game."""
    first: str
    """Entrant who had A."""
    second: str
    """Entrant who had B."""
    winner: Winner
    disqualified: bool = False
    """True if the loser lost by disqualification."""
    seconds: tuple[Decimal, Decimal] = (Decimal(0), Decimal(0))
    """Seconds that A and B used."""
    moved: tuple[bool, bool] = (True, True)
    """Two flags: true if A made a move, and if B did."""

    def __post_init__(self) -> None:
        """Check that a draw disqualifies nobody."""
        assert not (self.disqualified and self.winner == "D"), "a draw has no loser"

    @property
    def loser(self) -> str | None:
        return {"A": self.second, "B": self.first, "D": None}[self.winner]

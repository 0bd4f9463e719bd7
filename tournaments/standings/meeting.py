"""A meeting of two entrants, the games it is made of, and what became of each.

A match is, on each start position, two games with the sides swapped. A game is known by its id,
which is the same whenever the schedule is worked out again; so a ledger can enter each game once.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from formats.outcome import Winner
from formats.text import Text


@dataclass(frozen=True, slots=True)
class Meeting:
    number: int
    """From 1, in the order of the schedule."""
    round: int
    """From 1. Nobody plays twice in a round, and no two entrants meet twice in one."""
    first: str
    """Who has A in the first game on each start."""
    second: str
    title: Text | None = None
    """What the match is called where it has a name, such as the final."""
    play_off: int | None = None
    """Where the match was tied and is played off: how many matches the schedule has.

    The games of a play-off are on a start position of their own, and numbered after all others.
    """

    @property
    def players(self) -> tuple[str, str]:
        return self.first, self.second

    def other(self, player: str) -> str:
        return self.second if player == self.first else self.first

    def games(self, starts: int) -> tuple[ScheduledGame, ...]:
        """The games of the match on that many start positions, in the order of play."""
        before = 2 * starts * (self.number - 1)
        regular = tuple(
            ScheduledGame(before + 2 * start + swapped + 1, self, start, bool(swapped))
            for start in range(starts)
            for swapped in (0, 1)
        )
        if self.play_off is None:
            return regular
        before = 2 * starts * self.play_off + 2 * (self.number - 1)
        more = (ScheduledGame(before + n + 1, self, starts, bool(n)) for n in (0, 1))
        return (*regular, *more)


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game that is to be played, or was."""

    number: int
    """From 1: «game 214». A number is left out where a match needs not be played."""
    match: Meeting
    start: int
    """Which of the start positions, from 0; after the last of them, that of play-offs."""
    swapped: bool
    """Whether the second of the match has A."""

    @property
    def first(self) -> str:
        """The entrant who plays A."""
        return self.match.second if self.swapped else self.match.first

    @property
    def second(self) -> str:
        """The entrant who plays B."""
        return self.match.first if self.swapped else self.match.second

    @property
    def id(self) -> str:
        """What the game is known by within its tournament: ``3/ivanov/petrov/1b``.

        The names make sure that a result is never taken for that of another pair.
        """
        match = self.match
        leg = "b" if self.swapped else "a"
        return f"{match.round}/{match.first}/{match.second}/{self.start + 1}{leg}"


@dataclass(frozen=True, slots=True)
class GameResult:
    game: str
    """The id of the pairing that it was played for."""
    first: str
    """Who had A."""
    second: str
    """Who had B."""
    winner: Winner
    disqualified: bool = False
    """Whether the loser lost by disqualification."""
    seconds: tuple[Decimal, Decimal] = (Decimal(0), Decimal(0))
    """The time that each used, A's first."""
    moved: tuple[bool, bool] = (True, True)
    """Whether each made a move at all, A first."""

    def __post_init__(self) -> None:
        """A draw disqualifies nobody."""
        assert not (self.disqualified and self.winner == "D"), "a draw has no loser"

    @property
    def loser(self) -> str | None:
        return {"A": self.second, "B": self.first, "D": None}[self.winner]

"""What became of one game, as far as a table needs to know."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from formats.game import Winner


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played to its end."""

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

    def __post_init__(self) -> None:
        """A draw disqualifies nobody."""
        assert not (self.disqualified and self.winner == "D"), "a draw has no loser"

    @property
    def loser(self) -> str | None:
        """Who lost, if anybody did."""
        return {"A": self.second, "B": self.first, "D": None}[self.winner]

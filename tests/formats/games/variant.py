"""A game as it is played in tests. The ``variants.py`` of a game lists those to play it in."""

from __future__ import annotations

from dataclasses import dataclass, field

from formats.game import Position, StartRequest
from formats.games import AnyGame


@dataclass(frozen=True)
class Variant:
    """A game with its options, and where to start it."""

    game: AnyGame
    title: str
    request: StartRequest = field(default_factory=StartRequest)
    has_many_moves: bool = False
    """Whether it takes long to list all the moves of a position."""

    def __str__(self) -> str:
        """How a test names it."""
        return f"{self.game.name}: {self.title}"

    @property
    def start(self) -> Position:
        """The start position."""
        return self.game.start(self.request)

"""A game as tests play it; the ``variants.py`` of a game lists its variants."""

from __future__ import annotations

from dataclasses import dataclass, field

from formats.game import Position, StartRequest
from formats.games import AnyGame


@dataclass(frozen=True)
class Variant:
    """A game with its options, and its start."""

    game: AnyGame
    title: str
    request: StartRequest = field(default_factory=StartRequest)
    has_many_moves: bool = False
    """True if listing all the moves of a position takes long."""

    def __str__(self) -> str:
        return f"{self.game.name}: {self.title}"

    @property
    def start(self) -> Position:
        return self.game.start(self.request)

"""Who sits at the board: a person, or a bot of ours with its thinking time."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from arena.web.playing import words
from formats.text import Text

MOST_THINK = Decimal(100)
LEAST_THINK = Decimal("0.05")


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of the board."""

    bot: str | None = None
    """The bot's name; nothing for a person."""
    think: Decimal = Decimal(1)
    """Seconds a move."""
    program: Path | None = None
    """Where the bot is, if it is none of ours."""

    @property
    def title(self) -> Text:
        """What stands beside the board."""
        return words.PERSON_NAME if self.bot is None else Text(self.bot, self.bot)

"""Programs to play against other than built-in bots: of the folder of bots, or submitted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.site.play import texts
from arena.site.watch.event_index import is_shown
from formats.text import Text

PREFIX = "file:"
"""Prefix of a program of the folder in the form of a new game; built-in bots have no prefix."""


@dataclass(frozen=True, slots=True)
class OfferedBot:
    """A program as it is offered in the form of a new game."""

    name: str
    """Name beside the board."""
    path: Path
    group: Text = texts.OF_FOLDER
    """Title of its group in the list."""
    note: Text | None = None
    """Note beside it in the list."""
    games: frozenset[str] | None = None
    """Games that it plays; None if unknown."""
    is_secret: bool = False
    """True if the bot is another student's: its opponents see only its moves."""

    def plays(self, game: str) -> bool:
        """Return whether it is offered for the game."""
        return self.games is None or game in self.games

    @property
    def title(self) -> Text:
        if self.note is None:
            return Text(self.name, self.name)
        return texts.NOTED.filled({"name": self.name, "note": self.note})


def group_bots(
    offered_bots: Mapping[str, OfferedBot], game: str
) -> dict[Text, dict[str, OfferedBot]]:
    """Return the programs that play the game, by the titles of their groups."""
    groups: dict[Text, dict[str, OfferedBot]] = {}
    for key, offered_bot in offered_bots.items():
        if offered_bot.plays(game):
            groups.setdefault(offered_bot.group, {})[key] = offered_bot
    return groups


def offered_bots_in(folder: Path | None) -> Mapping[str, OfferedBot]:
    """Return the programs of the folder, by their keys. No path is ever made from a key."""
    if folder is None or not folder.is_dir():
        return {}
    paths = (path for path in sorted(folder.iterdir()) if path.is_file() and is_shown(path))
    return {f"{PREFIX}{path.name}": OfferedBot(path.name, path) for path in paths}

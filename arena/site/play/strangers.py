"""Programs that are no bots of ours: of the folder that the site was told of, or handed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.site.play import texts
from arena.site.watch.event_index import is_shown
from formats.text import Text

PREFIX = "file:"
"""What tells one of the folder from a style of ours, in the form."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """One of them, as it is offered in the form of a new game."""

    name: str
    """What it is called beside the board."""
    path: Path
    group: Text = texts.OF_FOLDER
    """Among whom it stands in the list."""
    note: Text | None = None
    """What is said of it in the list."""
    games: frozenset[str] | None = None
    """The games that it plays; None where nobody knows."""
    is_secret: bool = False
    """Whether it is another's: nobody who plays it sees more of it than its moves."""

    def plays(self, game: str) -> bool:
        """Whether it may be asked to play that."""
        return self.games is None or game in self.games

    @property
    def title(self) -> Text:
        if self.note is None:
            return Text(self.name, self.name)
        return texts.NOTED.filled({"name": self.name, "note": self.note})


def grouped(strangers: Mapping[str, Stranger], game: str) -> dict[Text, dict[str, Stranger]]:
    """Those that play that game, by what is said above them in the list."""
    groups: dict[Text, dict[str, Stranger]] = {}
    for key, one in strangers.items():
        if one.plays(game):
            groups.setdefault(one.group, {})[key] = one
    return groups


def strangers_in(folder: Path | None) -> Mapping[str, Stranger]:
    """Those that are there now, by what the form calls them. No path is ever made of a name."""
    if folder is None or not folder.is_dir():
        return {}
    found = (path for path in sorted(folder.iterdir()) if path.is_file() and is_shown(path))
    return {f"{PREFIX}{path.name}": Stranger(path.name, path) for path in found}

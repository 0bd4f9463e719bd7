"""The games that are played now, by names that nobody can guess; old ones make room for new."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.play.watched_game import Play


@dataclass
class Games:
    """How many games are kept at most."""

    most: int
    dropped: Callable[[Play], None]
    """Called with a game that had to go."""
    _kept: OrderedDict[str, Play] = field(default_factory=OrderedDict)

    def add(self, play: Play) -> str:
        """The name of the game that is now there too."""
        name = secrets.token_urlsafe(16)
        self._kept[name] = play
        if len(self._kept) > self.most:
            _, oldest = self._kept.popitem(last=False)
            oldest.close()
            self.dropped(oldest)
        return name

    def close(self) -> None:
        """Takes leave of all who watch one."""
        for play in self._kept.values():
            play.close()

    def named(self, name: str) -> Play:
        """The game; it is not the oldest any more. Raises Refusal."""
        play = self._kept.get(name)
        if play is None:
            raise Refusal(404, texts.GONE)
        self._kept.move_to_end(name)
        return play

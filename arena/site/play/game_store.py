"""The games that are played now, by names that nobody can guess; old ones make room for new.

Where there is no more room, a game of whoever has most of them goes: one that nobody watches
before any that somebody does, and the one left alone longest first. So a client that begins games
by the hundred takes his own away.
"""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
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
            dropped = self._kept.pop(self._least_wanted(play.client))
            dropped.close()
            self.dropped(dropped)
        return name

    def _least_wanted(self, newest: str) -> str:
        """The name of the game to go; of clients that have as many, the one who began the last."""
        counts = Counter(play.client for play in self._kept.values())
        most = max(counts, key=lambda client: (counts[client], client == newest))
        own = (name for name, play in list(self._kept.items())[:-1] if play.client == most)
        return min(own, key=lambda name: self._kept[name].watchers > 0)

    def close(self) -> None:
        for play in self._kept.values():
            play.close()

    def named(self, name: str) -> Play:
        """The game; it is not the oldest any more. Raises Refusal."""
        play = self._kept.get(name)
        if play is None:
            raise Refusal(404, texts.GONE)
        self._kept.move_to_end(name)
        return play

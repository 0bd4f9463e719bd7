"""Store of the games that are being played, by names that nobody can guess.

When it is full, a game is closed for a new one: one of the client with the most games, first one
that nobody watches, and of those the one idle longest. So a client that begins games by the hundred
loses games of its own.
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
    """The games that are being played, at most ``most`` of them."""

    most: int
    dropped: Callable[[Play], None]
    """Function called with a game that was closed for another one."""
    _kept: OrderedDict[str, Play] = field(default_factory=OrderedDict)

    def add(self, play: Play) -> str:
        """Add the game and return its name, a new one if it had none.

        If there is no room, another game is closed first.
        """
        while self._kept and len(self._kept) >= self.most:
            self._drop(self._least_wanted(play.client))
        play.name = play.name or secrets.token_urlsafe(16)
        self._kept[play.name] = play
        return play.name

    def _drop(self, name: str) -> None:
        play = self._kept.pop(name)
        play.close()
        self.dropped(play)

    def _least_wanted(self, newcomer: str) -> str:
        """Return the name of the game to close when this client begins another one.

        The client with the most games, the new one included, loses one. Of clients with equally
        many it is the newcomer, if it has any.
        """
        counts = Counter(play.client for play in self._kept.values())
        counts[newcomer] += 1

        def rank(name: str) -> tuple[int, bool, bool]:
            play = self._kept[name]
            return -counts[play.client], play.client != newcomer, play.watchers > 0

        return min(self._kept, key=rank)

    def close(self) -> None:
        for play in self._kept.values():
            play.close()

    def named(self, name: str) -> Play:
        """Return the game and count it as the newest. Raise Refusal if there is none."""
        play = self._kept.get(name)
        if play is None:
            raise Refusal(404, texts.GONE)
        self._kept.move_to_end(name)
        return play

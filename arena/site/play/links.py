"""Games that are being played, and the addresses of each.

A game has one address for the client that began it, one for each side, and one for spectators. Each
address gives the rights of its role only, and reveals no other address but that for spectators.
Addresses are valid as long as the game exists.

Names in addresses cannot be guessed. When there is no room, a game is closed for a new one: one of
the client with the most games, first one that nobody watches, and of those the one idle longest. So
a client that begins games by the hundred loses games of its own.
"""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from weakref import WeakValueDictionary

from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.play.watched_game import WATCH, Play, Role
from formats.game import PLAYERS, Player


class GameAccess(NamedTuple):
    """A game, and the role of the visitor."""

    play: Play
    role: Role

    @property
    def may_move(self) -> bool:
        return self.role in ("all", self.play.game.player)

    @property
    def own_side(self) -> Player | None:
        """Side that is this visitor's alone, if there is one."""
        if self.role in PLAYERS:
            return self.role
        persons = [player for player in PLAYERS if self.play.seats[player].bot is None]
        return persons[0] if self.role == "all" and len(persons) == 1 else None

    @property
    def may_control(self) -> bool:
        """Return whether the visitor may pause bots and let them go on."""
        return self.role != WATCH


@dataclass
class Links:
    """Addresses of all games."""

    games: Games
    _plays: WeakValueDictionary[str, Play] = field(default_factory=WeakValueDictionary)
    _roles: dict[str, tuple[str, Role]] = field(default_factory=dict)
    """Name of the game and role, by the address of a side or of spectators."""

    def add(self, play: Play) -> None:
        """Add a new game, with new addresses."""
        play.links = {role: secrets.token_urlsafe(16) for role in (*PLAYERS, WATCH)}
        self.restore(play)

    def restore(self, play: Play) -> None:
        """Add a game that has its addresses already."""
        self._forget_closed()
        self.games.add(play)
        self._plays[play.name] = play
        self._roles.update((link, (play.name, role)) for role, link in play.links.items())

    def access(self, name: str) -> GameAccess:
        """Return the game at this address, and the role. Raise Refusal if there is none."""
        game_name, role = self._roles.get(name, (name, "all"))
        return GameAccess(self.games.find(game_name), role)

    def _forget_closed(self) -> None:
        """Delete the addresses of closed games."""
        open_games = {name for name, play in self._plays.items() if not play.is_closed}
        self._roles = {
            link: game_and_role
            for link, game_and_role in self._roles.items()
            if game_and_role[0] in open_games
        }


def address(play: Play, role: Role) -> str:
    """Return the address of the game for the role. Raise Refusal if it has none."""
    name = play.name if role == "all" else play.links.get(role)
    if not name:
        raise Refusal(404, texts.GONE)
    return f"/play/{name}"


def shown_links(play: Play) -> Mapping[str, str]:
    """Return the addresses to give to others, by role."""
    return {role: f"/play/{link}" for role, link in play.links.items()}


@dataclass
class Games:
    """The games that are being played, at most ``most`` at a time."""

    most: int
    on_drop: Callable[[Play], None]
    """Function called with a game that was closed for another one."""
    _games: OrderedDict[str, Play] = field(default_factory=OrderedDict)

    def add(self, play: Play) -> str:
        """Add the game and return its name, a new one if it had none.

        If there is no room, another game is closed first.
        """
        while self._games and len(self._games) >= self.most:
            self._drop(self._least_wanted(play.client))
        play.name = play.name or secrets.token_urlsafe(16)
        self._games[play.name] = play
        return play.name

    def _drop(self, name: str) -> None:
        play = self._games.pop(name)
        play.close()
        self.on_drop(play)

    def _least_wanted(self, newcomer: str) -> str:
        """Return the name of the game to close when this client begins another one.

        The client with the most games, the new one included, loses one. Of clients with equally
        many it is the newcomer, if it has any.
        """
        counts = Counter(play.client for play in self._games.values())
        counts[newcomer] += 1

        def rank(name: str) -> tuple[int, bool, bool]:
            play = self._games[name]
            return -counts[play.client], play.client != newcomer, play.watchers > 0

        return min(self._games, key=rank)

    def close(self) -> None:
        for play in self._games.values():
            play.close()

    def find(self, name: str) -> Play:
        """Return the game and count it as the newest. Raise Refusal if there is none."""
        play = self._games.get(name)
        if play is None:
            raise Refusal(404, texts.GONE)
        self._games.move_to_end(name)
        return play

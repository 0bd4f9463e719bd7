"""The addresses of a game: one for whoever began it, one for each seat, one for those who watch.

Whoever has an address may do what it is for, and cannot find out the others but that for watching.
They are good as long as the game is there.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from weakref import WeakValueDictionary

from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.play.game_store import Games
from arena.site.play.watched_game import WATCH, Play, Role
from formats.game import PLAYERS, Player


class Visit(NamedTuple):
    """A game, and who it is that came to see it."""

    play: Play
    role: Role

    @property
    def may_move(self) -> bool:
        return self.role in ("all", self.play.game.player)

    @property
    def own_side(self) -> Player | None:
        """The side that is this visitor's alone, if there is one."""
        if self.role in PLAYERS:
            return self.role
        persons = [player for player in PLAYERS if self.play.seats[player].bot is None]
        return persons[0] if self.role == "all" and len(persons) == 1 else None

    @property
    def may_control(self) -> bool:
        """Whether he may let bots wait and go on."""
        return self.role != WATCH


@dataclass
class Links:
    games: Games
    _plays: WeakValueDictionary[str, Play] = field(default_factory=WeakValueDictionary)
    _roles: dict[str, tuple[str, Role]] = field(default_factory=dict)
    """By the address of a seat: the game's own, and who sits there."""

    def add(self, play: Play) -> None:
        """Add a new game, with addresses of its own."""
        play.links = {role: secrets.token_urlsafe(16) for role in (*PLAYERS, WATCH)}
        self.restore(play)

    def restore(self, play: Play) -> None:
        """Add a game that has its addresses already."""
        self._forget_closed()
        self.games.add(play)
        self._plays[play.name] = play
        self._roles.update((link, (play.name, role)) for role, link in play.links.items())

    def visit(self, name: str) -> Visit:
        """The game at this address, and for whom the address is. Raises Refusal."""
        own, role = self._roles.get(name, (name, "all"))
        return Visit(self.games.named(own), role)

    def _forget_closed(self) -> None:
        """Drops the addresses of games that had to go."""
        here = {name for name, play in self._plays.items() if not play.is_closed}
        self._roles = {link: to for link, to in self._roles.items() if to[0] in here}


def address(play: Play, role: Role) -> str:
    """Where a visitor of that kind finds the game. Raises Refusal."""
    name = play.name if role == "all" else play.links.get(role)
    if not name:
        raise Refusal(404, texts.GONE)
    return f"/play/{name}"


def shown_links(play: Play) -> Mapping[str, str]:
    """The addresses to give to others."""
    return {role: f"/play/{link}" for role, link in play.links.items()}

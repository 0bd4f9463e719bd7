"""The game that a module or package defines."""

from __future__ import annotations

from importlib import import_module
from inspect import getmembers, isabstract, isclass
from typing import Any, TypeAlias

from formats.game import Game

AnyGame: TypeAlias = Game[Any, Any]


def game_in_module(module_name: str) -> type[AnyGame]:
    """Return the only subclass of Game in a module or package; raise TypeError without one."""
    module = import_module(module_name)
    games = [
        member
        for _, member in getmembers(module, isclass)
        if issubclass(member, Game)
        and not isabstract(member)
        and f"{member.__module__}.".startswith(f"{module_name}.")
    ]
    if len(games) != 1:
        raise TypeError(f"{module_name} must have one subclass of Game, not {len(games)}")
    return games[0]

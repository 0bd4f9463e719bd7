"""The games, a file each; a file added here is used without further registration."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import getmembers, isabstract, isclass
from pkgutil import iter_modules
from typing import Any, TypeAlias

from formats.game import Game

AnyGame: TypeAlias = Game[Any, Any]


@cache
def all_games() -> dict[str, type[AnyGame]]:
    """Return all games by their names in files and commands."""
    games = [_game_in(module.name) for module in iter_modules(__path__) if module.name[0] != "_"]
    return {game.name: game for game in sorted(games, key=lambda game: game.name)}


@cache
def every_cell() -> str:
    """Return the characters that the board of some game can have."""
    return "".join(game.cells for game in all_games().values())


def _game_in(module_name: str) -> type[AnyGame]:
    module = import_module(f"{__name__}.{module_name}")
    games = [
        member
        for _, member in getmembers(module, isclass)
        if issubclass(member, Game)
        and not isabstract(member)
        and member.__module__ == module.__name__
    ]
    if len(games) != 1:
        raise TypeError(f"{module_name} must have one subclass of Game, not {len(games)}")
    return games[0]

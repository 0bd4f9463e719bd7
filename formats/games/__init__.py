"""The games, a file or folder each; a file added here is used without further registration."""

from __future__ import annotations

from functools import cache
from pkgutil import iter_modules

from formats.game import AnyGame, game_in_module

__all__ = ["AnyGame", "all_games", "every_cell"]


@cache
def all_games() -> dict[str, type[AnyGame]]:
    """Return all games by their names in files and commands."""
    names = [f"{__name__}.{module.name}" for module in iter_modules(__path__)]
    games = map(game_in_module, names)
    return {game.name: game for game in sorted(games, key=lambda game: game.name)}


@cache
def every_cell() -> str:
    """Return the characters that the board of some game can have."""
    return "".join(game.cells for game in all_games().values())

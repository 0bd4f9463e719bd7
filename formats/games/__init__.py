"""The games, a file or folder each; a file added here is used without further registration."""

from __future__ import annotations

from functools import cache
from pkgutil import iter_modules

from formats.game import AnyGame, game_in_module

__all__ = ["DEFAULT_GAME", "AnyGame", "all_games", "default_game", "every_cell"]

DEFAULT_GAME = "mmpeshki"
"""Name of the game of files that name none, and of its module."""


@cache
def all_games() -> dict[str, type[AnyGame]]:
    """Return all games by their names in files and commands."""
    names = [f"{__name__}.{module.name}" for module in iter_modules(__path__)]
    games = map(game_in_module, names)
    return {game.name: game for game in sorted(games, key=lambda game: game.name)}


@cache
def default_game() -> type[AnyGame]:
    """Return the game of files that name none; the other games are not imported for it."""
    return game_in_module(f"{__name__}.{DEFAULT_GAME}")


@cache
def every_cell() -> str:
    """Return the characters that the board of some game can have."""
    return "".join(game.cells for game in all_games().values())

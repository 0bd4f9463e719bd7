"""The games, a file or folder each; a file added here is used without further registration.

Other packages add games as plugins (``formats/games/_plugins.py``).
"""

from __future__ import annotations

from functools import cache
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from formats.game import AnyGame, game_in_module
from formats.printable import escape_unprintable
from formats.text import Text, join_list

if TYPE_CHECKING:
    from pathlib import Path

    from formats.games._plugins import Plugin

__all__ = [
    "DEFAULT_GAME",
    "AnyGame",
    "all_games",
    "broken_plugins",
    "default_game",
    "every_cell",
    "names_of_games",
    "plugin_files",
    "plugin_sources",
    "plugins",
    "why_not_here",
]

DEFAULT_GAME = "mmpeshki"
"""Name of the game of files that name none, and of its module."""
_MOST_SHOWN = 40
_NOT_INSTALLED = Text(
    "the game «{name}» is not installed here", "игра «{name}» здесь не установлена"
)


@cache
def all_games() -> dict[str, type[AnyGame]]:
    """Return all games by their names in files and commands."""
    games_of_plugins = (plugin.game for plugin in plugins() if plugin.game is not None)
    games = [*_own_games().values(), *games_of_plugins]
    return {game.name: game for game in sorted(games, key=lambda game: game.name)}


@cache
def _own_games() -> dict[str, type[AnyGame]]:
    """Return the games of the arena itself."""
    names = [module.name for module in iter_modules(__path__) if module.name[0] != "_"]
    games = [game_in_module(f"{__name__}.{name}") for name in names]
    return {game.name: game for game in games}


@cache
def plugins() -> tuple[Plugin, ...]:
    """Return the plugins of all installed packages, the broken ones too."""
    from formats.games._plugins import find_plugins  # noqa: PLC0415 - only lists of games need it

    return find_plugins(_own_games())


def _working_plugins() -> list[Plugin]:
    """Return the plugins whose games can be played."""
    return [plugin for plugin in plugins() if plugin.game is not None]


def broken_plugins() -> list[Plugin]:
    """Return the plugins that are left out because of a fault."""
    return [plugin for plugin in plugins() if plugin.fault is not None]


def names_of_games(shown_fault: Text | None = None, *, with_footer: bool = False) -> Text:
    """Return the names of all games, or of those with a footer, with faults of broken plugins.

    ``shown_fault`` is shown already, and left out.
    """
    games = all_games().items()
    names = ", ".join(name for name, game in games if game.footers or not with_footer)
    broken = (plugin.sentence for plugin in broken_plugins() if plugin.sentence != shown_fault)
    return join_list([Text(names, names), *broken], Text("; ", "; "))


def plugin_files(pattern: str) -> dict[str, list[Path]]:
    """Return the files of plugins whose paths in their packages match, by the games' names.

    In the pattern ``{game}`` stands for the name of the game, ``{module}`` for that of its folder.
    """
    return {plugin.name: plugin.files(pattern) for plugin in _working_plugins()}


def plugin_sources(name: str) -> list[Path]:
    """Return the Python files of a game of another package; none for a game of the arena."""
    return next((plugin.sources for plugin in _working_plugins() if plugin.name == name), [])


def why_not_here(name: str) -> Text:
    """Return why there is no game of that name: its plugin is broken, or not installed."""
    sentences = [plugin.sentence for plugin in broken_plugins() if plugin.name == name]
    return (
        sentences[0]
        if sentences
        else _NOT_INSTALLED.filled({"name": escape_unprintable(name[:_MOST_SHOWN])})
    )


@cache
def default_game() -> type[AnyGame]:
    """Return the game of files that name none; the other games are not imported for it."""
    return game_in_module(f"{__name__}.{DEFAULT_GAME}")


@cache
def every_cell() -> str:
    """Return the characters that the board of some game can have."""
    return "".join(game.cells for game in all_games().values())

"""Plants a game that is none of ours where games are found, as a stranger would add it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import formats.games
from formats.games import all_games, every_cell, plugins
from formats.matrix.body import footer_keys

GAMES = Path(__file__).parent / "games"
HARVEST = "harvest"
REAPER = Path(__file__).parent / "bots/reaper.py"


@contextmanager
def planted_game(name: str = HARVEST, games: Path = GAMES) -> Iterator[str]:
    """Within it the game whose law lies there is one of the games."""
    formats.games.__path__.append(str(games))
    forget_games()
    try:
        yield name
    finally:
        formats.games.__path__.remove(str(games))
        sys.modules.pop(f"formats.games.{name.replace('-', '_')}", None)
        forget_games()


def for_children(folder: Path, games: Path = GAMES) -> Path:
    """A folder for ``PYTHONPATH``, by which processes that are started have the game too."""
    text = f"import formats.games\n\nformats.games.__path__.append({str(games)!r})\n"
    (folder / "sitecustomize.py").write_text(text, encoding="utf-8")
    return folder


def forget_games() -> None:
    """Clear the caches of what was found by listing the games."""
    own_games = formats.games._own_games
    for listing in (all_games, own_games, plugins, every_cell, footer_keys):
        listing.cache_clear()

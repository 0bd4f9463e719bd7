"""What the tests know of each game is in a folder named after it, beside this module.

A game that is added brings its own: the tests of all games find it by its name, and say which file
is wanted where one is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from formats.games import all_games

HERE = Path(__file__).parent
HOMES = [HERE]
"""Folders with folders of games; a test that plants a game adds its own."""
WANTED = {
    "positions.perft": "a dozen positions, and how many sequences of moves lead on from each",
    "naive.py": "the rules once more, from their prose alone; see tests/formats/games/given.py",
    "changes": "rewrites of a file, right and wrong; see tests/formats/games/CHANGES.md",
    "endings.py": "which endings a bot must meet in its check; see that of another game",
    "records": "a whole game (NAME.txt) and the last of its files (NAME.matrix)",
}
"""What a game must bring, and what that is."""
WANTED_WITH_SKELETON = {
    "slips.toml": "its skeleton with one rule wrong; see tests/referee/check/slipping.py",
}
"""The same of a game that bots can be begun for with ``arena new``."""


def folder_of(game: str) -> Path:
    """The folder of that game, which may not be there."""
    name = game.replace("-", "_")
    return next((home / name for home in HOMES if (home / name).is_dir()), HERE / name)


def needed(game: str, name: str) -> Path:
    """A file or folder that the game must bring."""
    path = folder_of(game) / name
    assert path.exists(), f"{path} is missing: {(WANTED | WANTED_WITH_SKELETON)[name]}"
    return path


def kernel_games(game: str, name: str) -> Any:
    """What the ``kernel_games.py`` of the game says of that; nothing where it does not."""
    path = folder_of(game) / "kernel_games.py"
    return getattr(module_of(path), name, ()) if path.exists() else ()


@cache
def module_of(path: Path) -> ModuleType:
    """The module in that file."""
    spec = spec_from_file_location(f"tests_of_{path.parent.name}_{path.stem}", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def files_of(pattern: str) -> Iterator[tuple[str, Path]]:
    """The files of all games whose path in the game's folder is like that."""
    for game in all_games():
        yield from ((game, path) for path in sorted(folder_of(game).glob(pattern)))

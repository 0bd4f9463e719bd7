"""Files about each game, in a folder named after the game beside this module.

An added game brings its own folder: the tests of all games find it by its name, and report a
missing file with its purpose.
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
REQUIRED = {
    "positions.perft": "a dozen positions, with the number of sequences of moves from each",
    "naive.py": "the rules again, from prose alone; see tests/formats/games/plain_position.py",
    "changes": "rewrites of a file, right and wrong; see tests/formats/games/CHANGES.md",
    "endings.py": "the endings that a bot must meet in its check; see that of another game",
    "records": "a whole game (NAME.txt) and the last of its files (NAME.matrix)",
}
"""Purpose of each file or folder that a game must bring, by its name."""
REQUIRED_WITH_SKELETON = {
    "mistakes.toml": "its skeleton with one rule wrong; see tests/referee/check/rule_mistakes.py",
}
"""Purpose of each further file that a game with a skeleton must bring."""


def folder_of(game: str) -> Path:
    """Return the folder of the game, which may not exist."""
    name = game.replace("-", "_")
    return next((home / name for home in HOMES if (home / name).is_dir()), HERE / name)


def required_path(game: str, name: str) -> Path:
    """Return the path of a file or folder that the game must bring; assert that it exists."""
    path = folder_of(game) / name
    assert path.exists(), f"{path} is missing: {(REQUIRED | REQUIRED_WITH_SKELETON)[name]}"
    return path


def kernel_games(game: str, name: str) -> Any:
    """Return this value of the game's ``kernel_games.py``; an empty tuple if it has none."""
    path = folder_of(game) / "kernel_games.py"
    return getattr(module_of(path), name, ()) if path.exists() else ()


@cache
def module_of(path: Path) -> ModuleType:
    """Load the module of this file."""
    spec = spec_from_file_location(f"tests_of_{path.parent.name}_{path.stem}", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def files_of(pattern: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of all games whose path in the game's folder matches, with their games."""
    for game in all_games():
        yield from ((game, path) for path in sorted(folder_of(game).glob(pattern)))

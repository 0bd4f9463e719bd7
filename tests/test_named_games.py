"""Test that no test names a game outside the folder of that game.

A property of one game is tested in a folder named after it, in any package: then an added game
needs no change to existing tests. A test that wants some game as its example takes it from
``tests/formats/games/example_games.py``; a test of all games finds them by listing the folders.

Programs that play a game (offenders, broken bots, bots of the test class) may name it, since they
are not tests. So may the script that uses an installed arena where no tests are.
"""

from __future__ import annotations

import re
from pathlib import Path

from formats.games import all_games
from tests.places import ROOT

TESTS = ROOT / "tests"
EXEMPT = {Path("formats/games/example_games.py"), Path("environments/use_arena.py")}
"""Modules that may name any game."""
BOTS = {"innocents", "offenders", "broken", "honest", "mistaken"}
"""Folders that contain programs."""


def names_in(module: Path) -> set[str]:
    """Return the games that the module names, except that of its own folder."""
    text = (TESTS / module).read_text(encoding="utf-8")
    others = [name for name in all_games() if name.replace("-", "_") not in module.parts]
    return {name for name in others if re.search(_spelled(name), text)}


def _spelled(name: str) -> str:
    return rf"(?<![A-Za-z]){name.replace('-', '[-_]')}(?![A-Za-z])"


def names_by_module() -> dict[str, set[str]]:
    """Return the games that each module names, for modules that name any."""
    modules = (path.relative_to(TESTS) for path in TESTS.rglob("*.py"))
    checked = [path for path in modules if path not in EXEMPT and not BOTS & set(path.parts)]
    names_of = {path.as_posix(): names_in(path) for path in checked}
    return {module: names for module, names in names_of.items() if names}


def test_no_test_names_a_game_outside_its_folder() -> None:
    assert not names_by_module()

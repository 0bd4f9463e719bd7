"""How many tests name a game outside the folder that is its own: each may want an edit later.

The tests of all games find what there is by listing it; those that are left take one game as their
example, or say what only that game has. There should be none: the number may fall, and not rise.
"""

from __future__ import annotations

import re
from pathlib import Path

from formats.games import all_games
from tests.formats.games.game_folders import HERE
from tests.places import ROOT

MOST_NAMING_ONE = 100
MOST_NAMING_MANY = 22
MANY = 3
TESTS = ROOT / "tests"


def names_in(path: Path) -> set[str]:
    """The games that a test speaks of, as files or as modules call them."""
    text = path.read_text(encoding="utf-8")
    return {name for name in all_games() if re.search(_spelled(name), text)}


def _spelled(name: str) -> str:
    return rf"(?<![\w-]){name.replace('-', '[-_]')}(?!\w)"


def naming() -> dict[str, set[str]]:
    """The modules that name any, but for those in the folder of a game."""
    modules = (path for path in TESTS.rglob("*.py") if path.parent.parent != HERE)
    found = {str(path.relative_to(ROOT)): names_in(path) for path in modules}
    return {module: names for module, names in found.items() if names}


def test_no_more_tests_name_a_game_than_before() -> None:
    found = naming()
    assert len(found) <= MOST_NAMING_ONE, sorted(found)
    many = sorted(module for module, names in found.items() if len(names) >= MANY)
    assert len(many) <= MOST_NAMING_MANY, many

"""How many tests list the games outside the folders that are their own: each may want an edit.

The tests of all games find what there is by listing it. A test may take a game as its example; one
that names three or more lists them. There should be none: the number may fall, and not rise.
"""

from __future__ import annotations

import re
from pathlib import Path

from formats.games import all_games
from tests.formats.games.game_folders import HERE
from tests.places import ROOT

MOST = 22
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


def test_no_more_tests_list_the_games_than_before() -> None:
    listing = sorted(module for module, names in naming().items() if len(names) >= MANY)
    assert len(listing) <= MOST, listing

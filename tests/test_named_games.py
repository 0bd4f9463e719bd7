"""No test names a game outside the folder that is the game's own.

What is true of one game is tested in a folder named after it, in whichever room: then a game that
is added needs no test edited. A test that wants some game as its example takes it from
``tests/formats/games/example_games.py``; a test of all games finds them by listing what is there.

Programs that play a game (offenders, innocents, broken bots, bots of the test class) may name it:
they are bots, no tests. So may the script that uses an installed arena where no tests are.
"""

from __future__ import annotations

import re
from pathlib import Path

from formats.games import all_games
from tests.places import ROOT

TESTS = ROOT / "tests"
NAMING = {Path("formats/games/example_games.py"), Path("environments/use_arena.py")}
"""Modules that may name any game."""
BOTS = {"innocents", "offenders", "broken", "honest", "mistaken"}
"""Folders whose folders are programs."""


def names_in(module: Path) -> set[str]:
    """The games that it speaks of, as files or modules call them, but for that of its folder."""
    text = (TESTS / module).read_text(encoding="utf-8")
    others = [name for name in all_games() if name.replace("-", "_") not in module.parts]
    return {name for name in others if re.search(_spelled(name), text)}


def _spelled(name: str) -> str:
    return rf"(?<![A-Za-z]){name.replace('-', '[-_]')}(?![A-Za-z])"


def naming() -> dict[str, set[str]]:
    """The modules that name any."""
    modules = (path.relative_to(TESTS) for path in TESTS.rglob("*.py"))
    counted = [path for path in modules if path not in NAMING and not BOTS & set(path.parts)]
    found = {path.as_posix(): names_in(path) for path in counted}
    return {module: names for module, names in found.items() if names}


def test_no_test_names_a_game_outside_its_folder() -> None:
    assert not naming()

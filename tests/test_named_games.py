"""No test names a game outside the folder that is the game's own.

What is true of one game is tested in a folder named after it, in whichever room: then a game that
is added needs no test edited. A test that wants some game as its example takes it from
``tests/formats/games/example_games.py``; a test of all games finds them by listing what is there.

Programs that play a game (offenders, innocents, broken bots) may name it: they are bots, no tests.
"""

from __future__ import annotations

import re
from pathlib import Path

from formats.games import all_games
from tests.places import ROOT

TESTS = ROOT / "tests"
EXAMPLES = Path("formats/games/example_games.py")
BOTS = {"innocents", "offenders", "broken"}
"""Folders whose folders are programs."""
TO_DO = {
    "arena/site/test_in_browser.py",
    "bot/builder/test_compiler.py",
    "bot/builder/test_executable.py",
    "bot/common/test_clock.py",
    "bot/programs.py",
    "bot/test_kernels.py",
    "bot/test_styles.py",
    "bot/train/test_fit.py",
    "formats/games/game_folders.py",
    "formats/matrix/test_fast_path.py",
    "formats/matrix/test_fuzz.py",
    "formats/matrix/test_handed.py",
    "formats/matrix/test_malformed.py",
    "formats/matrix/test_winner.py",
    "formats/record/test_parser.py",
    "formats/record/test_printed.py",
    "formats/record/test_record.py",
    "formats/test_transition.py",
    "test_ci.py",
}
"""Modules that still do."""


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
    counted = [path for path in modules if path != EXAMPLES and not BOTS & set(path.parts)]
    found = {path.as_posix(): names_in(path) for path in counted}
    return {module: names for module, names in found.items() if names}


def test_no_test_names_a_game_outside_its_folder() -> None:
    assert naming().keys() <= TO_DO

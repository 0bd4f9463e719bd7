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
    "bot/builder/test_compiler.py",
    "bot/builder/test_executable.py",
    "bot/common/test_clock.py",
    "bot/programs.py",
    "bot/test_kernels.py",
    "bot/test_styles.py",
    "bot/train/test_fit.py",
    "bot/train/test_mmpeshki.py",
    "chaos/cup.py",
    "formats/games/game_folders.py",
    "formats/games/people.py",
    "formats/matrix/test_fast_path.py",
    "formats/matrix/test_fuzz.py",
    "formats/matrix/test_handed.py",
    "formats/matrix/test_malformed.py",
    "formats/matrix/test_winner.py",
    "formats/record/test_parser.py",
    "formats/record/test_printed.py",
    "formats/record/test_record.py",
    "formats/test_transition.py",
    "referee/check/slipping.py",
    "referee/check/test_broken.py",
    "referee/check/test_check.py",
    "referee/check/test_positions.py",
    "referee/check/test_slips.py",
    "referee/innocent_bots.py",
    "referee/match/test_match.py",
    "referee/match/test_openings.py",
    "referee/portable/play_match.py",
    "referee/sandbox/test_launch.py",
    "referee/test_bot_game.py",
    "referee/test_casual_bot.py",
    "referee/test_casual_game.py",
    "referee/test_games_under_load.py",
    "referee/test_innocents.py",
    "referee/test_judge.py",
    "referee/test_pool.py",
    "referee/test_portable.py",
    "tournaments/cluster/test_dask_cluster.py",
    "tournaments/entrants/test_enrolment.py",
    "tournaments/event/test_event_documents.py",
    "tournaments/event/test_event_limits.py",
    "tournaments/event/test_reader.py",
    "tournaments/events.py",
    "tournaments/filled_ledger.py",
    "tournaments/ledger/edited.py",
    "tournaments/ledger/test_ledger_edits.py",
    "tournaments/run/test_desk.py",
    "tournaments/run/test_event_run.py",
    "tournaments/run/test_live.py",
    "tournaments/run/test_rejudging.py",
    "tournaments/run/test_result_tables.py",
    "tournaments/run/test_setup.py",
    "tournaments/submission/submitting.py",
    "tournaments/submission/test_submission.py",
}
"""Modules that still do."""


def names_in(module: Path) -> set[str]:
    """The games that it speaks of, as files or modules call them, but for that of its folder."""
    text = (TESTS / module).read_text(encoding="utf-8")
    others = [name for name in all_games() if name.replace("-", "_") not in module.parts]
    return {name for name in others if re.search(_spelled(name), text)}


def _spelled(name: str) -> str:
    return rf"(?<![\w-]){name.replace('-', '[-_]')}(?!\w)"


def naming() -> dict[str, set[str]]:
    """The modules that name any."""
    modules = (path.relative_to(TESTS) for path in TESTS.rglob("*.py"))
    counted = [path for path in modules if path != EXAMPLES and not BOTS & set(path.parts)]
    found = {path.as_posix(): names_in(path) for path in counted}
    return {module: names for module, names in found.items() if names}


def test_no_test_names_a_game_outside_its_folder() -> None:
    assert naming().keys() == TO_DO

"""Each limit of an event reaches a real turn: from a line of its file to the ledger."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from referee.verdict import Ending
from tests.formats.games.example_games import SHORT
from tests.referee.needs import needs_sandbox
from tests.tournaments.events import run, tournament_in
from tests.tournaments.submission.submitting import BOT

pytestmark = [needs_sandbox, pytest.mark.xdist_group("run")]

EVENT = f"""\
title = "Limits"
game = "{SHORT}"
size = [2, 2]
entrants = [
    {{ name = "usual", command = "usual" }},
    {{ name = "habit", command = "habit" }},
]
"""


class Case(NamedTuple):
    """A line of an event file, a habit of a bot that it forbids, and the ending of its game."""

    limit: str
    habit: str
    ending: Ending


CASES = [
    Case('clock = "wall"\ntime = 1', 'system("sleep 1.5")', Ending.OUT_OF_TIME),
    Case(
        "time = 0.2",
        'system("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done")',
        Ending.OUT_OF_TIME,
    ),
    Case("margin = 0\nstartup = 0", 'system("true")', Ending.FALSE_TIME),
    Case('memory = "40 MiB"', 'system("head -c 200000000 /dev/zero | tail")', Ending.OUT_OF_MEMORY),
    Case(
        "temporary-files = false", 'if (system("echo >${TMPDIR:-/tmp}/mine")) exit 3', Ending.CRASH
    ),
    Case(
        'false-time = "disqualify"',
        'system("i=0; while [ $i -lt 600000 ]; do i=$((i+1)); done")',
        Ending.FALSE_TIME,
    ),
    Case('letters = "strict"', "cyrillic = 1", Ending.MALFORMED_FILE),
]
FREE = {"letters": 'letters = "lenient"'}
"""Lines without which the default would forbid the habit, too."""


def endings(folder: Path, limit: str, habit: str) -> set[str]:
    """Return the endings of the games of the bot with the habit."""
    cyrillic = '    if (cyrillic) sub(/^[AB]/, other == "A" ? "А" : "В", lines[1])\n    for (n = 1'
    with_habit = BOT.replace("BEGIN {\n", f"BEGIN {{\n    {habit}\n", 1)
    for name, text in (
        ("usual", BOT),
        ("habit", with_habit.replace("    for (n = 1", cyrillic, 1)),
    ):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    (folder / "limits.toml").write_text(f"{EVENT}{limit}\n")
    run(folder / "limits.toml")
    (state,) = tournament_in(folder / "limits").sections
    return {entry.ending.label for entry in state.entries.values()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.limit)
def test_a_limit_of_an_event_is_kept(case: Case, tmp_path: Path) -> None:
    key = case.limit.split(" = ")[0]
    assert case.ending.label in endings(tmp_path, case.limit, case.habit)
    free = tmp_path / "free"
    free.mkdir()
    assert endings(free, FREE.get(key, ""), case.habit) == {Ending.WON.label}

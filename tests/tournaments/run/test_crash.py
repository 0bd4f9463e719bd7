"""A run that is killed again and again ends like one that nobody disturbed.

``make test-crash`` kills it a hundred times; here it is killed a few times.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.tournaments.events import begun, needs_arena, played, run, table, tournament_in
from tournaments.ledger import NAME

KILLS = int(os.environ.get("ARENA_KILLS", "4"))
_AFTER = 0.4
"""At most so many seconds after a game was entered, a run is killed."""
_GAMES_A_KILL = 12

pytestmark = [needs_arena, pytest.mark.xdist_group("crash")]


def event(cycles: int) -> str:
    return f"""\
title = "To be killed"
seed = 5
time = 5
cycles = {cycles}
tie-breaks = ["wins"]

[[section]]
game = "chomp"
size = [4, 4]
entrants = [
    {{ name = "one", bot = "chomp-random", arguments = ["--seed", "1"] }},
    {{ name = "two", bot = "chomp-random", arguments = ["--seed", "2"] }},
    {{ name = "three", bot = "chomp-random", arguments = ["--seed", "3"] }},
    {{ name = "greedy", bot = "chomp-greedy", arguments = ["--seed", "4"] }},
]

[[section]]
game = "mmpeshki"
format = "knockout"
starts = {{ count = 2, pieces = 4 }}
entrants = [
    {{ name = "one", bot = "mmpeshki-random", arguments = ["--seed", "1"] }},
    {{ name = "two", bot = "mmpeshki-random", arguments = ["--seed", "2"] }},
    {{ name = "three", bot = "mmpeshki-greedy", arguments = ["--seed", "3"] }},
]
"""


def entered(folder: Path) -> int:
    """How many games the ledger has, looked at from beside."""
    with suppress(sqlite3.Error):
        connection = sqlite3.connect(f"{(folder / NAME).as_uri()}?mode=ro", uri=True)
        try:
            return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
        finally:
            connection.close()
    return 0


def kill_at_random(path: Path, folder: Path, lot: Random) -> bool:
    """Runs the event and kills it a moment after it has entered a game; whether it still ran."""
    before, process = entered(folder), begun(path, "--to", str(folder))
    moment = lot.random() * _AFTER
    beginning = lot.random() < 0.2  # now and then even while it is only starting
    while process.poll() is None and not beginning and entered(folder) == before:
        time.sleep(0.005)
    time.sleep(moment)
    killed = process.poll() is None
    process.kill()
    process.communicate()
    return killed


def test_a_killed_run_ends_like_an_undisturbed_one(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_text(event(cycles=max(1, KILLS * _GAMES_A_KILL // 12)), encoding="utf-8")
    lot = Random(KILLS)
    folder = tmp_path / "killed"
    kills = sum(kill_at_random(path, folder, lot) for _ in range(KILLS))
    print(f"{kills} times killed, with {entered(folder)} games entered by then")
    assert kills >= KILLS // 2
    run(path, "--to", str(folder))
    run(path, "--to", str(tmp_path / "undisturbed"))
    disturbed, undisturbed = (tournament_in(tmp_path / n) for n in ("killed", "undisturbed"))
    assert disturbed.finished
    assert disturbed.faults == (), "a crash never looks as if somebody had edited the ledger"
    assert disturbed.head.entries == sum(state.games for state in disturbed.sections)
    assert played(disturbed) == played(undisturbed)
    assert table(disturbed) == table(undisturbed)
    with sqlite3.connect(folder / NAME) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        ids = connection.execute("SELECT section, id FROM game").fetchall()
    assert len(ids) == len(set(ids)) == sum(state.games for state in disturbed.sections)

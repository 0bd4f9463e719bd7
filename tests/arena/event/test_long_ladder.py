"""A ladder of 20 bots for an hour, killed 20 times, against a full round robin of the same bots.

It is played for as many seconds as ARENA_LADDER says, and not at all without: make test-ladder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from math import hypot
from pathlib import Path

import pytest

from tests.formats.games.example_games import DEFAULT
from tests.places import ROOT
from tests.tournaments.events import needs_arena, tournament_in
from tournaments.event.reader import read_event
from tournaments.ladder.ladder_players import author_of
from tournaments.ladder.ladder_run import ladder_folder
from tournaments.ladder.ladder_table import ladders_in
from tournaments.ledger import open_ledger

SECONDS = float(os.environ.get("ARENA_LADDER", "0"))
pytestmark = [
    needs_arena,
    pytest.mark.xdist_group("run"),
    pytest.mark.skipif(not SECONDS, reason="make test-ladder plays it"),
]
KILLS = 20
STYLES = [
    *(("random", ("--seed", str(seed))) for seed in range(1, 4)),
    *(("greedy", ("--seed", str(seed))) for seed in range(1, 4)),
    *(("champion", ("--nodes", str(2**n), "--seed", str(n))) for n in range(14)),
]
EVENT = """\
title = "Twenty"
game = "{game}"
time = 30
starts = {{ count = 10, pieces = 6 }}
format = "round-robin"
entrants = [
{entrants}
]

[ladder]
milestones = []
games = 200
jobs = 2
"""


def written(folder: Path) -> Path:
    """Return the event file."""
    lines = [
        f'    {{ name = "bot-{n}", bot = "{DEFAULT}-{style}", arguments = {list(more)} }},'
        for n, (style, more) in enumerate(STYLES)
    ]
    path = folder / "twenty.toml"
    path.write_text(EVENT.format(game=DEFAULT, entrants="\n".join(lines).replace("'", '"')))
    return path


def begun(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "arena", *words], cwd=ROOT)


def check_is_whole(folder: Path) -> int:
    """Return the number of games; assert that none is there twice."""
    with open_ledger(folder) as ledger:
        reading = ledger.read()
    assert not reading.faults
    numbers = [game.number for game in reading.games]
    assert len(set(numbers)) == len(numbers)
    return len(numbers)


def test_ratings_of_a_ladder_are_those_of_a_full_round_robin(tmp_path: Path) -> None:
    path = written(tmp_path)
    folder = ladder_folder(tmp_path / "twenty")
    assert begun("ladder", str(path), "--quiet", "--games", "2").wait() == 0  # it builds the bots
    for kill in range(KILLS):
        process = begun("ladder", str(path), "--quiet")
        time.sleep(SECONDS / KILLS)
        assert process.poll() is None
        process.kill()
        process.wait()
        print(f"kill {kill + 1}: {check_is_whole(folder)} games", flush=True)
    ladder = begun("ladder", str(path), "--quiet")
    time.sleep(10)
    assert begun("run", str(path), "--quiet").wait() == 0
    assert ladder.wait(60) == 0
    tournament = tournament_in(tmp_path / "twenty")
    with open_ledger(folder) as ledger:
        ended = [game.ended for game in ledger.read().games]
    began = min(game.began for game in tournament.sections[0].entries.values())
    assert max(ended) < began + 1, "the event has its cores at once"
    compare(path, folder, tmp_path / "twenty")


def compare(path: Path, folder: Path, run: Path) -> None:
    """Return the differences of both ratings, in units of their errors."""
    event = read_event(path.read_bytes()).event
    assert event
    (ladder,) = ladders_in(folder, event)
    mean = sum(row.rating.elo for row in ladder.rows) / len(ladder.rows)
    full = tournament_in(run).sections[0].ratings.entrants
    apart = {}
    for row in ladder.rows:
        other = full[author_of(row.name)]
        here = row.rating.elo - mean
        apart[row.name] = abs(here - other.elo) / hypot(row.rating.error, other.error)
        errors = f"± {row.rating.error:.0f}, {other.elo:+.0f} ± {other.error:.0f}"
        print(f"{row.name}: {here:+.0f} {errors}", flush=True)
    assert sum(distance > 1 for distance in apart.values()) <= 2, apart
    assert max(apart.values()) < 2

"""Ladders that are really played: killed, continued, and giving way to games that count."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from referee.sandbox.core_claims import claim
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.tournaments.events import needs_arena
from tests.tournaments.submission.submitting import (
    CUP,
    good_program,
    submissions_in,
    submit_unchecked,
)
from tournaments.event.reader import read_event
from tournaments.ladder.ladder_run import ladder_folder
from tournaments.ladder.ladder_table import SectionLadder, ladders_in
from tournaments.ledger import open_ledger
from tournaments.ledger.decision import Verb
from tournaments.run.setup import hold_folder

pytestmark = pytest.mark.xdist_group("run")

LADDER = CUP + "\n[ladder]\nmilestones = []\ngames = 6\njobs = 2\n"
WEAK = good_program(77)
NAMES = ("anna", "boris", "cyril", "doris")
PAIRS = 6


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path) -> Path:
    """Make a folder with four submitted bots."""
    (tmp_path / "cup.toml").write_text(LADDER)
    for number, name in enumerate(NAMES):
        submit_unchecked(submissions_in(tmp_path), name, good_program(number))
    return tmp_path


def begun(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "arena", "ladder", str(folder / "cup.toml"), *words],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def run(folder: Path, *words: str, status: int = 0) -> str:
    process = begun(folder, *words)
    printed, _ = process.communicate(timeout=200)
    assert process.returncode == status, printed
    return printed


def ladder_in(folder: Path) -> SectionLadder:
    event = read_event((folder / "cup.toml").read_bytes()).event
    assert event
    (ladder,) = ladders_in(ladder_folder(folder / "cup"), event)
    return ladder


def entries(folder: Path) -> int:
    place = ladder_folder(folder / "cup")
    if not (place / "ledger.heads").exists():
        return 0
    with open_ledger(place) as ledger:
        return ledger.count()


def until(folder: Path, games: int) -> None:
    """Wait until the ledger has so many games."""
    end = time.monotonic() + 100
    while entries(folder) < games:
        assert time.monotonic() < end
        time.sleep(0.05)


def check_is_whole(folder: Path) -> None:
    """Assert that the ledger is intact and has no game twice."""
    with open_ledger(ladder_folder(folder / "cup")) as ledger:
        reading = ledger.read()
    assert not reading.faults
    numbers = [game.number for game in reading.games]
    assert len(set(numbers)) == len(numbers)


def test_killed_again_and_again_each_pair_plays_as_often_as_it_may(folder: Path) -> None:
    for kill in range(1, 6):
        process = begun(folder, "--quiet")
        until(folder, 5 * kill)
        process.kill()
        process.communicate(timeout=60)
        check_is_whole(folder)
    printed = run(folder, "--once")
    check_is_whole(folder)
    ladder = ladder_in(folder)
    met = Counter(frozenset((game.first, game.second)) for game in ladder.state.games.values())
    assert sorted(met.values()) == [6] * PAIRS
    numbers = sorted(game.number for game in ladder.state.games.values())
    assert numbers == list(range(1, 6 * PAIRS + 1))
    sides = Counter((game.first, game.second) for game in ladder.state.games.values())
    assert set(sides.values()) == {3}
    assert f"ladder of «{SHORT}», games played: 36" in printed
    # All are the same program but for a comment: nobody is stronger.
    assert all(abs(row.rating.elo - 1000) <= row.rating.error for row in ladder.rows)
    assert all(row.games == 18 for row in ladder.rows)


def test_a_new_version_takes_the_place_of_the_last(folder: Path) -> None:
    run(folder, "--games", "6", "--quiet")
    submit_unchecked(submissions_in(folder), "anna", WEAK)
    submit_unchecked(submissions_in(folder), "boris", good_program(9), "moves")
    (folder / "bots" / "doris").unlink()
    run(folder, "--once", "--quiet")
    rows = {row.name: row for row in ladder_in(folder).rows}
    assert {name: row.version for name, row in rows.items()} == {"anna": 2, "boris": 1, "cyril": 1}
    change = rows["anna"].change
    assert change
    assert change.error > 0
    assert rows["boris"].change is None
    with open_ledger(ladder_folder(folder / "cup")) as ledger:
        decisions = ledger.read().decisions
    assert Counter(decision.verb for decision in decisions) == {Verb.ADMIT: 5, Verb.WITHDRAW: 1}
    assert "anna" in run(folder, "--show")


def test_an_event_without_a_ladder_has_none_to_show(folder: Path) -> None:
    (folder / "cup.toml").write_text(CUP)
    for words in (["--show"], ["--once"]):
        assert "[E722]" in run(folder, *words, status=1)


def test_a_ladder_gives_way_at_once_and_goes_on(folder: Path) -> None:
    process = begun(folder, "--once")
    until(folder, 3)
    with claim(0):
        deadline = time.monotonic() + 20
        while _children(process.pid) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not _children(process.pid)
        assert time.monotonic() < deadline - 15
        before = entries(folder)
        time.sleep(1)
        assert entries(folder) == before < 36
        assert process.poll() is None
    printed, _ = process.communicate(timeout=200)
    assert printed.startswith(f"Cup: ladder in {folder / '.cup.ladder'}, versions that play: 4\n")
    waiting = "waiting: other games are played on this machine, and they go first\n"
    assert waiting in printed
    assert 2 * waiting not in printed
    assert entries(folder) == 36
    check_is_whole(folder)


def test_an_event_that_begins_has_the_cores_and_ends_the_ladder(folder: Path) -> None:
    process = begun(folder, "--quiet")
    until(folder, 3)
    event = subprocess.run(
        [sys.executable, "-m", "arena", "run", str(folder / "cup.toml"), "--quiet"],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert event.returncode == 0, event.stderr
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 0, printed
    with open_ledger(folder / "cup") as ledger:
        first = min(game.began for game in ledger.read().games)
        last = max(game.ended for game in ledger.read().games)
    with open_ledger(ladder_folder(folder / "cup")) as ledger:
        ended = [game.ended for game in ledger.read().games]
    assert not [time for time in ended if first + 1 < time <= last]
    assert "[E723]" in run(folder, status=1)


def _children(process: int) -> list[str]:
    """Return the processes of the ladder that play."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    children = [child for task in tasks for child in task.read_text().split()]
    return [child for child in children if b"spawn_main" in _command(child)]


def _command(process: str) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


@needs_arena
def test_our_bots_are_milestones_whatever_their_size(folder: Path) -> None:
    text = LADDER.replace("milestones = []", 'milestones = ["greedy", "random", "nobody"]')
    (folder / "cup.toml").write_text(text)
    printed = run(folder, "--games", "8", "--quiet")
    assert "no built-in bot of the style «nobody» plays along: the styles here are " in printed
    assert "«greedy»" not in printed
    rows = {row.name: row for row in ladder_in(folder).rows}
    assert set(rows) == {*NAMES, f"{SHORT}-greedy", f"{SHORT}-random"}
    assert rows[f"{SHORT}-greedy"].rating.elo == pytest.approx(1000)
    assert [row.name for row in rows.values() if row.is_milestone]


def test_a_second_ladder_is_refused_and_an_interruption_told(folder: Path) -> None:
    with hold_folder(ladder_folder(folder / "cup")):
        assert "the ladder in " in (printed := run(folder, status=1))
        assert "[E706]" in printed
    process = begun(folder)
    assert process.stdout
    waiting, lines = "waiting for new versions: there is nothing to play now\n", [""]
    while lines[-1] != waiting:
        lines.append(process.stdout.readline())
        assert lines[-1], lines
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 130, printed
    assert "run the same command to go on" in printed
    assert not printed.startswith(waiting)


def test_other_limits_are_another_ladder(folder: Path) -> None:
    run(folder, "--games", "2", "--quiet")
    (folder / "cup.toml").write_text(LADDER.replace("time = 20", "time = 10"))
    printed = run(folder, status=1)
    assert "[E721]" in printed
    assert "begins anew" in printed
    (folder / "cup.toml").write_text(LADDER.replace('"Cup"', '"The cup"'))
    run(folder, "--games", "2", "--quiet")
    (folder / "cup.toml").write_text(CUP)
    assert "[E722]" in run(folder, status=1)


def test_more_games_than_can_be_played_end_it_too(folder: Path) -> None:
    printed = run(folder, "--games", "5000", "--quiet")
    assert "games played: " in printed

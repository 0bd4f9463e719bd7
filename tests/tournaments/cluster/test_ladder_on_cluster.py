"""A ladder on a cluster: its machines come and go, it is killed, and ends when the event begins."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.machine import cores
from referee.sandbox.core_claims import claim
from tests.places import ROOT
from tests.tournaments.cluster.machines import PATIENCE, Machines, count_of_workers, started, until
from tests.tournaments.events import needs_arena, start_run, tournament_in
from tests.tournaments.submission.submitting import (
    CUP,
    good_program,
    submissions_in,
    submit_unchecked,
)
from tournaments.ladder.ladder_run import ladder_folder
from tournaments.ledger import open_ledger
from tournaments.ledger.ledger_reading import LedgerReading

pytestmark = [
    needs_arena,
    pytest.mark.xdist_group("cluster"),
    pytest.mark.skipif(len(cores()) < 2, reason="two workers need two cores"),
]
NAMES = ("anna", "boris", "cyril")
GAMES_OF_A_PAIR = 4
ALL = 3 * GAMES_OF_A_PAIR
SLOW = 'BEGIN {\n    system("sleep 0.1")\n'


@pytest.fixture(name="machines", scope="module")
def start_machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A scheduler and a worker."""
    with started(tmp_path_factory.mktemp("cluster")) as machines, machines.worker():
        yield machines


@pytest.fixture(name="cup")
def hand_in(tmp_path: Path) -> Path:
    """Return the file of an event with a ladder and three submissions."""
    ladder = f"[ladder]\nmilestones = []\ngames = {GAMES_OF_A_PAIR}\n"
    (tmp_path / "cup.toml").write_text(CUP.replace("sandbox = false\n", "") + ladder)
    for number, name in enumerate(NAMES):
        program = good_program(number).replace(b"BEGIN {\n", SLOW.encode(), 1)
        submit_unchecked(submissions_in(tmp_path), name, program)
    return tmp_path / "cup.toml"


def ladder(cup: Path, machines: Machines, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "arena", "ladder", str(cup), "--cluster", machines.address, *words],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def read(cup: Path) -> LedgerReading:
    with open_ledger(ladder_folder(cup.with_suffix(""))) as ledger:
        return ledger.read()


def count_games(cup: Path) -> int:
    place = ladder_folder(cup.with_suffix(""))
    return len(read(cup).games) if (place / "ledger.heads").exists() else 0


def test_killed_with_a_worker_it_goes_on_and_each_pair_plays_as_often_as_it_may(
    machines: Machines, cup: Path
) -> None:
    with machines.worker() as worker:
        until(lambda: count_of_workers(machines.address) == 2)
        first = ladder(cup, machines)
        until(lambda: count_games(cup) >= 2)
        worker.kill()
        until(lambda: count_games(cup) >= 4)
        first.kill()
        first.communicate(timeout=PATIENCE)
    with claim(0):  # by an event on this machine, which is not one of theirs
        second = ladder(cup, machines, "--once")
        printed, _ = second.communicate(timeout=PATIENCE)
    assert second.returncode == 0, printed
    reading = read(cup)
    assert not reading.faults
    numbers = sorted(game.number for game in reading.games)
    assert numbers == list(range(1, ALL + 1))
    met = Counter(frozenset((finished.first, finished.second)) for finished in reading.games)
    assert sorted(met.values()) == [GAMES_OF_A_PAIR] * 3
    assert f"games played: {ALL}" in printed


def test_an_event_that_begins_ends_it(machines: Machines, cup: Path) -> None:
    climbing = ladder(cup, machines)
    until(lambda: count_games(cup) >= 1)
    with start_run(cup, "--cluster", machines.address) as event:
        ended, _ = climbing.communicate(timeout=PATIENCE)
        assert climbing.returncode == 0, ended
        printed, _ = event.communicate(timeout=PATIENCE)
    assert event.returncode == 0, printed
    assert tournament_in(cup.with_suffix("")).is_finished

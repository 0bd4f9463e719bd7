"""Tests that a tournament disturbed by faults ends like an undisturbed one.

In a few rounds each fault comes once; ``make test-chaos`` plays a hundred rounds.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import pytest

from referee.machine import cores
from tests.chaos.chaos_round import Account, play
from tests.chaos.cup import cup_in
from tests.chaos.disturbed_run import DisturbedRun, LocalCluster
from tests.chaos.fault_plan import plans, rounds_for_all
from tests.chaos.faults import FAULTS, possible
from tests.tournaments.cluster.machines import until
from tests.tournaments.events import game_data, needs_arena, run, table, tournament_in
from tests.tournaments.ledger.edited import judge_again
from tournaments.ledger import NAME
from tournaments.run.tournament import Tournament

SEED = int(os.environ.get("ARENA_SEED", "38"))
"""A seed with which a few rounds have all faults."""
ROUNDS = int(os.environ.get("ARENA_ROUNDS", "0")) or rounds_for_all(SEED, FAULTS)
_SIZE_OF_DISK = "8m"
_VARIES = re.compile(r"[a-z]*:?/[^\s;']+|[0-9]+")
"""Pattern of the parts of a sentence that differ from run to run."""

pytestmark = [
    needs_arena,
    pytest.mark.xdist_group("chaos"),
    pytest.mark.skipif(len(cores()) < 2, reason="two workers need two cores"),
]


@pytest.fixture(name="undisturbed", scope="module")
def play_undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    folder = tmp_path_factory.mktemp("undisturbed")
    run(cup_in(folder), "--quiet", "--to", str(folder / "cup"))
    return tournament_in(folder / "cup")


@dataclass
class Tally:
    """The faults and sentences of all rounds."""

    rounds: int = 0
    caused: Counter[str] = field(default_factory=Counter)
    sentences: Counter[str] = field(default_factory=Counter)
    voided: int = 0
    began: float = field(default_factory=time.monotonic)

    def take(self, account: Account, tournament: Tournament) -> None:
        self.rounds += 1
        self.caused += account.caused
        self.sentences.update(_VARIES.sub("...", each) for each in account.sentences)
        self.voided += sum(e.voided for s in tournament.sections for e in s.entries.values())

    def __str__(self) -> str:
        lines = [f"{count:5}  {name}" for name, count in self.caused.most_common()]
        lines += [f"{count:5}  printed: {each}" for each, count in self.sentences.most_common()]
        minutes = (time.monotonic() - self.began) / 60
        return "\n".join(
            (
                f"{self.rounds} rounds in {minutes:.0f} minutes, {self.caused.total()} faults,",
                f"{self.sentences.total()} sentences, {self.voided} games played again:",
                *lines,
            )
        )


@pytest.fixture(name="tally", scope="module")
def count_all() -> Iterator[Tally]:
    tally = Tally()
    yield tally
    print(f"\n{tally}")


@contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """Mount a disk of a few megabytes; yield None where that is not possible."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE_OF_DISK}", "chaos", str(folder)]
    if os.geteuid() or subprocess.run(words, check=False, capture_output=True).returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize("number", range(1, ROUNDS + 1))
def test_a_disturbed_tournament_ends_like_an_undisturbed_one(
    number: int, undisturbed: Tournament, tally: Tally, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk(tmp_path / "disk"))
        faults, left_out = possible(disk)
        plan = next(islice(plans(SEED, faults), number - 1, None))
        print(f"\n{plan}", *left_out, sep="\n")
        cluster = LocalCluster(tmp_path, stack) if plan.on_cluster else None
        disturbed = DisturbedRun(cup_in(tmp_path), tmp_path / "disk/cup", cluster, stack)
        account = play(plan, disturbed)
        print(*account.sentences, sep="\n")
        confirm(disturbed.folder, undisturbed)
        tally.take(account, tournament_in(disturbed.folder))
    until(disturbed.nothing_is_left)


def confirm(folder: Path, undisturbed: Tournament) -> None:
    """Assert that games and table are those of the undisturbed event, and that rejudging agrees."""
    disturbed = tournament_in(folder)
    assert disturbed.is_finished
    assert disturbed.faults == ()
    assert game_data(disturbed) == game_data(undisturbed)
    assert table(disturbed) == table(undisturbed)
    rejudged = judge_again(folder)
    assert (rejudged.status, rejudged.err) == (0, "")
    with closing(sqlite3.connect(folder / NAME)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_the_same_seed_does_the_same() -> None:
    first, again, other = (list(islice(plans(seed, FAULTS), 100)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_every_fault_comes_before_any_comes_again() -> None:
    for seed in range(20):
        some = islice(plans(seed, FAULTS), rounds_for_all(seed, FAULTS))
        assert {each.fault for plan in some for each in plan.planned} == set(FAULTS)

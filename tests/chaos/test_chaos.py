"""A tournament in which things go wrong ends like one that nobody disturbed.

Here are some rounds, in which each kind of fault comes once; ``make test-chaos`` plays a hundred.
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
from tests.chaos.demon import plans, rounds_for_all
from tests.chaos.faults import FAULTS, possible
from tests.chaos.scene import LocalCluster, Scene
from tests.tournaments.cluster.machines import until
from tests.tournaments.events import needs_arena, played, run, table, tournament_in
from tests.tournaments.ledger.edited import judge_again
from tournaments.ledger import NAME
from tournaments.run.tournament import Tournament

SEED = int(os.environ.get("ARENA_SEED", "38"))
"""By this one a few rounds have all faults."""
ROUNDS = int(os.environ.get("ARENA_ROUNDS", "0")) or rounds_for_all(SEED, FAULTS)
_SIZE_OF_DISK = "8m"
_VARIES = re.compile(r"[a-z]*:?/[^\s;']+|[0-9]+")
"""What of a sentence is another each time."""

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
    """What happened in all rounds."""

    rounds: int = 0
    struck: Counter[str] = field(default_factory=Counter)
    sentences: Counter[str] = field(default_factory=Counter)
    voided: int = 0
    began: float = field(default_factory=time.monotonic)

    def take(self, account: Account, tournament: Tournament) -> None:
        self.rounds += 1
        self.struck += account.struck
        self.sentences.update(_VARIES.sub("...", each) for each in account.sentences)
        self.voided += sum(e.voided for s in tournament.sections for e in s.entries.values())

    def __str__(self) -> str:
        lines = [f"{count:5}  {name}" for name, count in self.struck.most_common()]
        lines += [f"{count:5}  printed: {each}" for each, count in self.sentences.most_common()]
        minutes = (time.monotonic() - self.began) / 60
        return "\n".join(
            (
                f"{self.rounds} rounds in {minutes:.0f} minutes, {self.struck.total()} faults,",
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
    """A disk of a few megabytes; nothing where none can be made."""
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
        scene = Scene(cup_in(tmp_path), tmp_path / "disk/cup", cluster, stack)
        account = play(plan, scene)
        print(*account.sentences, sep="\n")
        confirm(scene.folder, undisturbed)
        tally.take(account, tournament_in(scene.folder))
    until(scene.nothing_is_left)


def confirm(folder: Path, undisturbed: Tournament) -> None:
    """The games and the table are the same, and whoever judges again finds nothing."""
    disturbed = tournament_in(folder)
    assert disturbed.is_finished
    assert disturbed.faults == ()
    assert played(disturbed) == played(undisturbed)
    assert table(disturbed) == table(undisturbed)
    said = judge_again(folder)
    assert (said.status, said.err) == (0, "")
    with closing(sqlite3.connect(folder / NAME)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_the_same_seed_does_the_same() -> None:
    first, again, other = (list(islice(plans(seed, FAULTS), 100)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_every_fault_comes_before_any_comes_again() -> None:
    for seed in range(20):
        some = islice(plans(seed, FAULTS), rounds_for_all(seed, FAULTS))
        assert {deed.fault for plan in some for deed in plan.deeds} == set(FAULTS)

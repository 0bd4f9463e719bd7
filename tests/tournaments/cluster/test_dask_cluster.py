"""Events on a cluster: a scheduler and workers that are real processes, and one that is killed."""

from __future__ import annotations

import fcntl
import re
import shutil
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import replace
from itertools import count, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest

from formats.fault import Fault
from formats.games import all_games
from formats.matrix import Matrix
from referee.bot_game import Setting
from referee.machine import cores
from referee.pool import FinishedGame, GameJob, finished_games, keep_all_turns
from referee.program import Program, RefereeError
from referee.sandbox.isolation_levels import IsolationLevel
from referee.verdict import Ending
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.places import ROOT
from tests.planted.installing import harvest_as, install, installed
from tests.referee.faulty_turns import (
    SCRIPTS,
    codes_of,
    faulty_files,
    game_jobs,
    jobs_of_runs,
)
from tests.referee.needs import needs_namespaces, strongest_here
from tests.tournaments.cluster.machines import (
    PATIENCE,
    Machines,
    count_of_workers,
    started,
    until,
)
from tests.tournaments.events import (
    game_data,
    needs_arena,
    run,
    slow_event,
    start_run,
    table,
    tournament_in,
)
from tournaments.cluster.cluster_faults import CannotPlay
from tournaments.cluster.dask_cluster import Cluster, connected_cluster
from tournaments.run.tournament import Tournament
from tournaments.storage import Store

_IN_A_GAME = 0.05
"""Seconds after which a sandbox that still exists is in the middle of its game."""

_PROGRAM = re.compile(rb"/bot/[0-9a-f]{64}\b")

pytestmark = [
    needs_arena,
    pytest.mark.xdist_group("cluster"),
    pytest.mark.skipif(len(cores()) < 2, reason="two workers need two cores"),
]


def played_on(cluster: Cluster, games: Iterable[GameJob]) -> Iterator[FinishedGame]:
    """Play the games, and yield them with all their turns."""
    return finished_games(cluster.play(games, keep_all_turns))


@pytest.fixture(name="machines", scope="module")
def start_machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A scheduler and a worker."""
    with started(tmp_path_factory.mktemp("cluster")) as machines, machines.worker():
        yield machines


@pytest.fixture(name="strict", scope="module")
def start_strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A scheduler that gives a task up as soon as a worker has died of it; no worker is there."""
    failures = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with started(tmp_path_factory.mktemp("strict"), **failures) as machines:
        yield machines


# A worker that is killed


def sandboxes_of(worker: subprocess.Popen[bytes]) -> set[str]:
    """Return the processes in which a worker runs a bot of a game, not those of its first test."""
    names: set[str] = set()
    for path in Path(f"/proc/{worker.pid}/task").glob("*/children"):
        with suppress(OSError):
            names |= set(filter(is_of_a_game, path.read_text().split()))
    return names


def is_of_a_game(number: str) -> bool:
    try:
        return _PROGRAM.search(Path("/proc", number, "cmdline").read_bytes()) is not None
    except OSError:
        return False


def stop_in_a_game(worker: subprocess.Popen[bytes]) -> set[str]:
    """Stop a worker in the middle of a game, and return the sandboxes of that game."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        before = sandboxes_of(worker)
        time.sleep(_IN_A_GAME)
        worker.send_signal(signal.SIGSTOP)
        if going := before & sandboxes_of(worker):
            return going
        worker.send_signal(signal.SIGCONT)
    raise AssertionError("it plays no game")


def count_void_games(tournament: Tournament) -> int:
    return sum(e.voided for c in tournament.sections for e in c.entries.values())


def test_a_worker_that_is_killed_costs_nobody_a_game(machines: Machines, tmp_path: Path) -> None:
    path = slow_event(tmp_path, wait=0.1)
    # Isolated, and with no tie-break that goes by seconds.
    path.write_text(path.read_text().replace("sandbox = false\n", 'tie-breaks = ["wins"]\n'))
    with machines.worker() as worker:
        until(lambda: count_of_workers(machines.address) == 2)
        with start_run(
            path, "--to", str(tmp_path / "killed"), "--cluster", machines.address
        ) as process:
            sandboxes = stop_in_a_game(worker)
            worker.kill()
            printed, _ = process.communicate(timeout=PATIENCE)
        until(lambda: not any(Path("/proc", number).exists() for number in sandboxes))
    assert process.returncode == 0, printed
    run(path, "--to", str(tmp_path / "undisturbed"), "--jobs", "2")
    disturbed, undisturbed = (tournament_in(tmp_path / n) for n in ("killed", "undisturbed"))
    assert disturbed.is_finished
    assert count_void_games(disturbed) > 0
    assert game_data(disturbed) == game_data(undisturbed)
    assert table(disturbed) == table(undisturbed)


def test_a_game_that_dask_gives_up_is_begun_anew(strict: Machines, tmp_path: Path) -> None:
    game = game_of(Store(tmp_path), "sleep", "2")
    with (
        strict.worker() as worker,
        connected_cluster(strict.address) as cluster,
        ThreadPoolExecutor() as executor,
    ):
        future = executor.submit(lambda: list(played_on(cluster, [game])))
        stop_in_a_game(worker)
        worker.kill()
        with strict.worker():
            (finished,) = future.result(PATIENCE)
    assert finished.voided == 1
    assert finished.played.verdict.ending is Ending.NO_MOVE


@contextmanager
def only_bubblewrap() -> Iterator[str]:
    """Return a folder of commands with one more."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the sandbox's user is another one
        Path(folder, "bwrap").symlink_to(shutil.which("bwrap") or "")
        yield folder


@needs_namespaces
def test_a_fault_of_a_machine_is_told_with_its_name(strict: Machines, tmp_path: Path) -> None:
    """The fault here is that Wine is missing."""
    store = Store(tmp_path)
    name = store.keep(b"MZ" + bytes(58) + b"\x40\0\0\0PE\0\0 and what follows")
    windows = Program("windows", store.path(name))
    game = GameJob(1, {"A": windows, "B": windows}, game_of(store).setting)
    with (
        only_bubblewrap() as folder,
        strict.worker(path=folder),
        connected_cluster(strict.address) as cluster,
        pytest.raises(RefereeError, match=r"\(tcp://127\.0\.0\.1:[0-9]+\): .*Wine"),
    ):
        list(played_on(cluster, [game]))


def test_a_record_tells_the_machine_and_its_speed(machines: Machines, tmp_path: Path) -> None:
    with connected_cluster(machines.address) as cluster:
        (finished,) = played_on(cluster, [game_of(Store(tmp_path))])
    tags = finished.played.record.tags
    assert finished.machine == f"{tags['Machine']}, speed {tags['Speed']}"
    assert 0.2 < float(tags["Speed"]) < 5  # of the same machine


# Programs


def game_of(
    store: Store,
    command: str = "true",
    *arguments: str,
    number: int = 1,
    isolation: IsolationLevel | None = None,
) -> GameJob:
    """A game that ends with its first turn, since its bots leave the file as it is."""
    short = all_games()[SHORT].with_rules()
    name = store.keep(Path(shutil.which(command) or command).read_bytes())
    program = Program("idle", store.path(name), arguments)
    setting = Setting(Matrix(short, short.start()), isolation=isolation)
    return GameJob(number, {"A": program, "B": program}, setting)


def test_every_fault_of_a_file_comes_back_from_a_worker(machines: Machines, tmp_path: Path) -> None:
    turns = [turn for game in all_games() for turn in faulty_files(game)]
    turns = list({turn.name: turn for turn in turns}.values())
    codes = {}
    with connected_cluster(machines.address) as cluster:
        for finished in played_on(cluster, game_jobs(turns, Store(tmp_path))):
            offence = finished.played.turns[0].judgement.offence
            codes[turns[finished.game.number].name] = offence and offence.fault.kind.code
    assert codes == {turn.name: turn.code for turn in turns}


def test_every_fault_of_a_run_comes_back_from_a_worker(machines: Machines, tmp_path: Path) -> None:
    jobs = jobs_of_runs(DEFAULT, Store(tmp_path), strongest_here())
    with connected_cluster(machines.address) as cluster:
        codes = codes_of(played_on(cluster, jobs))
    assert codes == {kind.code: kind.code for kind in SCRIPTS}


def spoil(path: Path) -> None:
    path.chmod(0o755)
    path.write_bytes(b"#!/bin/sh\nexit 1\n")


def test_a_worker_refuses_a_program_that_is_not_what_it_is_called(
    machines: Machines, tmp_path: Path
) -> None:
    game = game_of(Store(tmp_path))
    other = Program("other", game.programs["A"].path.rename(tmp_path / ("0" * 64)))
    with connected_cluster(machines.address) as cluster, pytest.raises(CannotPlay) as raised:
        list(played_on(cluster, [GameJob(1, {"A": other, "B": other}, game.setting)]))
    assert raised.value.fault.kind.code == "E809"
    assert other.path.name in str(raised.value)
    assert not (machines.kept / "programs" / other.path.name).exists()


def test_a_program_that_was_spoilt_on_a_worker_is_sent_again(
    machines: Machines, tmp_path: Path
) -> None:
    game = game_of(Store(tmp_path))
    program_path = machines.kept / "programs" / game.programs["A"].path.name
    with connected_cluster(machines.address) as cluster:
        (before,) = played_on(cluster, [game])
        spoil(program_path)
        (after,) = played_on(cluster, [game])
    assert before.played.verdict == after.played.verdict
    assert before.played.verdict.ending is Ending.NO_MOVE
    assert program_path.read_bytes() == game.programs["A"].path.read_bytes()


# Games of other packages


def test_only_a_worker_with_the_plugin_of_a_game_plays_it(tmp_path: Path) -> None:
    sources = {"same": harvest_as("rye"), "other": f"{harvest_as('rye')}# another version\n"}
    for folder, source in sources.items():
        install(tmp_path / folder, "crops", {"rye_game.py": source}, "rye = rye_game")
    sentences: list[str] = []
    with (
        started(tmp_path) as machines,
        machines.worker(),
        machines.worker(packages=tmp_path / "other"),
        installed(tmp_path / "same"),
    ):
        until(lambda: count_of_workers(machines.address) == 2)
        rye = all_games()["rye"]()
        setting = Setting(Matrix(rye, rye.start()))
        games = [
            replace(game_of(Store(tmp_path), number=number), setting=setting) for number in (1, 2)
        ]

        def tell(fault: Fault) -> None:
            sentences.extend([fault.sentence("en"), fault.sentence("ru")])

        with connected_cluster(machines.address, tell) as cluster:
            with pytest.raises(CannotPlay) as raised:
                list(played_on(cluster, games))
            assert raised.value.fault.kind.code == "E811"
        assert "the game «rye» is not installed here; it gets no games" in " ".join(sentences)
        assert "игра rye там из другой версии её пакета" in " ".join(sentences)
        with machines.worker(packages=tmp_path / "same"):
            until(lambda: count_of_workers(machines.address) == 3)
            with connected_cluster(machines.address) as cluster:
                finished = list(played_on(cluster, games))
    assert {each.played.record.start.game.name for each in finished} == {"rye"}
    assert {each.game.number for each in finished} == {1, 2}


# Workers that must not play

Unfit: TypeAlias = Callable[[Machines, Path], AbstractContextManager[object]]


def of_another_version(machines: Machines, folder: Path) -> AbstractContextManager[object]:
    """A worker whose arena differs in a remark."""
    for name in ("formats", "referee", "tournaments"):
        shutil.copytree(ROOT / name, folder / name)
    with (folder / "formats/board.py").open("a", encoding="utf-8") as file:
        file.write("# another version\n")
    return machines.worker(source=folder)


def of_two_threads(machines: Machines, _folder: Path) -> AbstractContextManager[object]:
    return machines.worker("--nthreads", "2")


def without_a_sandbox(machines: Machines, _folder: Path) -> AbstractContextManager[object]:
    """A worker on a machine that has no bubblewrap, which the event demands."""
    return machines.worker(path="")


@contextmanager
def without_a_core(machines: Machines, folder: Path) -> Iterator[None]:
    """A worker on a machine whose cores are all taken, by this process."""
    taken = folder / "matrix-arena/cluster"
    taken.mkdir(parents=True)
    with ExitStack() as stack:
        for core in cores():
            lock = stack.enter_context((taken / f"core-{core}").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        stack.enter_context(machines.worker(cache=folder))
        yield


@pytest.mark.parametrize(
    ("unfit", "code", "isolation"),
    [
        (of_two_threads, "E806", None),
        (without_a_core, "E807", None),
        pytest.param(without_a_sandbox, "E808", IsolationLevel.NAMESPACES, marks=needs_namespaces),
    ],
)
def test_an_unfit_worker_that_comes_later_plays_nothing(
    machines: Machines, tmp_path: Path, unfit: Unfit, code: str, isolation: IsolationLevel | None
) -> None:
    store, end = Store(tmp_path / "store"), time.monotonic() + PATIENCE
    numbers = takewhile(lambda _: time.monotonic() < end, count(1))
    games = (game_of(store, number=number, isolation=isolation) for number in numbers)
    with (
        connected_cluster(machines.address) as cluster,
        unfit(machines, tmp_path / "other"),
        pytest.raises(CannotPlay) as raised,
    ):
        deque(played_on(cluster, games), maxlen=0)
    assert raised.value.fault.kind.code == code


def test_a_worker_of_another_version_is_left_out_and_named(
    machines: Machines, tmp_path: Path
) -> None:
    store, end = Store(tmp_path / "store"), time.monotonic() + PATIENCE
    faults: list[Fault] = []
    numbers = takewhile(lambda _: time.monotonic() < end and not faults, count(1))
    games = (game_of(store, number=number) for number in numbers)
    with of_another_version(machines, tmp_path / "other") as process:
        with connected_cluster(machines.address, faults.append) as cluster:
            finished = list(played_on(cluster, games))
            finished += played_on(cluster, (game_of(store, number=number) for number in (-1, -2)))
        with connected_cluster(machines.address, faults.append) as cluster:
            finished += played_on(cluster, [game_of(store, number=-3)])
        assert isinstance(process, subprocess.Popen)
        assert process.poll() is None
    assert [fault.kind.code for fault in faults] == ["E804", "E804"]
    assert [fault.game.number for fault in finished[-3:]] == [-1, -2, -3]

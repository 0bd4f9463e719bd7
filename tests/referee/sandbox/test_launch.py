"""Tests of Windows programs, which Wine runs, with its own start not charged."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from arena.machine.doctor import find_abilities
from bot.builder.compiler import Target
from bot.builder.executable import build, program_named
from formats.matrix import read_matrix
from referee.clock import Timing
from referee.judge import JudgingOptions
from referee.program import MIB, Allowance, Limits, Program, RefereeError
from referee.sandbox import Sandbox, StartCost, cost_of_wine
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.launch import launch_of, wine_folder
from referee.sandbox.run_result import FileKind, RunEnd, run_result_with_end
from referee.turn import play
from tests.formats.games.example_games import DEFAULT
from tests.places import ROOT
from tests.present import needs
from tests.referee.busy import busy
from tests.referee.needs import ISOLATION_LEVELS, needs_namespaces

EXAMPLE = ROOT / "docs/positions/example-1.txt"

needs_wine = needs("wine", "x86_64-w64-mingw32-gcc")
pytestmark = pytest.mark.xdist_group("wine")


@pytest.fixture(scope="module")
def windows_bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bots") / "ivanov.exe"
    build(program_named(f"{DEFAULT}-greedy"), Target.WINDOWS, path)
    return path


@needs_wine
@pytest.mark.parametrize(
    "isolation",
    [pytest.param(IsolationLevel.NAMESPACES, marks=needs_namespaces), IsolationLevel.NONE],
)
def test_a_windows_program_plays(windows_bot: Path, isolation: IsolationLevel) -> None:
    matrix = read_matrix(EXAMPLE.read_bytes()).matrix
    assert matrix is not None
    with Sandbox(Program("ivanov", windows_bot), isolation=isolation) as sandbox:
        for _ in range(2):  # the second turn must not find files of the first
            turn = play(matrix, sandbox, JudgingOptions())
            assert turn.judgement.move is not None, turn
            assert turn.judgement.move.seconds < Decimal("0.5"), "Wine's own start is not charged"
            assert turn.run_result.other_names == ()


READS_THE_CLOCK = r"""
#include <stdio.h>
#include <windows.h>

int main(void) {
    ULONGLONG before = GetTickCount64();
    while (GetTickCount64() < before + 300) {}
    printf("%llu", GetTickCount64() - before);
    return 0;
}
"""


@needs_wine
@needs_namespaces
@pytest.mark.parametrize("factor", ["0.5", "30"])
def test_a_windows_program_may_measure_wall_clock_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, factor: str
) -> None:
    """The cost of Wine's start may be measured wrongly, as on a busy machine."""
    cost = cost_of_wine(IsolationLevel.NAMESPACES)
    measured = StartCost(cost.cpu * Decimal(factor), cost.slept * Decimal(factor))
    monkeypatch.setattr("referee.sandbox.sandbox.cost_of_wine", lambda _isolation: measured)
    source, path = tmp_path / "clock.c", tmp_path / "clock.exe"
    source.write_text(READS_THE_CLOCK)
    subprocess.run(["x86_64-w64-mingw32-gcc", "-o", path, source], check=True)
    with Sandbox(Program("clock", path)) as sandbox, busy(2):
        run_result = sandbox.run(b"", Allowance(own=Decimal(60), wall=Decimal(600)))
    claimed = Decimal(run_result.printed.decode()) / 1000
    assert Timing().is_honest(run_result, claimed), (claimed, run_result)


@needs_wine
def test_landlock_refuses_a_windows_program(windows_bot: Path) -> None:
    with (
        pytest.raises(RefereeError, match="Wine's parts speak with each other"),
        Sandbox(Program("ivanov", windows_bot), isolation=IsolationLevel.LANDLOCK),
    ):
        pass


@needs_wine
@needs_namespaces
def test_a_windows_program_needs_no_file_extension(windows_bot: Path) -> None:
    """Events store programs by their hashes, under names without an extension."""
    path = windows_bot.with_name("0123abcd")
    path.write_bytes(windows_bot.read_bytes())
    matrix = read_matrix(EXAMPLE.read_bytes()).matrix
    assert matrix is not None
    with Sandbox(Program("ivanov", path), isolation=IsolationLevel.NAMESPACES) as sandbox:
        turn = play(matrix, sandbox, JudgingOptions())
    assert turn.judgement.move is not None, turn


@pytest.fixture(name="elsewhere")
def make_folder_elsewhere() -> Iterator[Path]:
    """Make a folder beside those of the system that the sandbox has, as WineHQ's packages do."""
    if os.geteuid() != 0:
        pytest.skip("only root can install programs")
    folder = Path(tempfile.mkdtemp(dir="/opt"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def install_wine(folder: Path, *inner: str) -> None:
    """Make a Wine in the folder, with these folders; Debian's does the work."""
    for name in ("bin", *inner):
        (folder / name).mkdir(parents=True)
    (folder / "bin" / "wine").write_text('#!/bin/sh\nexec /usr/bin/wine "$@"\n')
    (folder / "bin" / "wine").chmod(0o755)


@needs_wine
@needs_namespaces
def test_wine_may_be_a_link_to_a_folder_of_its_own(
    windows_bot: Path, tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_wine(elsewhere, "lib/wine")
    (tmp_path / "wine").symlink_to(elsewhere / "bin" / "wine")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    matrix = read_matrix(EXAMPLE.read_bytes()).matrix
    assert matrix is not None
    with Sandbox(Program("ivanov", windows_bot)) as sandbox:
        turn = play(matrix, sandbox, JudgingOptions())
    assert turn.judgement.move is not None, turn
    assert next(ability for ability in find_abilities() if ability.name == "wine").state == "here"


@needs_wine
def test_a_wine_that_the_sandbox_cannot_have_is_refused(
    windows_bot: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_wine(elsewhere)
    monkeypatch.setenv("PATH", str(elsewhere / "bin"), prepend=os.pathsep)
    with pytest.raises(RefereeError, match="bin/wine, outside of the folders"):
        Sandbox(Program("ivanov", windows_bot)).__enter__()
    (wine,) = (ability for ability in find_abilities() if ability.name == "wine")
    assert (wine.state, "outside of the folders" in wine.details.en) == ("partly", True)


@pytest.mark.parametrize(
    ("wineboot", "sentence"),
    [
        ("exit 3", "Wine cannot be set up: wineboot ended with 3"),
        ("exec sleep 30", "wineboot has not ended after 1 s"),
        ("", "wineboot cannot be run: No such file"),
    ],
)
def test_a_failed_set_up_of_wine_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wineboot: str, sentence: str
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    monkeypatch.setattr("referee.sandbox.launch.cache_of_root", lambda: cache)
    monkeypatch.setattr("referee.sandbox.launch.cache_folder", lambda: cache)
    monkeypatch.setattr("referee.sandbox.launch._SET_UP_TIME", 1)
    if wineboot:
        text = f'#!/bin/sh\nPATH=/usr/bin:/bin\nmkdir "$WINEPREFIX/drive_c"\n{wineboot}\n'
        (tmp_path / "wineboot").write_text(text)
        (tmp_path / "wineboot").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for _ in range(2):
        with pytest.raises(RefereeError, match=sentence):
            wine_folder.__wrapped__()
    assert list(cache.iterdir()) == []


@needs_wine
def test_a_start_of_wine_that_cannot_be_measured_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = run_result_with_end(RunEnd.EXITED), run_result_with_end(RunEnd.EXITED, 53)
    with pytest.raises(RefereeError, match="ended with EXITED 53"):
        StartCost.of_runs([good, bad])
    with pytest.raises(RefereeError, match="ended with CPU_OVER 0"):
        StartCost.of_runs([run_result_with_end(RunEnd.CPU_OVER), good])
    assert StartCost.of_runs([good, good]) == StartCost()
    monkeypatch.setattr("referee.sandbox.sandbox.wine_folder", lambda: tmp_path)
    with pytest.raises(RefereeError, match=r"hostname\.exe, by which its start is measured"):
        cost_of_wine.__wrapped__(IsolationLevel.NONE)


def test_without_wine_the_error_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "petrov.exe").write_bytes(b"MZ" + bytes(58) + b"\x40\0\0\0PE\0\0 and more")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RefereeError, match="apt-get install wine"):
        launch_of(Program("petrov", tmp_path / "petrov.exe"), Limits(), IsolationLevel.NAMESPACES)


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_java_gets_the_memory_limit(tmp_path: Path, isolation: IsolationLevel) -> None:
    """Java by default uses the machine's memory, and would be killed for too much."""
    path = tmp_path / "sidorov"
    path.write_text('#!/bin/sh\necho "$JDK_JAVA_OPTIONS"\n')
    path.chmod(0o755)
    with Sandbox(
        Program("sidorov", path), Limits(memory=300 * MIB), isolation=isolation
    ) as sandbox:
        run_result = sandbox.run(b"", Allowance(own=Decimal(10), wall=Decimal(100)))
    assert f"-XX:MaxRAM={300 * MIB} " in run_result.printed.decode()


def test_a_linux_program_is_started_directly(tmp_path: Path) -> None:
    (tmp_path / "sidorov").write_bytes(b"\x7fELF")
    assert (
        launch_of(
            Program("sidorov", tmp_path / "sidorov"), Limits(), IsolationLevel.NAMESPACES
        ).words
        == ()
    )


TRIES_TO_WRITE = r"""
#include <stdio.h>
#include <stdlib.h>

static void try(const char *path) {
    FILE *file = fopen(path, "w");
    if (file != NULL) printf("%s ", path), fclose(file);
}

int main(void) {
    char temporary[1024];
    snprintf(temporary, sizeof temporary, "%s\\note.txt", getenv("TEMP"));
    try(temporary), try("note.txt"), try("C:\\note.txt"), try("C:\\windows\\note.txt");
    try("Z:\\tmp\\note.txt"), try("Z:\\dev\\shm\\note.txt"), try("matrix.txt");
    remove("matrix.txt");
    return 0;
}
"""


@needs_wine
@needs_namespaces
@pytest.mark.parametrize("temporary_files", [True, False])
def test_a_windows_program_writes_files_only_where_it_may(
    tmp_path: Path, temporary_files: bool
) -> None:
    source, path = tmp_path / "tries.c", tmp_path / "tries.exe"
    source.write_text(TRIES_TO_WRITE)
    subprocess.run(["x86_64-w64-mingw32-gcc", "-o", path, source], check=True)
    limits = Limits(temporary_files=temporary_files)
    allowance = Allowance(own=Decimal(60), wall=Decimal(600))
    with Sandbox(Program("tries", path), limits) as sandbox:
        for _ in range(2):
            run_result = sandbox.run(b"given", allowance)
            assert run_result.status == 0
            assert temporary_files or run_result.file.kind is FileKind.REGULAR
            paths = run_result.printed.decode().split()
            assert paths == ["matrix.txt"] or (temporary_files and len(paths) > 2), paths


@needs("java")
def test_the_options_that_java_is_told_are_no_output_of_the_bot(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("#!/bin/sh\nexec java -version\n")
    path.chmod(0o755)
    with Sandbox(Program("bot", path), isolation=IsolationLevel.NONE) as sandbox:
        run_result = sandbox.run(b"", Allowance(Decimal(60), Decimal(600)))
    assert run_result.status == 0
    assert b"version" in run_result.printed
    assert b"NOTE" not in run_result.printed
    assert run_result.printed_size == len(run_result.printed)

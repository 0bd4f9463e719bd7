"""``arena bench``: the list of measurements, and the options passed on to them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arena.machine.bench import FOLDER
from tests.arena.conftest import Run


def test_an_unknown_bench_is_refused_with_the_known_ones(run: Run) -> None:
    result = run("bench", "nonsense")
    assert result.status == 2
    assert "no benchmark nonsense" in result.err
    for path in FOLDER.glob("*.py"):
        assert (f" {path.stem}" in result.err) == (path.stem[0] != "_")


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a person does, since the measurements print for themselves."""
    command = [sys.executable, "-m", "arena", "bench", *words]
    return subprocess.run(command, cwd=FOLDER.parent, check=False, capture_output=True, text=True)


def test_options_after_the_names_go_to_the_benches() -> None:
    result = bench("blunders", "full_rows", "--", "--help")
    assert result.returncode == 0
    assert "usage: blunders.py" in result.stdout
    assert "usage: full_rows.py" in result.stdout


def test_a_move_that_is_not_legal_after_full_rows_is_refused() -> None:
    result = bench("full_rows", "--", "--after", "a1-b2 b2-b5")
    assert result.returncode != 0
    assert "error: --after: b2-b5 is not a legal move here" in result.stderr


def test_a_folder_of_another_package_is_left_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site-packages" / "benchmarks"
    folder.mkdir(parents=True)
    (folder / "others.py").write_text("print('measured', flush=True)\n")
    monkeypatch.setattr("arena.machine.bench.FOLDER", folder)
    result = run("bench", "others")
    assert (result.status, "measured" in result.out) == (2, False)


def test_a_library_that_is_missing_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "benchmarks"
    folder.mkdir()
    (tmp_path / "pyproject.toml").touch()
    (folder / "needy.py").write_text("import no_such_library\n")
    (folder / "plain.py").write_text("print('measured', flush=True)\n")
    monkeypatch.setattr("arena.machine.bench.FOLDER", folder)
    result = run("bench", "needy", "--lang", "ru")
    assert result.status == 1
    assert "измерению needy нужна библиотека no_such_library" in result.err
    assert run("bench").status == 0, "the others are measured"

"""Workers of an event: only a cluster needs Dask, and its absence is explained in a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.conftest import Run
from tests.places import ROOT
from tests.tournaments.events import SMALL, begun

_WITHOUT_DASK = """\
import sys
sys.modules["distributed"] = None  # as if it were not installed
from arena.cli import main
main()
"""


def test_dask_is_not_touched_unless_asked_for() -> None:
    code = "import arena.cli, sys; sys.exit('dask' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.fixture(name="event")
def write_event(tmp_path: Path) -> Path:
    path = tmp_path / "event.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_without_dask_it_says_what_to_install(event: Path) -> None:
    words = ["run", str(event), "--cluster", "tcp://127.0.0.1:1"]
    result = subprocess.run(
        [sys.executable, "-c", _WITHOUT_DASK, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert "pip install distributed" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["run", "ladder"])
def test_games_at_once_are_for_this_machine(run: Run, event: Path, command: str) -> None:
    result = run(command, str(event), "--cluster", "tcp://127.0.0.1:1", "--jobs", "2")
    assert result.status == 2
    assert "--jobs is for this machine" in result.err


def test_malformed_settings_of_dask_are_told_in_a_sentence(
    event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tls.yaml").write_text("distributed: [\n")
    monkeypatch.setenv("DASK_CONFIG", str(tmp_path))
    process = begun(event, "--cluster", "tcp://127.0.0.1:1")
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 2
    assert printed.startswith("arena: Dask cannot be used: A dask config file at ")
    assert printed.count("\n") == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["event.toml", "tls.yaml"]


def test_a_cluster_that_must_encrypt_is_told_in_a_sentence(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION", "True")
    process = begun(event, "--cluster", "tcp://127.0.0.1:1")
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "encryption required by Dask configuration" in printed
    assert "[E802]" in printed
    assert printed.count("\n") == 2


def test_an_address_that_is_none_is_told_in_a_sentence(event: Path) -> None:
    process = begun(event, "--cluster", "nowhere")
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 2
    assert printed == (
        "arena: no scheduler answers at nowhere: missing port number in address 'nowhere' [E802]\n"
        "  hint: see that it runs (docs/cluster.md), and run the same command again\n"
    )

"""Workers of an event: only a cluster needs Dask, and its absence is explained in a sentence."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.conftest import Run
from tests.places import ROOT
from tests.tournaments.events import SMALL, start_run

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
    process = start_run(event, "--cluster", "tcp://127.0.0.1:1")
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 2
    assert printed.startswith("arena: Dask cannot be used: A dask config file at ")
    assert printed.count("\n") == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["event.toml", "tls.yaml"]


def test_a_cluster_that_must_encrypt_is_told_in_a_sentence(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION", "True")
    process = start_run(event, "--cluster", "tcp://127.0.0.1:1")
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "encryption required by Dask configuration" in printed
    assert "[E802]" in printed
    assert printed.count("\n") == 2


@pytest.mark.parametrize(
    "address", ["nowhere", "tcp://:8786", "tcp://127.0.0.1:99999", "127.0.0.1:-1", "localhost:0"]
)
def test_an_address_that_is_none_is_refused_at_once(event: Path, address: str) -> None:
    process = start_run(event, "--cluster", address)
    printed, _ = process.communicate(timeout=20)
    assert process.returncode == 2
    assert printed == (
        f"arena: «{address}» is no address of a scheduler [E814]\n"
        "  hint: an address has a host and a port from 1 to 65535, as in tcp://192.0.2.1:8786\n"
    )


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (("gone", "gone", "gone"), "the TLS file gone: No such file or directory"),
        (("event.toml", "event.toml", "gone"), "the TLS file gone: No such file or directory"),
        (
            ("event.toml", "event.toml", "event.toml"),
            "the TLS files event.toml, event.toml, event.toml are damaged or do not belong"
            " together",
        ),
        (
            ("", "", ""),
            "its settings lack a TLS file: tls://127.0.0.1:1 needs ca-file and client.cert"
            " (docs/cluster.md)",
        ),
    ],
)
def test_tls_files_that_cannot_be_used_are_named(
    event: Path, files: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")
    for key, file in zip(keys, files, strict=True):
        path = str(event if file == event.name else event.parent / file) if file else ""
        monkeypatch.setenv(f"DASK_DISTRIBUTED__COMM__TLS__{key}", path)
    process = start_run(event, "--cluster", "tls://127.0.0.1:1")
    printed, _ = process.communicate(timeout=20)
    assert process.returncode == 2
    printed = printed.replace(f"{event.parent}/", "")
    assert printed == f"arena: Dask cannot be used: {sentence} [E813]\n"


@pytest.mark.parametrize("scheme", ["tcp", "tls"])
def test_settings_of_tls_that_cannot_be_used_are_told_in_a_sentence(
    event: Path, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TLS__MIN_VERSION", "1.1")
    process = start_run(event, "--cluster", f"{scheme}://127.0.0.1:1")
    printed, _ = process.communicate(timeout=20)
    assert process.returncode == 2
    assert re.fullmatch(
        r"arena: Dask cannot be used: .*1\.1 is not supported.* \[E813\]\n", printed
    )


def test_a_file_of_tls_that_is_not_used_is_not_opened(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TLS__CA_FILE", "/no/such/file")
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION", "True")
    process = start_run(event, "--cluster", "tcp://127.0.0.1:1")
    printed, _ = process.communicate(timeout=120)
    assert "[E802]" in printed


def test_a_ladder_that_is_refused_leaves_nothing(run: Run, tmp_path: Path) -> None:
    event = tmp_path / "event.toml"
    event.write_text(SMALL + "\n[ladder]\n", encoding="utf-8")
    result = run("ladder", str(event), "--cluster", "nowhere")
    assert (result.status, "[E814]" in result.err) == (2, True)
    assert list(tmp_path.iterdir()) == [event]

"""An event in a read-only folder: on a disc, or of somebody else."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.present import needs, without_rights_of_root
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL
from tests.tournaments.submission.submitting import CUP, GOOD

LEDGER = "ledger.sqlite"
READING = {
    "table": ("table", "cup"),
    "rejudge": ("rejudge", "cup"),
    "report": ("report", "cup", "--out", "{out}/r.html"),
    "grades": ("grades", "cup.toml"),
    "feedback": ("feedback", "cup", "--to", "{out}/pages"),
    "export": ("export", "cup"),
    "list": ("submit", "--to", "new.toml", "--list"),
    "entrants": ("entrants", "new.toml"),
}
WRITING = {
    "submit": ("submit", "{out}/bot", "--to", "new.toml"),
    "run": ("run", "cup.toml"),
    "report": ("report", "cup"),
    "feedback": ("feedback", "cup"),
    "withdraw": ("withdraw", "cup", "one", "--reason", "ill"),
    "ladder": ("ladder", "new.toml", "--once"),
}


def arena(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arena", *words]
    return subprocess.run(
        without_rights_of_root(*command),
        cwd=folder,
        env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def newest_beside(folder: Path) -> None:
    """Leave the newest entries in the file beside the ledger, as a killed run does."""
    path = folder / LEDGER
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute(f"PRAGMA user_version = {version}")
        for name in (LEDGER, f"{LEDGER}-wal"):
            shutil.copy(folder / name, folder / f"{name}.copy")
    connection.close()
    for name in (LEDGER, f"{LEDGER}-wal"):
        (folder / f"{name}.copy").replace(folder / name)
    (folder / f"{LEDGER}-shm").unlink(missing_ok=True)


@pytest.fixture(params=["clean", "newest beside"], name="folder")
def closed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "cup.toml").write_text(SMALL, encoding="utf-8")
    (folder / "new.toml").write_text(f"{CUP}\n[ladder]\nmilestones = []\n")
    (folder / "bots").mkdir()
    fill(folder / "cup", SMALL)
    if request.param == "newest beside":
        newest_beside(folder / "cup")
    else:
        for ending in ("wal", "shm"):
            (folder / "cup" / f"{LEDGER}-{ending}").unlink(missing_ok=True)
    paths = [folder, *folder.rglob("*")]
    for path in paths:
        path.chmod(path.stat().st_mode & ~0o222)
    yield folder
    for path in paths:
        path.chmod(path.stat().st_mode | 0o200)


@needs("setpriv")
def test_reading_commands_work_in_a_read_only_folder(folder: Path, tmp_path: Path) -> None:
    for name, words in READING.items():
        result = arena(folder, *(word.format(out=tmp_path) for word in words))
        assert result.returncode == 0, (name, result)
        assert not result.stderr, name
    assert (tmp_path / "r.html").stat().st_size > 10_000
    assert list((tmp_path / "pages").glob("one.*"))


@needs("setpriv")
def test_writing_commands_name_the_read_only_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "bot").write_bytes(GOOD)
    (tmp_path / "bot").chmod(0o755)
    for name, words in WRITING.items():
        result = arena(folder, *(word.format(out=tmp_path) for word in words))
        assert result.returncode in (1, 2, 3), name
        assert "Traceback" not in result.stderr, (name, result.stderr)
        assert "Permission denied" in result.stderr, (name, result)
        assert f".{os.getpid()}" not in result.stderr

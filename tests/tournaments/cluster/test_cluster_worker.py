"""The version of an arena is a hash of its sources, and of all of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT
from tournaments.cluster.cluster_worker import version

_ASK = "from tournaments.cluster.cluster_worker import version; print(version())"


def version_in(folder: Path) -> str:
    result = subprocess.run(
        [sys.executable, "-c", _ASK], cwd=folder, capture_output=True, text=True, check=True
    )
    return result.stdout.strip()


def test_any_change_of_a_source_is_another_version(tmp_path: Path) -> None:
    for name in ("formats", "referee", "tournaments"):
        shutil.copytree(ROOT / name, tmp_path / name)
    assert version_in(tmp_path) == version()
    keeper = "referee/sandbox/keeper"
    sources = ("formats/board.py", "referee/judge.py", "tournaments/storage.py")
    for name in (*sources, f"{keeper}/meter.c", f"{keeper}/keeper.h"):
        before = version_in(tmp_path)
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.write("# another version\n")
        assert version_in(tmp_path) != before

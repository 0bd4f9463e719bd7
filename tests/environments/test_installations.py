"""Arena can be installed in every way of installations.toml, each of which is really tried."""

from __future__ import annotations

import os
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT
from tests.present import Case, present, why_missing

TABLE = Path(__file__).with_name("installations.toml")
# Not below /tmp, which an installation may not need to run programs from.
BASE = Path("/var/tmp")

pytestmark = pytest.mark.skipif(
    os.environ.get("ARENA_ENVIRONMENTS") != "all",
    reason="it takes minutes and the network: make elsewhere",
)


def cases() -> Iterator[Case]:
    for row in tomllib.loads(TABLE.read_text(encoding="utf-8"))["installation"]:
        yield Case(row["name"], (row,), why_missing(*row.get("needs", ())))


def copy_checkout(folder: Path) -> None:
    """Copy the files that git keeps, as they are now."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    archive = subprocess.run(
        ["tar", "-c", "--null", "--files-from=-"],
        cwd=ROOT,
        input=names.stdout,
        capture_output=True,
        check=True,
    )
    subprocess.run(["tar", "-x"], cwd=folder, input=archive.stdout, check=True)


@pytest.mark.parametrize("row", present(cases()))
def test_arena_is_installed(row: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory(prefix="arena-installation-", dir=BASE) as name:
        checkout = Path(name, "arena")
        (checkout / "build" / "work").mkdir(parents=True)
        copy_checkout(checkout)
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", row["script"]],
            cwd=checkout,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    assert ran.returncode == 0, ran.stdout
    assert "Traceback" not in ran.stdout, ran.stdout

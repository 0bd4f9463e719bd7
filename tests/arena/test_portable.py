"""Commands that run nobody's program need nothing that only POSIX systems have.

Modules of such systems are hidden, as on Windows; names of `os` and `socket`, too.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.formats.games.example_games import SHORT
from tests.places import ROOT

POSITION = str(ROOT / "docs/positions/example-1.txt")
AFTER = str(ROOT / "docs/positions/example-2.txt")
RECORD = str(next(ROOT.glob("docs/records/*.txt")))
COMMANDS = [
    ["--help"],
    ["--version"],
    ["validate", POSITION, AFTER],
    ["show", POSITION],
    ["moves", POSITION],
    ["perft", POSITION, "2"],
    ["start", SHORT],
    ["new", "ivanov", "--game", SHORT],
    ["replay", RECORD],
    ["solve", POSITION, "--cores", "1"],
    ["build", "--list"],
    ["serve", "--help"],
]
HIDDEN = """
import os, socket, sys
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "curses", "readline"):
    sys.modules[name] = None
for name in [name for name in dir(os) if name.startswith(("fork", "sched_", "pidfd_"))]:
    delattr(os, name)
del socket.AF_UNIX
"""
RUN = (
    HIDDEN
    + """
from arena.cli import main
main()
"""
)
IMPORT = (
    HIDDEN
    + """
from importlib import import_module
from pkgutil import walk_packages
for name in ("formats", "tournaments", "arena"):
    for module in walk_packages(import_module(name).__path__, f"{name}."):
        if not module.name.endswith("__main__") and module.name not in sys.argv:
            import_module(module.name)
"""
)
OF_CLUSTERS = ("tournaments.cluster.dask_cluster", "tournaments.cluster.cluster_worker")
"""Modules excepted since Dask needs psutil, which needs `resource` on Linux."""


def run_without_posix(program: str, *words: str, folder: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", program, *words]
    environment = {"PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, check=False, text=True
    )
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_command_runs(words: list[str], tmp_path: Path) -> None:
    run_without_posix(RUN, *words, folder=tmp_path)


def test_every_module_can_be_imported(tmp_path: Path) -> None:
    run_without_posix(IMPORT, *OF_CLUSTERS, folder=tmp_path)

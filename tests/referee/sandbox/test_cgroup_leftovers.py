"""Tests that the next command removes what a killed run has left on the machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from referee.machine import leftover_prefix, leftovers_in
from referee.sandbox.cgroup import remove_all_leftovers
from tests.places import ROOT

HOLDS_A_FOLDER_AND_A_GROUP = """
import os, signal
from referee.program import Limits
from referee.sandbox.cgroup import _places, group
from referee.machine import leftover_prefix, leftovers_in
from referee.sandbox.program_folders import new_program_folder

print(new_program_folder(1))
with group(Limits()):
    places = set((_places() or {}).values())
    name = leftover_prefix() + "*"
    print(*(folder for place in places for folder in place.glob(name)), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only on Linux is it known whether a process lives"
)


def kill_a_referee() -> list[Path]:
    """Kill a referee that has made a folder and a group; return what is left."""
    command = [sys.executable, "-c", HOLDS_A_FOLDER_AND_A_GROUP]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == -signal.SIGKILL, result.stderr
    folders = [Path(word) for word in result.stdout.split()]
    assert folders
    assert all(folder.is_dir() for folder in folders)
    return folders


def test_leftovers_are_removed() -> None:
    folders = kill_a_referee()
    assert remove_all_leftovers() == []
    assert not any(folder.exists() for folder in folders)


SEES_NO_OTHERS = """
import os, subprocess, sys
from pathlib import Path
from referee.machine import leftover_prefix, leftovers_in

leftover_prefix()  # a process that has changed its user may not read its own namespaces
hide = ("mount", "-t", "proc", "-o", "hidepid=invisible", "proc", "/proc")
subprocess.run(hide, check=True)
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
assert not Path("/proc", sys.argv[2]).exists()
print(*leftovers_in(Path(sys.argv[1])))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can hide processes")
def test_folders_of_a_running_referee_are_none_where_processes_of_others_are_hidden() -> None:
    with TemporaryDirectory() as place:
        Path(place).chmod(0o755)  # another user reads it
        Path(place, f"{leftover_prefix()}1").mkdir()
        words = [sys.executable, "-c", SEES_NO_OTHERS, place, str(os.getpid())]
        command = ["unshare", "--mount", *words]
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if "mount" in result.stderr or "unshare" in result.stderr:
        pytest.skip(f"processes cannot be hidden here: {result.stderr}")
    assert (result.stdout.strip(), result.stderr) == ("", "")


def test_any_command_removes_leftovers() -> None:
    folders = kill_a_referee()
    if folders[0].parent != Path("/dev/shm"):
        pytest.skip("commands look for leftovers in memory, where this machine keeps none")
    position = ROOT / "docs/positions/example-1.txt"
    command = [sys.executable, "-m", "arena", "validate", str(position)]
    subprocess.run(command, env={**os.environ, "LANG": "C.UTF-8"}, cwd=ROOT, check=True)
    assert not any(folder.exists() for folder in folders)


def test_a_name_that_no_referee_gives_is_left_alone(tmp_path: Path) -> None:
    namespace = leftover_prefix().split("-")[1]
    for rest in ("1x-a", "4194305", "-1-a"):
        (tmp_path / f"arena-{namespace}-{rest}").mkdir()
    assert list(leftovers_in(tmp_path)) == []

"""The builder of one file from a Python bot, with Python itself and numpy, by PyInstaller.

Such a file is large, and at each start it unpacks itself into a temporary folder, which takes time
off the clock of every turn; a class may forbid both.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.builder.build_fault import BuildFault, CannotBuild

ENDING = ".exe" if os.name == "nt" else ""
"""Ending of the name of a program of this system, which PyInstaller gives it."""
_STARTS = 5
_LONGEST_START = 60


@dataclass(frozen=True, slots=True)
class Bundle:
    """The result of bundling: the size of the file, and the processor time of starting it."""

    size: int
    seconds: float


def bundle(source: Path, path: Path) -> Bundle:
    """Build a program from a Python file and write it to a path; raise CannotBuild on failure."""
    if find_spec("PyInstaller") is None:
        raise CannotBuild(BuildFault.NO_BUNDLER)
    if not source.is_file():
        raise CannotBuild(BuildFault.NO_FILE, file=str(source))
    with TemporaryDirectory() as folder:
        program = _bundle_in(source.resolve(), Path(folder))
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(program, path)
    path.chmod(0o755)
    return Bundle(path.stat().st_size, _start_time(path.resolve()))


def _bundle_in(source: Path, work: Path) -> Path:
    """Run PyInstaller in a folder and return the program that it builds."""
    command = [sys.executable, "-m", "PyInstaller", "--onefile", "--noconfirm", "--name=program"]
    result = subprocess.run(
        [*command, "--log-level=ERROR", str(source)],
        cwd=work,
        capture_output=True,
        text=True,
        check=False,
    )
    program = work / "dist" / f"program{ENDING}"
    if result.returncode or not program.exists():
        raise CannotBuild(BuildFault.FAILED, command="PyInstaller", said=result.stderr)
    return program


def _start_time(program: Path) -> float:
    """Return the least processor seconds of several starts in a folder without matrix.txt."""
    return min(_processor_time(program) for _ in range(_STARTS))


def _processor_time(program: Path) -> float:
    before = _children_seconds()
    with TemporaryDirectory() as folder:
        subprocess.run(
            [program], cwd=folder, capture_output=True, check=False, timeout=_LONGEST_START
        )
    return _children_seconds() - before


def _children_seconds() -> float:
    """Return the processor seconds of all children; on Windows, which lacks them, real seconds."""
    times = os.times()
    return times.elapsed if os.name == "nt" else times.children_user + times.children_system

"""Makes one file of a Python bot, Python itself and numpy included, with PyInstaller.

It works, and it costs: such a file is large, and at each start unpacks itself into a temporary
folder, which takes time off the clock of every turn - and a class may forbid both.
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

from bot.builder.trouble import CannotBuild, Trouble

_STARTS = 5
_LONGEST_START = 60


@dataclass(frozen=True, slots=True)
class Bundle:
    """The result of bundling: the size of the file, and the processor time of starting it."""

    size: int
    seconds: float


def bundle(source: Path, path: Path) -> Bundle:
    """Makes a program of a Python file and puts it at that path. Raises CannotBuild."""
    if find_spec("PyInstaller") is None:
        raise CannotBuild(Trouble.NO_BUNDLER)
    if not source.is_file():
        raise CannotBuild(Trouble.NO_FILE, file=str(source))
    with TemporaryDirectory() as folder:
        made = _bundled(source.resolve(), Path(folder))
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made, path)
    path.chmod(0o755)
    return Bundle(path.stat().st_size, _start_time(path.resolve()))


def _bundled(source: Path, work: Path) -> Path:
    """The file that PyInstaller makes in this folder."""
    command = [sys.executable, "-m", "PyInstaller", "--onefile", "--noconfirm", "--name=program"]
    done = subprocess.run(
        [*command, "--log-level=ERROR", str(source)],
        cwd=work,
        capture_output=True,
        text=True,
        check=False,
    )
    made = work / "dist" / "program"
    if done.returncode or not made.exists():
        raise CannotBuild(Trouble.FAILED, command="PyInstaller", said=done.stderr)
    return made


def _start_time(program: Path) -> float:
    """Processor seconds of a start in an empty folder, where a bot finds no file; the least."""
    return min(_processor_time(program) for _ in range(_STARTS))


def _processor_time(program: Path) -> float:
    before = _spent()
    with TemporaryDirectory() as folder:
        subprocess.run(
            [program], cwd=folder, capture_output=True, check=False, timeout=_LONGEST_START
        )
    return _spent() - before


def _spent() -> float:
    """Processor seconds of what was run from here; on Windows, which does not tell, seconds."""
    times = os.times()
    return times.elapsed if os.name == "nt" else times.children_user + times.children_system

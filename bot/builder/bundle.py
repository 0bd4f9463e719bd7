"""The builder of one file from a Python bot, with Python itself and numpy, by PyInstaller.

Such a file is large, and at each start it unpacks itself into a temporary folder, which takes time
off the clock of every turn; a class may forbid both.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.builder.build_fault import BuildFault, CannotBuild
from bot.builder.executable import put_program

ENDING = ".exe" if os.name == "nt" else ""
"""Ending of the name of a program of this system, which PyInstaller gives it."""
_STARTS = 5
_LONGEST_START = 10


@dataclass(frozen=True, slots=True)
class Bundle:
    """The result of bundling: the size of the file, and the processor time of starting it."""

    size: int
    seconds: float | None
    """None if a start did not end by itself, as when the bot waits for its file."""


def bundle(source: Path, path: Path) -> Bundle:
    """Build a program from a Python file and write it to a path; raise CannotBuild on failure."""
    if find_spec("PyInstaller") is None:
        raise CannotBuild(BuildFault.NO_BUNDLER)
    if not source.is_file():
        raise CannotBuild(BuildFault.NO_FILE, file=str(source))
    with TemporaryDirectory() as folder:
        program = _bundle_in(source.resolve(), Path(folder))
        put_program(program, path)
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


def _start_time(program: Path) -> float | None:
    """Return the least processor seconds of several starts; None if one does not end by itself."""
    try:
        return min(_processor_time(program) for _ in range(_STARTS))
    except subprocess.TimeoutExpired:
        return None


def _processor_time(program: Path) -> float:
    """Return the processor seconds of one start in a folder without matrix.txt.

    The program unpacks itself there, too, since a killed one does not remove what it unpacked.
    """
    before = _children_seconds()
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [program],
            cwd=folder,
            env={**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process.wait(_LONGEST_START)
        finally:
            _kill_group(process)
    return _children_seconds() - before


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program with all that it has started, which its own end may have left running."""
    if os.name == "nt":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _children_seconds() -> float:
    """Return the processor seconds of all children; on Windows, which lacks them, real seconds."""
    times = os.times()
    return times.elapsed if os.name == "nt" else times.children_user + times.children_system

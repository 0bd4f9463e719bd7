"""The command line that starts a bot where there is no keeper."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from pathlib import Path

from referee.program import Program
from referee.sandbox.launch import Launch

_LONGEST_LINE = 256


def command_of(program: Program, launch: Launch) -> list[str]:
    """Return the command line. Raises OSError where the system could not start the program."""
    path = program.path.resolve()
    words = launch.words
    if sys.platform == "win32":
        words = windows_words(path)
    return [*words, str(path), *program.arguments]


def windows_words(path: Path) -> tuple[str, ...]:
    """Return the words before a program's path on Windows, which does not read ``#!`` itself."""
    with path.open("rb") as file:
        first = file.read(_LONGEST_LINE).split(b"\n")[0]
    if first.startswith(b"MZ"):
        return ()
    if path.suffix.lower() == ".py" or (first.startswith(b"#!") and b"python" in first):
        return (_python(),)
    raise OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC))


def _python() -> str:
    """Return the running Python, or one from PATH if this is a frozen executable."""
    if not getattr(sys, "frozen", False):
        return sys.executable
    python = shutil.which("python")
    if python is None:
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
    return python

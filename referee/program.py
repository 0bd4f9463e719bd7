"""A bot as the referee sees it, an unknown executable file, and the limits on what it uses."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TypeAlias

from formats.text import Text, reason

CANNOT_RUN = Text("{path} cannot be run: {why}", "не удалось запустить {path}: {why}")
CANNOT_COPY = Text("{path} cannot be copied: {why}", "не удалось скопировать {path}: {why}")
TURN_STOPPED = Text("the turn was stopped", "запуск остановлен")
NO_TURN = Text("a turn cannot be run: {why}", "не удалось выполнить запуск: {why}")
MIB = 1 << 20
TEMPORARY_BYTES = 320 * MIB
"""Most bytes of a bot's files at the level ``landlock``, as in ``keeper/folder.c``."""
SIZE_LIMIT = 500_000
"""Most bytes of a bot's file in a class, where nothing else is said."""
_WINDOWS_MAGIC = b"MZ"
_PE_MAGIC = b"PE\0\0"
_PLACE_OF_PE = 60
"""Offset at which the file has the offset of its PE header."""
SOURCE_ENDINGS = {
    "C++": {".cpp", ".cc", ".cxx", ".h", ".hpp"},
    "C": {".c"},
    "C#": {".cs"},
    "Cython": {".pyx", ".pxd"},
    "Go": {".go"},
    "Java": {".java"},
    "Pascal": {".pas", ".pp"},
    "Rust": {".rs"},
}
"""Endings of source files that cannot be run, by language."""


FileState: TypeAlias = tuple[int, ...]
"""State of a file, which changes whenever the file is written or replaced."""


def file_state(file_status: os.stat_result) -> FileState:
    """Return the state of a file, to be compared with a later one."""
    return (
        file_status.st_dev,
        file_status.st_ino,
        file_status.st_size,
        file_status.st_mtime_ns,
        file_status.st_ctime_ns,
    )


@dataclass(frozen=True, slots=True)
class Content:
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Program:
    """An executable file with its name in tables and its arguments."""

    name: str
    path: Path
    arguments: tuple[str, ...] = ()
    content: Content | None = None
    """The only bytes that may be run; None if any may. See ``program_copy``."""

    @property
    def start_errno(self) -> int:
        """The errno with which a start must fail, if it is no regular file; else 0."""
        try:
            mode = self.path.stat().st_mode
        except OSError as error:
            raise RefereeError(CANNOT_RUN, path=self.path, why=reason(error)) from None
        if S_ISREG(mode):
            return 0
        return errno.EISDIR if S_ISDIR(mode) else errno.EACCES

    @property
    def is_windows(self) -> bool:
        """True if the program is for Windows, so that Wine must run it; "MZ" alone is no proof."""
        with self.path.open("rb") as file:
            beginning = file.read(_PLACE_OF_PE + 4)
            if not beginning.startswith(_WINDOWS_MAGIC):
                return False
            file.seek(int.from_bytes(beginning[_PLACE_OF_PE:], "little"))
            return file.read(len(_PE_MAGIC)) == _PE_MAGIC


class RefereeError(Exception):
    """An error that voids the game, which is played again: nobody loses by it."""

    def __init__(self, text: Text, /, **values: object) -> None:
        self.text = text.filled(values)
        super().__init__(self.text)  # With its arguments an exception goes to another process.

    def __str__(self) -> str:
        return self.text.en


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for all processes of a turn together; ``file_size`` is for each file."""

    memory: int = 1024 * MIB
    processes: int = 64
    """Number of processes and threads."""
    file_size: int = 64 * MIB
    """Bytes of each file in the bot's temporary folder."""
    output: int = 65536
    """Bytes of the bot's output that are stored."""
    temporary_files: bool = True
    """True if the bot may write files of its own, which are removed at the end of the turn."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Seconds that a bot has for one turn before it is stopped; see ``clock.py``."""

    own: Decimal
    """Seconds to run and sleep."""
    wall: Decimal
    """Seconds in all; after them the turn is given up for lack of a core."""
    cpu: Decimal | None = None
    """Seconds of processor time of all processes together; None for no separate limit."""

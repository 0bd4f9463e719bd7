"""A bot as the referee sees it: an unknown executable file, and what it may use."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TypeAlias

MIB = 1 << 20
_WINDOWS_MAGIC = b"MZ"
_PE_MAGIC = b"PE\0\0"
_PLACE_OF_PE = 60
"""Where the file says at which byte its header begins."""


Touched: TypeAlias = tuple[int, ...]
"""What the system keeps of a file, and changes whenever that is written or replaced."""


def touched(found: os.stat_result) -> Touched:
    """What to hold against a later look at the same file."""
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


@dataclass(frozen=True, slots=True)
class Content:
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Program:
    """An executable with a name for the table, and the arguments it is given."""

    name: str
    path: Path
    arguments: tuple[str, ...] = ()
    content: Content | None = None
    """The bytes that must be run, where only those may be; see ``program_copy``."""

    @property
    def unfit(self) -> int:
        """Why it cannot be run whatever is in it, as an errno: it is no regular file; or zero."""
        try:
            mode = self.path.stat().st_mode
        except OSError as error:
            raise RefereeError(f"{self.path} cannot be run: {error.strerror}") from None
        if S_ISREG(mode):
            return 0
        return errno.EISDIR if S_ISDIR(mode) else errno.EACCES

    @property
    def is_windows(self) -> bool:
        """Whether it is made for Windows, so that Wine must run it; who only begins so is not."""
        with self.path.open("rb") as file:
            begins = file.read(_PLACE_OF_PE + 4)
            if not begins.startswith(_WINDOWS_MAGIC):
                return False
            file.seek(int.from_bytes(begins[_PLACE_OF_PE:], "little"))
            return file.read(len(_PE_MAGIC)) == _PE_MAGIC


class RefereeError(Exception):
    """Voids the game, which is played again: nobody loses because of it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on all the processes of one turn together, but for the size of a file."""

    memory: int = 1024 * MIB
    processes: int = 64
    """Threads are counted too."""
    file_size: int = 64 * MIB
    """Of each file it writes into its temporary folder."""
    output: int = 65536
    """Bytes of what it prints that are kept."""
    temporary_files: bool = True
    """Whether it may write files of its own, all of which go at the end of the turn."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Seconds that a bot is given for one turn before it is stopped, see ``clock.py``."""

    own: Decimal
    """To run and to sleep."""
    wall: Decimal
    """In all: the turn is given up when the machine had no more time for it in so long."""
    cpu: Decimal | None = None
    """Of processor time, of all its processes together, if that has a limit of its own."""

"""Files as they are named on the command line."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from glob import glob
from pathlib import Path
from stat import S_IMODE
from typing import NamedTuple

from formats.printable import printable
from formats.text import Text, reason
from referee.machine import write_whole

STANDARD_INPUT = "-"
_NO_MATCH = Text("no file matches {name}", "нет файлов, подходящих под {name}")
_NO_NAME = Text("{name}: no file can have this name", "{name}: у файла не может быть такого имени")
_FAILED = Text("{name}: {why}", "{name}: {why}")
_TOO_LARGE = Text("{name}: larger than 16 MiB", "{name}: больше 16 МиБ")
_MACHINE_ERRORS = {
    *(errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO),
    *(errno.EMFILE, errno.ENFILE, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR),
}
"""Errors that come from the user's input or from the machine, and not from a fault of arena."""
_MOST_READ = 16 * 1024 * 1024
"""Largest number of bytes of a file that can be read whole."""
_SQLITE = b"SQLite format 3\0"
"""First bytes of a ledger."""
_GLOB_CHARACTERS = "*?["


_INPUT_TWICE = Text(
    "standard input can be read only once: name - once",
    "стандартный ввод один: назовите - один раз",
)


class FileFailure(Exception):  # noqa: N818  # it says what is wrong, as all names of errors here
    """Raised when a named file or folder cannot be read, made or written.

    The reason is there in all languages.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text

    @classmethod
    def at(cls, path: Path | str, error: OSError) -> FileFailure:
        """Return the exception for an error at a file or folder."""
        name = printable(str(error.filename or path))
        return cls(_FAILED.filled({"name": name, "why": reason(error)}))


class NamedFile(NamedTuple):
    """Bytes of a file, and its name in messages."""

    name: str
    data: bytes


def is_pattern(name: str) -> bool:
    """Return whether the name is a pattern for many files."""
    return any(character in _GLOB_CHARACTERS for character in name) and not Path(name).exists()


def read_files(names: Iterable[str]) -> list[NamedFile]:
    """Read the files as ``read_beginning`` does, with patterns expanded.

    Raise FileFailure if one cannot be read, or if standard input is named twice.
    """
    paths = [path for name in names for path in _expand(name)]
    if paths.count(STANDARD_INPUT) > 1:
        raise FileFailure(_INPUT_TWICE)
    return [read_beginning(path) for path in paths]


def _expand(name: str) -> list[str]:
    if not is_pattern(name):
        return [name]
    # Path.glob does not accept a pattern that begins at the root.
    paths = glob(name, recursive=True)  # noqa: PTH207  # see above
    files = sorted(path for path in paths if Path(path).is_file())
    if not files:
        raise FileFailure(_NO_MATCH.filled({"name": printable(name)}))
    return files


def read_beginning(name: str) -> NamedFile:
    """Read a file, or 16 MiB and a byte of a larger one; a dash means standard input.

    Raise FileFailure if that fails.
    """
    if name == STANDARD_INPUT:
        return NamedFile("<stdin>", sys.stdin.buffer.read(_MOST_READ + 1))
    try:
        with Path(name).open("rb") as file:
            return NamedFile(printable(name), file.read(_MOST_READ + 1))
    except OSError as error:
        raise FileFailure.at(name, error) from None
    except ValueError:
        raise FileFailure(_NO_NAME.filled({"name": printable(name)})) from None


def read_file(name: str) -> NamedFile:
    """Read a file. Raise FileFailure if that fails, or if it is larger than 16 MiB."""
    file = read_beginning(name)
    if len(file.data) > _MOST_READ:
        raise FileFailure(_TOO_LARGE.filled({"name": file.name}))
    return file


def write_file(path: Path, data: bytes) -> None:
    """Write the file whole or not at all; raise OSError if that fails.

    A link is followed. A file that exists keeps its mode. What is no regular file, such as a device
    or a pipe, is written into. The file of an event and a ledger are not overwritten: they are what
    all else is made from.
    """
    if _is_of_event(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    mode = S_IMODE(path.stat().st_mode) if path.is_file() else None
    if path.exists() and not (mode is not None or path.is_dir()):
        with path.open("wb") as file:
            file.write(data)
    else:
        write_whole(Path(os.path.realpath(path)) if path.is_symlink() else path, data, mode=mode)


def _is_of_event(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        ending = path.resolve().suffix.lower()
        return ending in (".toml", ".heads") or file.read(len(_SQLITE)) == _SQLITE


def make_folder(folder: Path) -> None:
    """Make the folder, unless it exists. Raise FileFailure if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileFailure.at(folder, error) from None


def is_machine_error(error: OSError) -> bool:
    """Return whether the machine refuses something, so that arena itself is not at fault."""
    return error.errno in _MACHINE_ERRORS

"""The folder of one turn: matrix.txt is put there, and safely read back after the turn."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from itertools import count
from pathlib import Path

from formats.matrix.faults import LARGEST
from referee.sandbox.run_result import FileKind, FoundFile

_NAME = "matrix.txt"
_MOST_NAMES = 4096
"""Bytes of file names that are reported."""
_KINDS = {
    stat.S_IFREG: FileKind.REGULAR,
    stat.S_IFLNK: FileKind.LINK,
    stat.S_IFDIR: FileKind.FOLDER,
    stat.S_IFIFO: FileKind.FIFO,
    stat.S_IFSOCK: FileKind.SOCKET,
}


def put_file(folder: Path, data: bytes) -> None:
    """Write matrix.txt into an empty folder."""
    (folder / _NAME).write_bytes(data)


def take_file(folder: Path) -> FoundFile:
    """Return what stands in place of matrix.txt, when all processes of the turn are dead.

    A bot may have removed permissions, from the folder too: they are restored first.
    """
    path = folder / _NAME
    with suppress(OSError):
        folder.chmod(0o755)
    try:
        file_status = path.lstat()
    except OSError:
        return FoundFile(FileKind.MISSING, 0, 0, b"")
    kind = _KINDS.get(stat.S_IFMT(file_status.st_mode), FileKind.DEVICE)
    if kind is not FileKind.REGULAR or file_status.st_nlink != 1 or file_status.st_size > LARGEST:
        return FoundFile(kind, file_status.st_nlink, file_status.st_size, b"")
    try:
        path.chmod(0o600)
        return FoundFile(kind, file_status.st_nlink, file_status.st_size, path.read_bytes())
    except OSError:
        return FoundFile(FileKind.UNREADABLE, file_status.st_nlink, file_status.st_size, b"")


def other_names(folder: Path) -> tuple[str, ...]:
    """Return the other names in the folder, up to the limit on reported bytes."""
    names: list[str] = []
    room = _MOST_NAMES
    for path in folder.iterdir():
        name = os.fsencode(path.name)
        room -= len(name) + 1
        if name != os.fsencode(_NAME) and room >= 0:
            names.append(name.decode("utf-8", "replace"))
    return tuple(names)


def empty(folder: Path) -> None:
    """Remove everything in the folder that can be removed.

    Contents of inner folders are moved up first, so that a folder nested thousands deep takes no
    longer path.
    """
    numbers = count()
    with suppress(OSError):
        folder.chmod(0o700)
    while _remove_entries(folder):
        for inner in _folders(folder):
            _move_up(inner, folder, numbers)


def _remove_entries(folder: Path) -> bool:
    """Remove files and empty folders; return whether folders are left that can be emptied."""
    for path in folder.iterdir():
        with suppress(OSError):
            path.rmdir() if _is_folder(path) else path.unlink()
    return any(_has_entries(inner) for inner in _folders(folder))


def _folders(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if _is_folder(path)]


def _is_folder(path: Path) -> bool:
    return stat.S_ISDIR(path.lstat().st_mode)


def _has_entries(folder: Path) -> bool:
    with suppress(OSError):
        folder.chmod(0o700)
        return any(folder.iterdir())
    return False


def _move_up(inner: Path, top: Path, numbers: count[int]) -> None:
    for path in inner.iterdir():
        name = next(top / f".{n}" for n in numbers if not os.path.lexists(top / f".{n}"))
        path.rename(name)

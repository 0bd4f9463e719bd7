"""The folder of one turn: matrix.txt goes in, and comes back without a trap being stepped into."""

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
"""Bytes of names that are told."""
_KINDS = {
    stat.S_IFREG: FileKind.REGULAR,
    stat.S_IFLNK: FileKind.LINK,
    stat.S_IFDIR: FileKind.FOLDER,
    stat.S_IFIFO: FileKind.FIFO,
    stat.S_IFSOCK: FileKind.SOCKET,
}


def put_file(folder: Path, data: bytes) -> None:
    """Writes matrix.txt into an empty folder."""
    (folder / _NAME).write_bytes(data)


def take_file(folder: Path) -> FoundFile:
    """What stands at the place of matrix.txt, when all processes of the turn are dead.

    A bot may have taken permissions away, from the folder too: they are given back.
    """
    path = folder / _NAME
    with suppress(OSError):
        folder.chmod(0o755)
    try:
        found = path.lstat()
    except OSError:
        return FoundFile(FileKind.MISSING, 0, 0, b"")
    kind = _KINDS.get(stat.S_IFMT(found.st_mode), FileKind.DEVICE)
    if kind is not FileKind.REGULAR or found.st_nlink != 1 or found.st_size > LARGEST:
        return FoundFile(kind, found.st_nlink, found.st_size, b"")
    try:
        path.chmod(0o600)
        return FoundFile(kind, found.st_nlink, found.st_size, path.read_bytes())
    except OSError:
        return FoundFile(FileKind.UNREADABLE, found.st_nlink, found.st_size, b"")


def other_names(folder: Path) -> tuple[str, ...]:
    """Every name but that of matrix.txt, as many as are told."""
    names: list[str] = []
    room = _MOST_NAMES
    for path in folder.iterdir():
        name = os.fsencode(path.name)
        room -= len(name) + 1
        if name != os.fsencode(_NAME) and room >= 0:
            names.append(name.decode("utf-8", "replace"))
    return tuple(names)


def empty(folder: Path) -> None:
    """Removes all that is in it and can be removed.

    What folders in it hold is moved out of them first, so that one that is thousands deep takes no
    longer way.
    """
    numbers = count()
    with suppress(OSError):
        folder.chmod(0o700)
    while _remove_entries(folder):
        for inner in _folders(folder):
            _move_up(inner, folder, numbers)


def _remove_entries(folder: Path) -> bool:
    """Whether there are folders that are not empty, and that can become so."""
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

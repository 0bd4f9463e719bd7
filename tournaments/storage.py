"""Locking of files, and a store of programs.

One process holds a lock, or several a shared one, and the system releases it when the process
ends. Locks are those of the system, ``flock`` or its counterpart on Windows. The module for them is
loaded when a lock is taken, so that programs that lock nothing run on every system.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest, sha256
from pathlib import Path

from referee.machine import write_whole

_READABLE_BY_ALL = 0o644
_DIGITS_OF_SHORT_HASH = 12
_LONGEST_WAIT = 1.0
"""Longest wait for a lock that is held only by checks of it, in seconds."""
_RETRY_INTERVAL = 0.02
"""Seconds between two tries to take a lock."""


@contextmanager
def hold_lock(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold the lock of a file, which is created if needed; see ``take_lock``."""
    file = take_lock(path, wait=wait)
    try:
        yield
    finally:
        os.close(file)


def take_lock(path: Path, *, wait: bool = True) -> int:
    """Take the lock of a file and return the descriptor; closing it releases the lock.

    Raise BlockingIOError if the lock is held and ``wait`` is false. ``is_locked`` holds the lock
    for a moment: the end of such a check is awaited.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT, _READABLE_BY_ALL)
    deadline = time.monotonic() + _LONGEST_WAIT
    try:
        while True:
            try:
                _lock(file, wait=wait)
            except BlockingIOError:
                if _is_held_by_owner(path) or time.monotonic() > deadline:
                    raise
            else:
                return file
            time.sleep(_RETRY_INTERVAL)
    except OSError:
        os.close(file)
        raise


def _is_held_by_owner(path: Path) -> bool:
    """Return whether the lock is certainly held by more than a check of it.

    Windows does not tell one from the other.
    """
    return sys.platform != "win32" and is_locked(path)


def is_locked(path: Path) -> bool:
    """Return whether a process holds the lock of a file; several may check at the same time."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        _lock(file, wait=False, shared=True)
    except BlockingIOError:
        return True
    else:
        return False
    finally:
        os.close(file)


def _lock(file: int, *, wait: bool, shared: bool = False) -> None:
    if sys.platform == "win32":
        _lock_on_windows(file, wait=wait)  # Locks are never shared there: two checks may collide.
    else:
        import fcntl  # noqa: PLC0415 - see above

        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        fcntl.flock(file, kind if wait else kind | fcntl.LOCK_NB)


if sys.platform == "win32":

    def _lock_on_windows(file: int, *, wait: bool) -> None:
        """Lock the first byte of a file; the byte need not exist."""
        import msvcrt  # noqa: PLC0415 - see above

        while True:
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            except PermissionError:
                if not wait:
                    raise BlockingIOError from None
                time.sleep(_RETRY_INTERVAL)
            else:
                return


def digest(data: bytes) -> str:
    """Return the SHA-256 of the bytes, which is the name of their file in a store."""
    return sha256(data).hexdigest()


def short_hash(hash_text: str) -> str:
    """Return the first digits of a hash, for readers."""
    return hash_text[:_DIGITS_OF_SHORT_HASH]


class Store:
    """A folder that keeps each program once, under its SHA-256."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, data: bytes) -> str:
        """Store a program as an executable file, and return its name."""
        name = digest(data)
        path = self.path(name)
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, data, mode=0o555, lasting=True)
        return name

    def path(self, name: str) -> Path:
        return self._folder / name

    def is_whole(self, name: str) -> bool:
        """Return whether the program is in the store and has its original bytes."""
        try:
            with self.path(name).open("rb") as file:
                return file_digest(file, "sha256").hexdigest() == name
        except OSError:
            return False

"""Files: how one is written whole or not at all, and how one is locked.

Only one process holds a lock, and one that is killed gives it up. Locks are the system's own,
``flock`` or its like on Windows. The module for them is loaded when a lock is taken, so that
programs that lock nothing run on every system.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_OPEN_TO_READ = 0o644
_PAUSE = 0.02
"""Seconds between two tries where the system itself does not wait for a lock."""


def write_whole(path: Path, data: bytes, *, mode: int | None = None, lasting: bool = False) -> None:
    """The file, whole at once: before, its name is hidden. Lasting, it is on the disk by then.

    Raises OSError, and leaves nothing: a disk that is full would stay so.
    """
    if path.is_dir() or not path.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with partial.open("wb") as file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        if mode is not None:
            partial.chmod(mode)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        if error.filename is not None:
            error.filename = str(path)  # the other name is nobody's concern
        raise


@contextmanager
def locked(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Holds the lock of that file, made if need be. Raises BlockingIOError if not to wait."""
    file = take(path, wait=wait)
    try:
        yield
    finally:
        os.close(file)


def take(path: Path, *, wait: bool = True) -> int:
    """The open file whose lock is held until it is closed. Raises BlockingIOError, as above."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, _OPEN_TO_READ)
    try:
        _lock(file, wait=wait)
    except OSError:
        os.close(file)
        raise
    return file


def is_locked(path: Path) -> bool:
    """Whether somebody holds the lock of that file; others may look at the same time."""
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
        _lock_on_windows(file, wait=wait)  # where none is shared: two who look may see each other
    else:
        import fcntl  # noqa: PLC0415 - see above

        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        fcntl.flock(file, kind if wait else kind | fcntl.LOCK_NB)


if sys.platform == "win32":

    def _lock_on_windows(file: int, *, wait: bool) -> None:
        """Of the first byte, which need not be there."""
        import msvcrt  # noqa: PLC0415 - see above

        while True:
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            except PermissionError:
                if not wait:
                    raise BlockingIOError from None
                time.sleep(_PAUSE)
            else:
                return

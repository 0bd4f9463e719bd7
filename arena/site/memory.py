"""Memory of the site: data that survives a restart, also after a crash.

Theory of operation. Each entry is a text under a kind and a key, in one table of an SQLite file
that only its owner can read. The event loop never waits for the disk: entries are put into a
dictionary, where a newer one replaces an older one under the same key, and a thread makes the texts
and writes all waiting entries as one transaction. So a game with a hundred moves a second costs one
text for each write that the disk can take, and a hanging disk costs that thread. A killed process
loses the entries of the last milliseconds.

The file is locked as long as the site is up. A site that cannot lock it, or cannot write, goes on
without memory and logs a warning.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from threading import Condition, Thread
from typing import TypeAlias

from arena.site.supervision import begin_thread

NAME = "memory.sqlite"
_TABLE = """
CREATE TABLE IF NOT EXISTS memory (
    kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, written REAL NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID
"""
_WRITE = "INSERT OR REPLACE INTO memory VALUES (?, ?, ?, ?)"
_FORGET = "DELETE FROM memory WHERE kind = ? AND key = ?"
_LONGEST_WAIT = 5.0
"""Seconds that a closing site waits for the disk."""
_LARGEST = 24_000_000
"""Characters of the longest text that is kept, such as a submission of 16 MB in base 64."""
_UNUSABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_Key: TypeAlias = tuple[str, str]
_MakeText: TypeAlias = Callable[[], str] | None


class SiteMemory:
    """Texts kept in a folder over a restart; nothing is kept if there is no folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._connection: sqlite3.Connection | None = None
        self._thread: Thread | None = None
        self._changed = Condition()
        self._queued: dict[_Key, _MakeText] = {}
        self._is_closing = False

    def open(self) -> None:
        """Open the file and begin to write."""
        if self._folder is None:
            return
        try:
            self._connection = _open(self._folder)
        except (OSError, sqlite3.Error) as error:
            _log(self._folder, error)
            return
        self._thread = begin_thread(self._write_all, "memory")

    def read(self, kind: str, longest: float) -> Mapping[str, str]:
        """Return the texts of the kind, the oldest first.

        Texts older than ``longest`` seconds are forgotten. Call it before anything is written.
        """
        if self._connection is None:
            return {}
        rows = "SELECT key, value, written FROM memory WHERE kind = ? ORDER BY written"
        oldest = time.time() - longest
        texts: dict[str, str] = {}
        try:
            for key, value, written in self._connection.execute(rows, (kind,)).fetchall():
                if written < oldest:
                    self.forget(kind, key)
                else:
                    texts[key] = value
        except sqlite3.Error as error:
            _log(self._folder, error)
        return texts

    def write(self, kind: str, key: str, make_text: Callable[[], str]) -> None:
        """Queue the text that ``make_text`` returns; the writing thread calls it."""
        self._queue((kind, key), make_text)

    def forget(self, kind: str, key: str) -> None:
        self._queue((kind, key), None)

    def close(self) -> None:
        """Write the queued texts and close the file."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(_LONGEST_WAIT)

    def _queue(self, key: _Key, make_text: _MakeText) -> None:
        if self._connection is None:
            return
        with self._changed:
            self._queued[key] = make_text
            self._changed.notify()

    def _write_all(self) -> None:
        """Write queued texts until the site ends."""
        assert self._connection
        with closing(self._connection) as connection:
            while batch := self._next_batch():
                texts = [(*key, _text_or_none(make_text)) for key, make_text in batch.items()]
                try:
                    with connection:
                        for kind, key, text in texts:
                            _write(connection, kind, key, text)
                except sqlite3.Error as error:  # the next batch may succeed
                    _log(self._folder, error)

    def _next_batch(self) -> dict[_Key, _MakeText]:
        """Wait for queued texts and return them; return an empty dictionary when the site ends."""
        with self._changed:
            while not self._queued and not self._is_closing:
                self._changed.wait()
            batch, self._queued = self._queued, {}
            return batch


def _text_or_none(make_text: _MakeText) -> str | None:
    """Return the text, or None if the entry is to be forgotten or ``make_text`` fails."""
    if make_text is None:
        return None
    try:
        return make_text()
    except Exception:  # the thread has other texts to write
        logging.getLogger(__name__).exception("something is not kept over a restart")
        return None


def _write(connection: sqlite3.Connection, kind: str, key: str, text: str | None) -> None:
    if text is None or len(text) > _LARGEST:
        connection.execute(_FORGET, (kind, key))
    else:
        connection.execute(_WRITE, (kind, key, text, time.time()))


def _open(folder: Path) -> sqlite3.Connection:
    """Return the connection to the locked file; rename a file that SQLite cannot read.

    Raise OSError or sqlite3.Error if that fails.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / NAME
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    with suppress(OSError):  # the file system may have no modes
        path.chmod(0o600)
    try:
        return _connect(path)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in _UNUSABLE:
            raise
        _log(folder, error)
        path.replace(path.with_suffix(".unreadable"))
        return _open(folder)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=0.2, check_same_thread=False)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = TRUNCATE")
        connection.execute("PRAGMA synchronous = NORMAL")
        if connection.execute("PRAGMA auto_vacuum").fetchone() == (0,):
            connection.execute("PRAGMA auto_vacuum = FULL")  # bots that were checked take no space
            with suppress(sqlite3.OperationalError):  # a full disk has no room for it
                connection.execute("VACUUM")
        with connection:
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute(_TABLE)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _log(folder: Path | None, error: Exception) -> None:
    words = "games, logins and bots to be checked are not kept over a restart: %s: %s"
    logging.getLogger(__name__).warning(words, folder, error)

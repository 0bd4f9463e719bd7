"""What SQLite complains of: the file of a ledger, or else the disk, others, or us."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from formats.fault import Fault
from formats.printable import printable
from tournaments.run import ledger_faults as faults
from tournaments.run.ledger_faults import BadLedger

_OUR_TROUBLE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_INTERRUPT,
}


COMPLAINTS = (sqlite3.Error, UnicodeDecodeError)
"""What is raised of a bad file; what SQLite says of one may have parts of it that are no text."""


def is_damage(error: Exception) -> bool:
    """Whether SQLite complains of the file, and not of the disk, of others, or of us."""
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return isinstance(error, sqlite3.DatabaseError) and code & 0xFF not in _OUR_TROUBLE


@contextmanager
def complaints_are_told() -> Iterator[None]:
    """Raises BadLedger where SQLite complains of the file."""
    try:
        yield
    except COMPLAINTS as error:
        if not is_damage(error):
            raise
        raise BadLedger([damage(error)]) from None


def damage(error: Exception) -> Fault:
    """What to tell of that."""
    why = "not UTF-8" if isinstance(error, UnicodeDecodeError) else printable(str(error))
    return faults.DAMAGED_FILE(why=why)

"""The folder of an event that a command is about, and what was played there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from arena.event import texts as words
from arena.files import Unreadable
from arena.parameters import Argument
from formats.text import Text
from tournaments.run.ledger import NAME, opened
from tournaments.run.tournament import Tournament, tournament_of

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
FolderArgument = Annotated[
    Path,
    Argument(
        metavar="DIR",
        help=Text("The folder of an event that has begun.", "Папка начатого турнира."),
    ),
]


@contextmanager
def undamaged(folder: Path) -> Iterator[None]:
    """Raises Unreadable where SQLite finds that something else has written into the ledger."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) not in _DAMAGED:
            raise
        raise _unreadable(folder, error) from None


def tournament_in(folder: Path) -> Tournament:
    """What was played there so far. Raises Unreadable."""
    not_begun = words.NOT_BEGUN.filled({"folder": folder})
    if not (folder / NAME).is_file():
        raise Unreadable(not_begun)
    try:
        with opened(folder) as ledger:
            if ledger.fact("event") is None:
                raise Unreadable(not_begun)
            return tournament_of(ledger)
    except sqlite3.Error as error:
        raise _unreadable(folder, error) from None


def _unreadable(folder: Path, error: sqlite3.Error) -> Unreadable:
    return Unreadable(words.BAD_LEDGER.filled({"folder": folder, "reason": error}))

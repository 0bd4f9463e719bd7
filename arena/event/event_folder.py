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
from formats.text import Language
from tournaments.run.ledger import NAME, opened
from tournaments.run.tournament import Tournament, tournament_of

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
FolderArgument = Annotated[
    Path, Argument(metavar="DIR", help="The folder of an event that was begun.")
]


@contextmanager
def undamaged(folder: Path, speech: Language) -> Iterator[None]:
    """Raises Unreadable where SQLite finds that something else has written into the ledger."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) not in _DAMAGED:
            raise
        raise _unreadable(folder, error, speech) from None


def tournament_in(folder: Path, speech: Language) -> Tournament:
    """What was played there so far. Raises Unreadable."""
    said: dict[str, object] = {"folder": folder}
    if not (folder / NAME).is_file():
        raise Unreadable(words.NOT_BEGUN.say(speech, said))
    try:
        with opened(folder) as ledger:
            if ledger.fact("event") is None:
                raise Unreadable(words.NOT_BEGUN.say(speech, said))
            return tournament_of(ledger)
    except sqlite3.Error as error:
        raise _unreadable(folder, error, speech) from None


def _unreadable(folder: Path, error: sqlite3.Error, speech: Language) -> Unreadable:
    return Unreadable(words.BAD_LEDGER.say(speech, {"folder": folder, "reason": error}))

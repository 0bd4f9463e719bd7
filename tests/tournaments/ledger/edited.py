"""Ledgers that somebody has edited, by SQL or byte by byte."""

from __future__ import annotations

import sqlite3
from contextlib import closing, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from click.exceptions import Exit

from arena.event.rejudge import rejudge
from arena.files import Unreadable
from arena.options import Lang
from tournaments.ledger import NAME

SMALL = """\
title = "A small cup"
seed = 7
game = "chomp"
size = [4, 3]
entrants = [
    { name = "one", bot = "chomp-random" },
    { name = "two", bot = "chomp-random" },
    { name = "three", bot = "chomp-greedy" },
]
"""


class Ran(NamedTuple):
    """What ``arena rejudge`` said, and its exit status."""

    status: int
    out: str
    err: str


def rejudged(folder: Path, head: str | None = None) -> Ran:
    """Runs it in this process; what it does not tell in a sentence is raised."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            rejudge(folder, head, Lang.EN)
            status = 0
        except Exit as error:
            status = error.exit_code
        except Unreadable as error:
            print(error, file=err)
            status = 2
    return Ran(status, out.getvalue(), err.getvalue())


def edit(folder: Path, *statements: str) -> None:
    """Edits the ledger as somebody would who knows SQLite: what refuses is put aside and back."""
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as connection:
        triggers = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)
        for _, sql in triggers:
            connection.execute(sql)


def contents(folder: Path) -> object:
    """All that SQLite finds in the file; or nothing, if it finds fault with it."""
    address = f"{(folder / NAME).as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            connection.text_factory = lambda data: ("text", data)
            return [
                connection.execute(f"SELECT * FROM {table} NOT INDEXED").fetchall()
                for table in ("fact", "entrant", "start", "beginning", "game")
            ]
    except sqlite3.Error:
        return None

"""Ledgers that somebody has edited, by SQL or byte by byte."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple, cast

from click.exceptions import Exit

from arena.event.rejudge import rejudge
from arena.files import FileFailure
from arena.options import LanguageName
from tests.formats.games.example_games import SHORT
from tournaments.ledger import NAME
from tournaments.ledger.chain import hash_of_beginning, hash_of_entry, hash_of_part
from tournaments.ledger.heads_file import HeadsFile
from tournaments.ledger.ledger_rows import GAME, game_columns, hashed_values, text_from_bytes
from tournaments.ledger.ledger_schema import PARTS

SMALL = f"""\
title = "A small cup"
seed = 7
game = "{SHORT}"
size = [4, 3]
entrants = [
    {{ name = "one", bot = "{SHORT}-random" }},
    {{ name = "two", bot = "{SHORT}-random" }},
    {{ name = "three", bot = "{SHORT}-greedy" }},
]
"""


class Ran(NamedTuple):
    """The output and the exit status of ``arena rejudge``."""

    status: int
    out: str
    err: str


def judge_again(folder: Path, head: str | None = None) -> Ran:
    """Run ``arena rejudge`` in this process; unexpected exceptions are raised."""
    return run_here(lambda: rejudge(str(folder), head, LanguageName.EN))


def run_here(command: Callable[[], None]) -> Ran:
    """Run a command in this process and return its output and its exit status."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            command()
            status = 0
        except Exit as error:
            status = error.exit_code
        except FileFailure as error:
            print(error, file=err)
            status = 2
    return Ran(status, out.getvalue(), err.getvalue())


def edit(folder: Path, *statements: str) -> None:
    """Edit the ledger by SQL."""
    with unguarded(folder) as connection:
        for statement in statements:
            connection.execute(statement)


def forge(folder: Path, statement: str, values: Sequence[object] = ()) -> None:
    """Edit the ledger by SQL, and compute all following hashes again."""
    with unguarded(folder) as connection:
        connection.execute(statement, values)
        connection.text_factory = text_from_bytes
        hashes = [_beginning_made_anew(connection)]
        columns = ", ".join(("entry", *game_columns(_version_of(connection))))
        for row in connection.execute(f"SELECT {columns} FROM game ORDER BY entry").fetchall():
            entry, *own_values = row
            own = hash_of_entry(hashes[-1], hashed_values(GAME, entry, own_values))
            chained = "UPDATE game SET before = ?, hash = ? WHERE entry = ?"
            connection.execute(chained, (hashes[-1], own, row[0]))
            hashes.append(own)
    HeadsFile(folder).rewrite(hashes)


def _beginning_made_anew(connection: sqlite3.Connection) -> str:
    parts = {}
    for part in PARTS:
        rows = connection.execute(f"SELECT * FROM {part}").fetchall()
        parts[part] = hash_of_part([tuple(row) for row in rows])
        connection.execute("UPDATE beginning SET hash = ? WHERE part = ?", (parts[part], part))
    return hash_of_beginning(_version_of(connection), parts)


def _version_of(connection: sqlite3.Connection) -> int:
    return cast("int", connection.execute("PRAGMA user_version").fetchone()[0])


@contextmanager
def unguarded(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open the ledger without the triggers that refuse edits, and restore them."""
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as connection:
        triggers = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        yield connection
        connection.text_factory = str
        for _, sql in triggers:
            connection.execute(sql)


def contents(folder: Path) -> object:
    """Return all rows of the file; nothing if SQLite reports damage."""
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

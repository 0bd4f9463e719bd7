"""The tables of a ledger, with triggers by which SQLite refuses to change or remove a row."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from typing import TypeAlias

VERSION = 4
"""Version of the tables and of the hashes of a new ledger."""
VERSIONS = (3, VERSION)
"""Versions that are read and continued: version 3 lacks the column `changes`."""
PARTS = ("fact", "entrant", "start")
"""Tables of the beginning of an event; ``beginning`` has a hash for each of them."""

_TABLES = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;

CREATE TABLE entrant (
    section TEXT NOT NULL, seed INTEGER NOT NULL, name TEXT NOT NULL,
    sha256 TEXT NOT NULL, size INTEGER NOT NULL, source TEXT NOT NULL, arguments TEXT NOT NULL,
    PRIMARY KEY (section, name)
) WITHOUT ROWID, STRICT;

CREATE TABLE start (
    section TEXT NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL,
    PRIMARY KEY (section, number)
) WITHOUT ROWID, STRICT;

CREATE TABLE beginning (part TEXT PRIMARY KEY, hash TEXT NOT NULL) WITHOUT ROWID, STRICT;

CREATE TABLE game (
    entry INTEGER PRIMARY KEY,
    section TEXT NOT NULL, id TEXT NOT NULL, attempt INTEGER NOT NULL,
    number INTEGER NOT NULL, round INTEGER NOT NULL,
    start INTEGER NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    winner TEXT NOT NULL CHECK (winner IN ('A', 'B', 'D')), ending TEXT NOT NULL,
    sentence_en TEXT NOT NULL, sentence_ru TEXT NOT NULL,
    seconds_a TEXT NOT NULL, seconds_b TEXT NOT NULL, half_moves INTEGER NOT NULL,
    record TEXT NOT NULL, printed TEXT NOT NULL, evidence BLOB, voided INTEGER NOT NULL,
    machine TEXT NOT NULL, began REAL NOT NULL, ended REAL NOT NULL, busy REAL NOT NULL,
    changes TEXT,
    before TEXT NOT NULL, hash TEXT NOT NULL,
    UNIQUE (section, id, attempt)
) STRICT;

CREATE TABLE decision (
    entry INTEGER PRIMARY KEY,
    section TEXT NOT NULL, verb TEXT NOT NULL, subject TEXT NOT NULL, reason TEXT NOT NULL,
    at REAL NOT NULL, removed TEXT, program TEXT,
    before TEXT NOT NULL, hash TEXT NOT NULL
) STRICT;
"""
_REFUSALS = "".join(
    f"CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;"
    for table in (*PARTS, "beginning", "game", "decision")
    for verb in ("UPDATE", "DELETE")
)
_CHANGES = "    changes TEXT,\n"

Description: TypeAlias = list[tuple[object, ...]]


def creation(version: int = VERSION) -> str:
    """Return the statements that create the tables of a ledger."""
    tables = _TABLES.replace(_CHANGES, "") if version < VERSION else _TABLES
    return f"{tables} {_REFUSALS} PRAGMA user_version = {version}"


def has_right_tables(connection: sqlite3.Connection, version: int) -> bool:
    """Return whether the tables are as created: a view, say, could stand in place of a table."""
    return _descriptions(connection) == _right_tables(version)


@cache
def _right_tables(version: int) -> Description:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(creation(version))
        return _descriptions(connection)


def _descriptions(connection: sqlite3.Connection) -> Description:
    names = "type, name, tbl_name, sql"
    rows = connection.execute(f"SELECT {names} FROM sqlite_schema ORDER BY type, name")
    return [tuple(row) for row in rows]

"""The ledger of an event: the single truth of what was played, in one SQLite file.

It is only ever added to, and SQLite itself refuses anything else. A game is entered once, whole,
in the transaction that ends it: whatever stops the arena, a game is there with all that is told of
it or not at all. Standings, records and reports derive from here and from nowhere else.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from decimal import Decimal
from pathlib import Path
from typing import cast

from formats.game import Winner
from formats.seconds import write_seconds
from formats.text import Text
from referee.verdict import Ending
from tournaments.entrants.enrolment import Enrolled
from tournaments.run.ledger_game import LedgerGame, printed_as_json, printed_of_json

NAME = "ledger.sqlite"
_VERSION = 1
_BUSY_SECONDS = 30

_SCHEMA = """
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

CREATE TABLE game (
    section TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL, round INTEGER NOT NULL,
    start INTEGER NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    winner TEXT NOT NULL CHECK (winner IN ('A', 'B', 'D')), ending TEXT NOT NULL,
    sentence_en TEXT NOT NULL, sentence_ru TEXT NOT NULL,
    seconds_a TEXT NOT NULL, seconds_b TEXT NOT NULL, half_moves INTEGER NOT NULL,
    record TEXT NOT NULL, printed TEXT NOT NULL, evidence BLOB, voided INTEGER NOT NULL,
    machine TEXT NOT NULL, began REAL NOT NULL, ended REAL NOT NULL, busy REAL NOT NULL,
    PRIMARY KEY (section, id)
) STRICT;
"""
_TABLES = ("fact", "entrant", "start", "game")
_COLUMNS = (
    "section, id, number, round, start, first, second, winner, ending, sentence_en, sentence_ru, "
    "seconds_a, seconds_b, half_moves, record, printed, evidence, voided, machine, began, ended, "
    "busy"
)


class Ledger:
    """An open ledger."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @property
    def is_ready(self) -> bool:
        """Whether its tables are there: who was killed while making them left none."""
        row = self._connection.execute("PRAGMA user_version").fetchone()
        return cast("int", row[0]) == _VERSION

    def begin(
        self, facts: dict[str, str], entrants: Iterable[Enrolled], starts: dict[str, list[str]]
    ) -> None:
        """Writes down what the event is, once and for all."""
        with self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO fact VALUES (?, ?)", facts.items())
            connection.executemany(
                "INSERT INTO entrant VALUES (?, ?, ?, ?, ?, ?, ?)", map(_row_of_entrant, entrants)
            )
            connection.executemany(
                "INSERT INTO start VALUES (?, ?, ?)",
                [(name, n, file) for name, files in starts.items() for n, file in enumerate(files)],
            )

    def fact(self, name: str) -> str | None:
        """What was written down of the event under that name."""
        row = self._connection.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if row is None else cast("str", row[0])

    def entrants(self, section: str) -> list[Enrolled]:
        """Who takes part, in the order of the seeds."""
        rows = self._connection.execute(
            "SELECT section, seed, name, sha256, size, source, arguments FROM entrant "
            "WHERE section = ? ORDER BY seed",
            (section,),
        )
        return list(map(_entrant_of_row, rows))

    def starts(self, section: str) -> list[str]:
        """The start positions, each a matrix.txt."""
        rows = self._connection.execute(
            "SELECT file FROM start WHERE section = ? ORDER BY number", (section,)
        )
        return [cast("str", row[0]) for row in rows]

    def enter(self, entry: LedgerGame) -> None:
        """Enters a game. It is on the disk when this returns; a second time it is refused."""
        places = ", ".join("?" * len(_COLUMNS.split(",")))
        with self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                f"INSERT INTO game ({_COLUMNS}) VALUES ({places})",
                _row_of_game(entry),
            )

    def games(self, section: str | None = None) -> Iterator[LedgerGame]:
        """The games that were played, in the order in which they were entered."""
        where = "" if section is None else "WHERE section = ?"
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM game {where} ORDER BY rowid",
            () if section is None else (section,),
        )
        return map(_game_of_row, rows)

    def games_of(self, name: str) -> Iterator[LedgerGame]:
        """Those of one entrant, in all sections."""
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM game WHERE ? IN (first, second) ORDER BY rowid", (name,)
        )
        return map(_game_of_row, rows)

    def count(self) -> int:
        """How many games were played."""
        row = self._connection.execute("SELECT count(*) FROM game").fetchone()
        return cast("int", row[0])


@contextmanager
def opened(folder: Path, *, writing: bool = False) -> Iterator[Ledger]:
    """The ledger of that folder; to write it is made if it is not there."""
    path = folder / NAME
    mode = "rwc" if writing else "ro"
    with closing(
        sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
        )
    ) as connection:
        if writing:
            _prepare(connection)
        yield Ledger(connection)


def _prepare(connection: sqlite3.Connection) -> None:
    """Every transaction is on the disk before it is done; nothing is changed once it is there."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if connection.execute("PRAGMA user_version").fetchone()[0] == _VERSION:
        return
    refusals = "".join(
        f"CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;"
        for table in _TABLES
        for verb in ("UPDATE", "DELETE")
    )
    connection.executescript(
        f"BEGIN IMMEDIATE; {_SCHEMA} {refusals} PRAGMA user_version = {_VERSION}; COMMIT;"
    )


def _row_of_entrant(one: Enrolled) -> tuple[object, ...]:
    arguments = "\0".join(one.arguments)
    return one.section, one.seed, one.name, one.sha256, one.size, one.source, arguments


def _entrant_of_row(row: tuple[object, ...]) -> Enrolled:
    section, seed, name, sha256, size, source, arguments = row
    return Enrolled(
        section=str(section),
        seed=cast("int", seed),
        name=str(name),
        sha256=str(sha256),
        size=cast("int", size),
        source=str(source),
        arguments=tuple(filter(None, str(arguments).split("\0"))),
    )


def _row_of_game(entry: LedgerGame) -> tuple[object, ...]:
    return (
        *(entry.section, entry.id, entry.number, entry.round, entry.start),
        *(entry.first, entry.second, entry.winner, entry.ending.label),
        *(entry.sentence.en, entry.sentence.ru),
        *map(write_seconds, entry.seconds),
        *(entry.half_moves, entry.record, printed_as_json(entry.printed), entry.evidence),
        *(entry.voided, entry.machine, entry.began, entry.ended, entry.busy),
    )


def _game_of_row(row: tuple[object, ...]) -> LedgerGame:
    section, id_, number, round_, start, first, second, winner, ending, english, russian = row[:11]
    seconds_a, seconds_b, half_moves, record, printed, evidence = row[11:17]
    voided, machine, began, ended, busy = row[17:]
    return LedgerGame(
        section=str(section),
        id=str(id_),
        number=cast("int", number),
        round=cast("int", round_),
        start=cast("int", start),
        first=str(first),
        second=str(second),
        winner=cast("Winner", winner),
        ending=Ending.labelled(str(ending)),
        sentence=Text(str(english), str(russian)),
        seconds=(Decimal(str(seconds_a)), Decimal(str(seconds_b))),
        half_moves=cast("int", half_moves),
        record=str(record),
        printed=printed_of_json(str(printed)),
        evidence=cast("bytes | None", evidence),
        voided=cast("int", voided),
        machine=str(machine),
        began=cast("float", began),
        ended=cast("float", ended),
        busy=cast("float", busy),
    )

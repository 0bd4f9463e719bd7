"""The ledger of an event: the only source for its games and decisions, in one SQLite file.

Entries are only added, and SQLite itself refuses anything else. A game is entered once, complete,
in one transaction: whatever stops the arena, the ledger has all data of the game or none. The
same holds for decisions of the teacher (``decision``). Standings, records and reports are computed
from the ledger alone.

SQLite cannot refuse changes that somebody makes to the file itself. They are detected: each entry
has a hash over itself and all entries before it (``chain``), and the hashes are verified whenever
the ledger is read (``ledger_reading``).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from formats.fault import Fault
from tournaments.entrants.enrolment import BotVersion
from tournaments.ledger import ledger_faults as faults
from tournaments.ledger.chain import Head, Row, hash_of_beginning, hash_of_entry, hash_of_part
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.heads_file import NAME as HEADS
from tournaments.ledger.heads_file import HeadsFile
from tournaments.ledger.ledger_faults import BadLedger, raising_bad_ledger
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.ledger.ledger_reading import Entry, LedgerReading, read, read_history
from tournaments.ledger.ledger_rows import (
    DECISION,
    GAME,
    game_columns,
    hashed_values,
    row_from_decision,
    row_from_entrant,
    row_from_game,
    text_from_bytes,
)
from tournaments.ledger.ledger_schema import PARTS, VERSION, VERSIONS, creation

NAME = "ledger.sqlite"
_BUSY_SECONDS = 30


class Ledger:
    def __init__(self, connection: sqlite3.Connection, heads: HeadsFile) -> None:
        self._connection = connection
        self._heads = heads
        self._last: Head | None = None
        """Head after the entries that this process has read or written."""
        self._version = _version_of(connection) or VERSION
        self._resumed: LedgerReading | None = None
        """Reading of ``resume``, until something is entered."""

    @property
    def is_ready(self) -> bool:
        """Return whether the tables exist; they do not if their creation was interrupted."""
        return _version_of(self._connection) in VERSIONS

    def begin(
        self,
        facts: dict[str, str],
        entrants: Iterable[BotVersion],
        starts: dict[str, list[str]],
    ) -> None:
        """Record the event file, the entrants and the start positions, once and for all."""
        rows: dict[str, list[Row]] = {
            "fact": list(facts.items()),
            "entrant": list(map(row_from_entrant, entrants)),
            "start": [
                (name, n, file) for name, files in starts.items() for n, file in enumerate(files)
            ],
        }
        parts = {part: hash_of_part(rows[part]) for part in PARTS}
        with self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            for part in PARTS:
                for row in rows[part]:
                    connection.execute(f"INSERT INTO {part} VALUES ({_placeholders(row)})", row)
            connection.executemany("INSERT INTO beginning VALUES (?, ?)", parts.items())
        self._last = Head(0, hash_of_beginning(self._version, parts))
        self._heads.rewrite([self._last.hash])

    def fact(self, name: str) -> str | None:
        """Return the recorded fact about the event with this name."""
        with raising_bad_ledger():
            rows = self._connection.execute("SELECT value FROM fact WHERE name = ?", (name,))
            row = rows.fetchone()
        return None if row is None else str(row[0])

    @property
    def entrant_names(self) -> list[str]:
        """Names of all entrants in alphabetical order, without verification of the entries."""
        admitted = "SELECT subject FROM decision WHERE verb = 'admit'"
        with raising_bad_ledger():
            rows = self._connection.execute(f"SELECT name FROM entrant UNION {admitted}")
            return sorted(str(name) for (name,) in rows)

    def read(self) -> LedgerReading:
        """Read and verify the ledger; return its intact entries and the faults of the rest."""
        return read(self._connection, self._heads, self._version)

    def attempts(self, section: str, number: int) -> list[LedgerGame]:
        """Return the intact attempts at a game, without verification of the other entries."""
        return [entry for entry in self.history(section, number) if isinstance(entry, LedgerGame)]

    def history(self, section: str, number: int) -> list[Entry]:
        """Return the intact attempts at a game and the decisions about it, without the rest."""
        return list(read_history(self._connection, self._version, section, number))

    def resume(self) -> LedgerReading:
        """Read the ledger to go on with the event; raise BadLedger unless it is intact.

        A second call before an entry is added reads nothing again: nobody else writes meanwhile.
        """
        if self._resumed is not None:
            return self._resumed
        reading = self.read()
        if reading.faults:
            raise BadLedger(reading.faults)
        self._heads.rewrite(reading.hashes)
        self._last = reading.head
        self._resumed = reading
        return reading

    def enter(self, *entries: LedgerGame) -> list[Head]:
        """Enter games, all or none, and return the head after each.

        They are on the disk on return. A second entry of a game is refused.
        """
        columns = len(game_columns(self._version))
        return self._add([(GAME, row_from_game(entry)[:columns]) for entry in entries])

    def decide(self, decisions: Iterable[Decision]) -> Head:
        """Enter decisions of the teacher, all of them or none."""
        return self._add((DECISION, row_from_decision(decision)) for decision in decisions)[-1]

    def _add(self, rows: Iterable[tuple[str, Row]]) -> list[Head]:
        self._resumed = None
        added: list[Head] = []
        with raising_bad_ledger(), self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            head = self._last_head()
            if head != (self._last or head):
                raise BadLedger([faults.OTHER_WRITER(file=".running")])
            for kind, row in rows:
                entry, before = head.entries + 1, head.hash
                head = Head(entry, hash_of_entry(before, hashed_values(kind, entry, row)))
                values = (entry, *row, before, head.hash)
                connection.execute(f"INSERT INTO {kind} VALUES ({_placeholders(values)})", values)
                added.append(head)
        self._last = head
        # After the transaction: the ledger must never be behind the file of heads.
        self._heads.add(added)
        return added

    def count(self) -> int:
        """Return the number of games that count: games that no decision has set aside."""
        verbs = [verb for verb in Verb if verb.is_of_game]
        with raising_bad_ledger():
            row = self._connection.execute(_COUNT, [*verbs, Verb.RESTORE]).fetchone()
        return cast("int", row[0])

    def _last_head(self) -> Head:
        query = (
            "SELECT entry, hash FROM game UNION ALL SELECT entry, hash FROM decision"
            " ORDER BY entry DESC LIMIT 1"
        )
        for entries, last in self._connection.execute(query):
            return Head(entries, str(last))
        parts = self._connection.execute("SELECT part, hash FROM beginning").fetchall()
        hash_by_part = {str(part): str(hash_) for part, hash_ in parts}
        return Head(0, hash_of_beginning(self._version, hash_by_part))


_COUNT = """
SELECT count(*) FROM (
    SELECT verb, max(entry) FROM (
        SELECT section, id, entry, 'game' AS verb FROM game
        UNION ALL
        SELECT section, subject, entry, verb FROM decision WHERE verb IN (?, ?, ?)
    ) GROUP BY section, id
) WHERE verb IN ('game', ?)
"""
"""Query of the number of scheduled games whose last entry is a game or its restoration."""


def _placeholders(row: Row) -> str:
    return ", ".join("?" * len(row))


def is_begun(folder: Path) -> bool:
    """Return whether an event was begun in the folder, even if its ledger is damaged or gone."""
    if HeadsFile(folder).exists():
        return True
    if not (folder / NAME).exists():
        return False
    try:
        with open_ledger(folder) as ledger:
            return ledger.is_ready and ledger.fact("event") is not None
    except (sqlite3.Error, BadLedger):
        return True


@contextmanager
def open_ledger(folder: Path, *, writing: bool = False) -> Iterator[Ledger]:
    """Open the ledger of a folder, creating it for writing; raise BadLedger if it is unusable."""
    path, heads = folder / NAME, HeadsFile(folder)
    _check_files(folder)
    if heads.exists() and not path.exists():
        raise BadLedger([_lost_ledger_fault(heads)])
    connection_context = (
        closing(_connect(path, "mode=rwc")) if writing else _connect_to_read(folder)
    )
    with connection_context as connection:
        with raising_bad_ledger():
            _check_version(connection, heads)
            if writing:
                _prepare(connection)
            ledger = Ledger(connection, heads)
        yield ledger


@contextmanager
def _connect_to_read(folder: Path) -> Iterator[sqlite3.Connection]:
    """Connect to a ledger for reading; its folder may be read-only.

    SQLite needs two files beside a ledger for reading, too. If it cannot create them, nobody else
    can write, and the ledger may be opened as immutable. But if the newest entries are still in one
    of these files, a copy is read.
    """
    path, newest_entries = folder / NAME, folder / f"{NAME}-wal"
    with closing(_connect(path, "mode=ro")) as connection:
        if os.access(folder, os.W_OK) or _can_be_read(connection):
            yield connection
            return
    if not newest_entries.exists() or newest_entries.stat().st_size == 0:
        with closing(_connect(path, "mode=ro&immutable=1")) as connection:
            yield connection
        return
    with TemporaryDirectory(prefix="arena-") as copy:
        for file in (path, newest_entries):
            (Path(copy) / file.name).write_bytes(file.read_bytes())
        with closing(_connect(Path(copy) / NAME, "mode=ro")) as connection:
            yield connection


def _can_be_read(connection: sqlite3.Connection) -> bool:
    """Return whether SQLite can open the ledger, which may be damaged."""
    try:
        _version_of(connection)
    except sqlite3.OperationalError:
        return False
    except sqlite3.DatabaseError:
        return True  # The reader reports the damage.
    return True


def _connect(path: Path, query: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{query}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
    )
    connection.text_factory = text_from_bytes  # A text that is not UTF-8 is reported by the reader.
    return connection


def _check_files(folder: Path) -> None:
    """Raise BadLedger if a file of the ledger is a pipe, which would block for ever."""
    names = [NAME, *(f"{NAME}-{suffix}" for suffix in ("wal", "shm", "journal")), HEADS]
    for name in names:
        path = folder / name
        if path.exists() and not path.is_file():
            raise BadLedger([faults.NO_FILE(file=name)])


def _check_version(connection: sqlite3.Connection, heads: HeadsFile) -> None:
    version = _version_of(connection)
    if version == 0 and heads.exists():
        raise BadLedger([_lost_ledger_fault(heads)])
    if version not in (0, *VERSIONS):
        kind = faults.NEWER if version > VERSION or version < 0 else faults.OLDER
        raise BadLedger([kind(found=version, known=VERSION)])


def _lost_ledger_fault(heads: HeadsFile) -> Fault:
    return faults.SHORT(found=0, told=max(heads.read(), default=0))


def _version_of(connection: sqlite3.Connection) -> int:
    return cast("int", connection.execute("PRAGMA user_version").fetchone()[0])


def _prepare(connection: sqlite3.Connection) -> None:
    """Put every transaction on the disk when it ends, and create the tables if there are none."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if _version_of(connection) not in VERSIONS:
        connection.executescript(f"BEGIN IMMEDIATE; {creation()}; COMMIT;")

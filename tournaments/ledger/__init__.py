"""The ledger of an event: the single truth of what was played, in one SQLite file.

It is only ever added to, and SQLite itself refuses anything else. A game is entered once, whole,
in the transaction that ends it: whatever stops the arena, a game is there with all that is told of
it or not at all. So is what the teacher decides besides (``decision``). Standings, records and
reports derive from here and from nowhere else.

What somebody does to the file itself SQLite cannot refuse. It is found: each entry has a hash that
binds it to all before it (``chain``), and it is verified whenever it is read (``ledger_reading``).
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
from tournaments.entrants.enrolment import Enrolled
from tournaments.ledger import ledger_faults as faults
from tournaments.ledger.chain import Head, Row, hash_of_beginning, hash_of_entry, hash_of_part
from tournaments.ledger.decision import Decision
from tournaments.ledger.heads_file import NAME as HEADS
from tournaments.ledger.heads_file import HeadsFile
from tournaments.ledger.ledger_faults import BadLedger, complaints_are_told
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.ledger.ledger_reading import LedgerReading, read
from tournaments.ledger.ledger_rows import (
    DECISION,
    GAME,
    RawText,
    hashed,
    plain,
    row_of_decision,
    row_of_entrant,
    row_of_game,
)
from tournaments.ledger.ledger_schema import CREATION, PARTS, VERSION

NAME = "ledger.sqlite"
_BUSY_SECONDS = 30


class Ledger:
    def __init__(self, connection: sqlite3.Connection, heads: HeadsFile) -> None:
        self._connection = connection
        self._heads = heads
        self._last: Head | None = None
        """Of the entries as this arena has read or written them."""
        self._taken_up: LedgerReading | None = None
        """As long as nothing was entered since."""

    @property
    def is_ready(self) -> bool:
        """Whether its tables are there: who was killed while making them left none."""
        return _version_of(self._connection) == VERSION

    def begin(
        self, facts: dict[str, str], entrants: Iterable[Enrolled], starts: dict[str, list[str]]
    ) -> None:
        """Writes down what the event is, once and for all."""
        rows: dict[str, list[Row]] = {
            "fact": list(facts.items()),
            "entrant": list(map(row_of_entrant, entrants)),
            "start": [
                (name, n, file) for name, files in starts.items() for n, file in enumerate(files)
            ],
        }
        parts = {part: hash_of_part(rows[part]) for part in PARTS}
        with self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            for part in PARTS:
                for row in rows[part]:
                    connection.execute(f"INSERT INTO {part} VALUES ({_places(row)})", row)
            connection.executemany("INSERT INTO beginning VALUES (?, ?)", parts.items())
        self._last = Head(0, hash_of_beginning(VERSION, parts))
        self._heads.renew([self._last.hash])

    def fact(self, name: str) -> str | None:
        """What was written down of the event under that name."""
        with complaints_are_told():
            rows = self._connection.execute("SELECT value FROM fact WHERE name = ?", (name,))
            row = rows.fetchone()
        return None if row is None else str(plain(row[0]))

    def read(self) -> LedgerReading:
        """All that it tells, verified: what is whole, and what is wrong with the rest."""
        return read(self._connection, self._heads)

    def take_up(self) -> LedgerReading:
        """The same, to go on with it. Raises BadLedger unless all of it is whole.

        Asked again before a game is entered, it is not read again: nobody else writes meanwhile.
        """
        if self._taken_up is not None:
            return self._taken_up
        reading = self.read()
        if reading.faults:
            raise BadLedger(reading.faults)
        self._heads.renew(reading.hashes)
        self._last = reading.head
        self._taken_up = reading
        return reading

    def enter(self, entry: LedgerGame) -> Head:
        """Enters a game. It is on the disk when this returns; a second time it is refused."""
        return self._add([(GAME, row_of_game(entry))])

    def decide(self, decisions: Iterable[Decision]) -> Head:
        """Enters what the teacher has decided, all of it or nothing."""
        return self._add([(DECISION, row_of_decision(one)) for one in decisions])

    def _add(self, rows: Iterable[tuple[str, Row]]) -> Head:
        self._taken_up = None
        added: list[Head] = []
        with complaints_are_told(), self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            head = self._last_head()
            if head != (self._last or head):
                raise BadLedger([faults.OTHER_WRITER(file=".running")])
            for kind, row in rows:
                entry, before = head.entries + 1, head.hash
                head = Head(entry, hash_of_entry(before, hashed(kind, entry, row)))
                whole = (entry, *row, before, head.hash)
                connection.execute(f"INSERT INTO {kind} VALUES ({_places(whole)})", whole)
                added.append(head)
        self._last = head
        for one in added:
            self._heads.add(one)  # after the transaction: the ledger must never be behind
        return head

    def games_of(self, name: str) -> list[LedgerGame]:
        """Those of one entrant, in all sections, in the order in which they were entered."""
        return [game for game in self.read().games if name in (game.first, game.second)]

    def count(self) -> int:
        with complaints_are_told():
            row = self._connection.execute("SELECT count(*) FROM game").fetchone()
        return cast("int", row[0])

    def _last_head(self) -> Head:
        query = (
            "SELECT entry, hash FROM game UNION ALL SELECT entry, hash FROM decision"
            " ORDER BY entry DESC LIMIT 1"
        )
        for entries, last in self._connection.execute(query):
            return Head(entries, str(plain(last)))
        parts = self._connection.execute("SELECT part, hash FROM beginning").fetchall()
        named = {str(plain(part)): str(plain(one)) for part, one in parts}
        return Head(0, hash_of_beginning(VERSION, named))


def _places(row: Row) -> str:
    return ", ".join("?" * len(row))


def is_begun(folder: Path) -> bool:
    """Whether an event was begun in that folder, be its ledger damaged or gone since."""
    if HeadsFile(folder).is_there():
        return True
    if not (folder / NAME).exists():
        return False
    try:
        with opened(folder) as ledger:
            return ledger.is_ready and ledger.fact("event") is not None
    except (sqlite3.Error, BadLedger):
        return True


@contextmanager
def opened(folder: Path, *, writing: bool = False) -> Iterator[Ledger]:
    """The ledger of that folder; to write it is made if it is not there. Raises BadLedger."""
    path, heads = folder / NAME, HeadsFile(folder)
    _see_that_it_is_a_file(folder)
    if heads.is_there() and not path.exists():
        raise BadLedger([_lost(heads)])
    connected = closing(_connected(path, "mode=rwc")) if writing else _to_read(folder)
    with connected as connection:
        with complaints_are_told():
            _see_that_it_is_ours(connection, heads)
            if writing:
                _prepare(connection)
        yield Ledger(connection, heads)


@contextmanager
def _to_read(folder: Path) -> Iterator[sqlite3.Connection]:
    """Connect to the ledger of a folder that may be one in which nothing can be written.

    SQLite keeps two files beside a ledger that is read, too. Where it can make none, nobody writes
    either, and it may be told so. But what was entered last may still be in one of these files:
    then it is read in a copy.
    """
    path, newest = folder / NAME, folder / f"{NAME}-wal"
    with closing(_connected(path, "mode=ro")) as connection:
        if os.access(folder, os.W_OK) or _can_be_read(connection):
            yield connection
            return
    if not newest.exists() or newest.stat().st_size == 0:
        with closing(_connected(path, "mode=ro&immutable=1")) as connection:
            yield connection
        return
    with TemporaryDirectory(prefix="arena-") as copy:
        for file in (path, newest):
            (Path(copy) / file.name).write_bytes(file.read_bytes())
        with closing(_connected(Path(copy) / NAME, "mode=ro")) as connection:
            yield connection


def _can_be_read(connection: sqlite3.Connection) -> bool:
    """Return whether the ledger can be read, be it damaged."""
    try:
        _version_of(connection)
    except sqlite3.OperationalError:
        return False
    except sqlite3.DatabaseError:
        return True  # the reader tells what is damaged
    return True


def _connected(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
    )
    connection.text_factory = RawText  # that a text is no UTF-8 is ours to tell
    return connection


def _see_that_it_is_a_file(folder: Path) -> None:
    """A pipe in place of any of them would block for ever when it is opened."""
    names = [NAME, *(f"{NAME}-{more}" for more in ("wal", "shm", "journal")), HEADS]
    for name in names:
        path = folder / name
        if path.exists() and not path.is_file():
            raise BadLedger([faults.NO_FILE(file=name)])


def _see_that_it_is_ours(connection: sqlite3.Connection, heads: HeadsFile) -> None:
    found = _version_of(connection)
    if found == 0 and heads.is_there():
        raise BadLedger([_lost(heads)])
    if found not in (0, VERSION):
        kind = faults.NEWER if found > VERSION or found < 0 else faults.OLDER
        raise BadLedger([kind(found=found, known=VERSION)])


def _lost(heads: HeadsFile) -> Fault:
    return faults.SHORT(found=0, told=max(heads.read(), default=0))


def _version_of(connection: sqlite3.Connection) -> int:
    return cast("int", connection.execute("PRAGMA user_version").fetchone()[0])


def _prepare(connection: sqlite3.Connection) -> None:
    """Every transaction is on the disk before it is done; nothing is changed once it is there."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if _version_of(connection) != VERSION:
        connection.executescript(f"BEGIN IMMEDIATE; {CREATION}; COMMIT;")

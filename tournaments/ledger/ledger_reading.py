"""Reader and verifier of a ledger: returns its intact entries and the faults of the others.

Indexes are not used, since they may be damaged: every table is read from its first row to its
last. After a page of the file that cannot be read, the following entries are fetched one by one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias, cast

from formats.fault import Fault
from formats.printable import printable
from tournaments.entrants.enrolment import BotVersion
from tournaments.ledger import ledger_faults as faults
from tournaments.ledger.chain import (
    NO_HEAD,
    Head,
    Row,
    hash_of_beginning,
    hash_of_entry,
    hash_of_part,
)
from tournaments.ledger.decision import Decision
from tournaments.ledger.heads_file import HeadsFile
from tournaments.ledger.ledger_faults import (
    DATABASE_ERRORS,
    damage_fault,
    is_damage,
    raising_bad_ledger,
)
from tournaments.ledger.ledger_game import Filter, LedgerGame
from tournaments.ledger.ledger_rows import (
    DECISION,
    DECISION_COLUMNS,
    GAME,
    GAME_COLUMNS,
    BadRow,
    decision_from_row,
    entrant_from_row,
    game_columns,
    game_from_row,
    hashed_values,
)
from tournaments.ledger.ledger_schema import PARTS, has_right_tables

_PART_NAMES = {"fact": faults.EVENT_FILE, "entrant": faults.ENTRANTS, "start": faults.STARTS}
_COLUMNS = {GAME: GAME_COLUMNS, DECISION: DECISION_COLUMNS}
_DESCRIPTIONS = {GAME: faults.GAME, DECISION: faults.DECISION}
Entry: TypeAlias = LedgerGame | Decision
_MOST_ROWS_OF_A_PART = 100_000
_LEAST_ROW = 128
"""Least bytes of a row, less than its hashes take; it bounds the number of rows of a file."""
_LONGEST_SHOWN = 80


@dataclass(frozen=True)
class LedgerReading:
    facts: Mapping[str, str]
    entrants: tuple[BotVersion, ...]
    starts: Mapping[str, tuple[str, ...]]
    """Start positions by sections."""
    entries: tuple[Entry, ...]
    """Intact entries in the order in which they were entered."""
    hashes: tuple[str, ...]
    """Hashes of the beginning and of the entries up to the first fault."""
    faults: tuple[Fault, ...]
    """Faults of the ledger."""
    missing_heads: int = 0
    """Number of the last hashes that have no line in the file of heads."""

    @property
    def head(self) -> Head:
        """Return the head of the intact part from the beginning on."""
        return Head(len(self.hashes) - 1, self.hashes[-1]) if self.hashes else NO_HEAD

    @property
    def games(self) -> tuple[LedgerGame, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, LedgerGame))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, Decision))

    def filtered(self, visible: Filter) -> LedgerReading:
        """Return a copy of the reading with filtered games."""
        entries = (
            visible(entry) if isinstance(entry, LedgerGame) else entry for entry in self.entries
        )
        return replace(self, entries=tuple(entries))

    def of(self, section: str) -> list[BotVersion]:
        """Return the entrants of a section at its start, in the order of their seeds."""
        own = [entrant for entrant in self.entrants if entrant.section == section]
        return sorted(own, key=lambda entrant: entrant.seed)


def read(connection: sqlite3.Connection, heads: HeadsFile, version: int) -> LedgerReading:
    """Read the whole ledger of that version in one transaction."""
    expected_heads = heads.read()  # Read before the ledger, so that this cannot be behind.
    try:
        with raising_bad_ledger():
            connection.execute("BEGIN")
            return _Reader(connection, expected_heads, version).read()
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def read_history(
    connection: sqlite3.Connection, version: int, section: str, number: int
) -> Iterator[Entry]:
    """Yield the intact attempts at a game and the decisions about it, in their order.

    Nothing else is read.
    """
    game = "WHERE section = :section AND number = :number"
    decision = f"WHERE section = :section AND subject IN (SELECT id FROM game {game})"
    query = f"{_query(version, game, decision)} ORDER BY entry"
    with raising_bad_ledger():
        for row in connection.execute(query, {"section": section, "number": number}):
            if (stored := _stored(row)).is_whole:
                with suppress(BadRow):
                    yield stored.as_entry()


class _Stored(NamedTuple):
    """A row of a table of entries."""

    kind: str
    """Name of the table."""
    entry: object
    row: Row
    before: object
    hash: object

    @property
    def names(self) -> dict[str, object]:
        """Return the entry's number, section and description for a fault; they may be damaged."""
        values = dict(zip(_COLUMNS[self.kind], self.row, strict=False))
        texts = {name: _shown(value) for name, value in values.items()}
        what = _DESCRIPTIONS[self.kind].filled(texts)
        return {"entry": _shown(self.entry), "section": texts["section"], "what": what}

    @property
    def is_whole(self) -> bool:
        """Return whether the row matches its hash."""
        return self.hash == hash_of_entry(
            str(self.before), hashed_values(self.kind, self.entry, self.row)
        )

    def as_entry(self) -> Entry:
        """Return the game or the decision; raise BadRow if it is damaged."""
        return game_from_row(self.row) if self.kind == GAME else decision_from_row(self.row)


def _shown(value: object) -> str:
    return printable(str(value)[:_LONGEST_SHOWN])


_Rows: TypeAlias = Iterator[_Stored | Fault]


@dataclass
class _Reader:
    connection: sqlite3.Connection
    expected_heads: Mapping[int, str]
    """Hashes by numbers of entries in the file of heads."""
    version: int
    """Version of the ledger."""
    damage_faults: list[Fault] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    """Hashes up to the first fault."""
    stored: dict[int, object] = field(default_factory=dict)
    """Hashes by entries as the ledger has them, right or wrong."""

    def read(self) -> LedgerReading:
        if not has_right_tables(self.connection, self.version):
            self.damage_faults.append(faults.DAMAGED_FILE(why=faults.OTHER_TABLES))
            return LedgerReading({}, (), {}, (), (), tuple(self.damage_faults))
        parts = {part: self._part(part) for part in PARTS}
        self._verify_beginning(parts)
        entries = tuple(self._entries())
        self._compare_with_heads()
        return LedgerReading(
            {str(name): str(value) for name, value in parts["fact"]},
            tuple(self._entrants(parts["entrant"])),
            _starts(parts["start"]),
            entries,
            tuple(self.hashes),
            tuple(self.damage_faults),
            max(0, len(self.hashes) - 1 - max(self.expected_heads, default=-1)),
        )

    def _part(self, part: str) -> list[Row]:
        """Return the readable rows of a part of the beginning; note a fault if it is damaged."""
        rows: list[Row] = []
        try:
            # NOT INDEXED reads from the first row to the last.
            for row in self.connection.execute(f"SELECT * FROM {part} NOT INDEXED"):
                rows.append(row)
                if len(rows) == _MOST_ROWS_OF_A_PART:
                    break
        except DATABASE_ERRORS as error:
            if not is_damage(error):
                raise
            self.damage_faults.append(damage_fault(error))
        return rows

    def _verify_beginning(self, parts: Mapping[str, list[Row]]) -> None:
        stored = {str(row[0]): row[1] for row in self._part("beginning")}
        computed = {part: hash_of_part(rows) for part, rows in parts.items()}
        for part, name in _PART_NAMES.items():
            if stored.get(part) != computed[part]:
                self.damage_faults.append(faults.CHANGED_BEGINNING(part=name))
        if not self.damage_faults and stored != computed:
            self.damage_faults.append(faults.CHANGED_BEGINNING(part=faults.BEGINNING))
        self.stored[0] = hash_of_beginning(self.version, {k: str(v) for k, v in stored.items()})
        if not self.damage_faults:
            self.hashes.append(str(self.stored[0]))

    def _entrants(self, rows: list[Row]) -> Iterator[BotVersion]:
        for row in rows:
            try:
                yield entrant_from_row(row)
            except BadRow:
                if not self.damage_faults:
                    self.damage_faults.append(faults.CHANGED_BEGINNING(part=faults.ENTRANTS))

    def _entries(self) -> Iterator[Entry]:
        """Yield the intact entries, and add faults for what is between them."""
        expected, before, is_before_whole = 1, self.stored[0], not self.damage_faults
        for row in self._rows():
            if isinstance(row, Fault):
                self.damage_faults.append(row)
                is_before_whole = False
                continue
            is_whole = row.is_whole
            if not is_whole:
                self.damage_faults.append(faults.CHANGED_ENTRY(**row.names))
                entry = expected
            else:
                entry = cast("int", row.entry)
                if entry > expected:
                    self.damage_faults.append(
                        faults.MISSING_ENTRIES(first=expected, last=entry - 1)
                    )
                elif entry < expected or (row.before != before and is_before_whole):
                    self.damage_faults.append(faults.EXCHANGED_ENTRIES(**row.names))
                yield from self._entry(row)
            self.stored[entry] = row.hash
            if not self.damage_faults:
                self.hashes.append(str(row.hash))
            expected, before, is_before_whole = entry + 1, row.hash, is_whole

    def _entry(self, stored: _Stored) -> Iterator[Entry]:
        try:
            yield stored.as_entry()
        except BadRow as error:
            self.damage_faults.append(faults.UNREADABLE_ENTRY(**stored.names, field=error.column))

    def _rows(self) -> _Rows:
        """Yield the rows of games and decisions, and faults for unreadable ones."""
        row_count, most_rows = 0, self._most_rows()
        query = _query(self.version, "NOT INDEXED", "NOT INDEXED")
        try:
            for row in self.connection.execute(f"{query} ORDER BY entry"):
                yield _stored(row)
                row_count += 1
                if row_count > most_rows:
                    yield faults.DAMAGED_FILE(why=faults.CIRCLE)
                    return
        except DATABASE_ERRORS as error:
            if not is_damage(error):
                raise
            yield damage_fault(error)
            yield from self._one_by_one(row_count + 1)

    def _most_rows(self) -> int:
        pages, size = (
            self.connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "page_size")
        )
        return cast("int", pages * size // _LEAST_ROW)

    def _one_by_one(self, first: int) -> _Rows:
        """Yield the readable rows after a page that cannot be read."""
        query = _query(self.version, *["WHERE entry = ?"] * 2)
        for entry in range(first, max(self.expected_heads, default=0) + 1):
            try:
                row = self.connection.execute(query, (entry,) * 2).fetchone()
            except DATABASE_ERRORS as error:
                if not is_damage(error):
                    raise
                continue
            if row is not None:
                yield _stored(row)

    def _compare_with_heads(self) -> None:
        """Add a fault if the ledger differs from the file of heads."""
        expected = max(self.expected_heads, default=0)
        last = max(self.stored)
        if expected > last:
            self.damage_faults.append(faults.SHORT(found=last, told=expected))
        if self.damage_faults:
            return
        for entries, expected_hash in self.expected_heads.items():
            if entries in self.stored and self.stored[entries] != expected_hash:
                self.damage_faults.append(faults.OTHER_HEAD(entries=entries))
                return


def _query(version: int, games: str, decisions: str) -> str:
    """Return a query for the entries of both tables, each with its clause.

    Rows of the narrower table are padded with NULL.
    """
    columns_by_kind = {**_COLUMNS, GAME: game_columns(version)}
    width = max(map(len, columns_by_kind.values()))
    selects = []
    for (kind, columns), clause in zip(columns_by_kind.items(), (games, decisions), strict=True):
        padding = ["NULL"] * (width - len(columns))
        values = ", ".join((f"'{kind}'", "entry", "before", "hash", *columns, *padding))
        selects.append(f"SELECT {values} FROM {kind} {clause}")
    return " UNION ALL ".join(selects)


def _stored(row: Row) -> _Stored:
    kind, entry, before, last, *rest = row
    kind = str(kind)
    return _Stored(kind, entry, tuple(rest[: len(_COLUMNS[kind])]), before, last)


def _starts(rows: list[Row]) -> dict[str, tuple[str, ...]]:
    """Return the start positions by sections, in their order."""
    numbered: dict[str, list[tuple[int, str]]] = {}
    for section, number, file in rows:
        if isinstance(number, int):
            numbered.setdefault(str(section), []).append((number, str(file)))
    return {section: tuple(file for _, file in sorted(f)) for section, f in numbered.items()}

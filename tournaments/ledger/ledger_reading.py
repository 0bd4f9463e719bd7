"""Reads a ledger and verifies it: gives what is intact, and names the place of what is not.

Nothing is looked up by an index, which could be damaged by itself: every table is read from its
first row to its last. Where a page of the file cannot be read, the games behind it are looked for
one by one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias, cast

from formats.fault import Fault
from formats.printable import printable
from tournaments.entrants.enrolment import Enrolled
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
from tournaments.ledger.ledger_faults import COMPLAINTS, complaints_are_told, damage, is_damage
from tournaments.ledger.ledger_game import LedgerGame, Reader
from tournaments.ledger.ledger_rows import (
    DECISION,
    DECISION_COLUMNS,
    GAME,
    GAME_COLUMNS,
    BadRow,
    decision_of_row,
    entrant_of_row,
    game_of_row,
    hashed,
    plain,
)
from tournaments.ledger.ledger_schema import PARTS, VERSION, is_as_made

_PART_NAMES = {"fact": faults.EVENT_FILE, "entrant": faults.ENTRANTS, "start": faults.STARTS}
_COLUMNS = {GAME: GAME_COLUMNS, DECISION: DECISION_COLUMNS}
_WHAT = {GAME: faults.GAME, DECISION: faults.DECISION}
Entry: TypeAlias = LedgerGame | Decision
_MOST_OF_A_PART = 100_000
_LEAST_ROW = 128
"""Bytes: the hashes alone are longer. There cannot be more rows than fit into the file."""
_LONGEST_SHOWN = 80


@dataclass(frozen=True)
class LedgerReading:
    facts: Mapping[str, str]
    entrants: tuple[Enrolled, ...]
    starts: Mapping[str, tuple[str, ...]]
    """By their sections."""
    entries: tuple[Entry, ...]
    """Those that are whole, in the order in which they were entered."""
    hashes: tuple[str, ...]
    """Of the beginning and of each entry after it, as far as nothing is wrong."""
    faults: tuple[Fault, ...]
    """All that is wrong."""

    @property
    def head(self) -> Head:
        """Of what is whole from the beginning on."""
        return Head(len(self.hashes) - 1, self.hashes[-1]) if self.hashes else NO_HEAD

    @property
    def games(self) -> tuple[LedgerGame, ...]:
        return tuple(one for one in self.entries if isinstance(one, LedgerGame))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(one for one in self.entries if isinstance(one, Decision))

    def seen_by(self, reader: Reader) -> LedgerReading:
        """Return the reading with each game as that reader may see it."""
        entries = (
            one.seen_by(reader) if isinstance(one, LedgerGame) else one for one in self.entries
        )
        return replace(self, entries=tuple(entries))

    def of(self, section: str) -> list[Enrolled]:
        """Who took part in a section when it began, in the order of the seeds."""
        own = [one for one in self.entrants if one.section == section]
        return sorted(own, key=lambda one: one.seed)


def read(connection: sqlite3.Connection, heads: HeadsFile) -> LedgerReading:
    """All of it, as of one moment."""
    told = heads.read()  # before the ledger, which then cannot be behind it
    try:
        with complaints_are_told():
            connection.execute("BEGIN")
            return _Reader(connection, told).read()
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


class _Stored(NamedTuple):
    """A row of one of the tables of entries."""

    kind: str
    """The table."""
    entry: object
    row: Row
    before: object
    hash: object

    @property
    def names(self) -> dict[str, object]:
        """How it is spoken of; what it says of itself may be what is damaged."""
        said = dict(zip(_COLUMNS[self.kind], self.row, strict=True))
        named = {name: _shown(value) for name, value in said.items()}
        what = _WHAT[self.kind].filled(named)
        return {"entry": _shown(self.entry), "section": named["section"], "what": what}

    @property
    def is_whole(self) -> bool:
        """Whether it fits its own hash."""
        return self.hash == hash_of_entry(str(self.before), hashed(self.kind, self.entry, self.row))


def _shown(value: object) -> str:
    return printable(str(value)[:_LONGEST_SHOWN])


_Rows: TypeAlias = Iterator[_Stored | Fault]


@dataclass
class _Reader:
    connection: sqlite3.Connection
    told: Mapping[int, str]
    """What the file beside the ledger says of its heads."""
    wrong: list[Fault] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    """Until something is wrong."""
    stored: dict[int, object] = field(default_factory=dict)
    """The hashes as they lie in the file, fitting or not."""

    def read(self) -> LedgerReading:
        if not is_as_made(self.connection):
            self.wrong.append(faults.DAMAGED_FILE(why="its tables are not those of a ledger"))
            return LedgerReading({}, (), {}, (), (), tuple(self.wrong))
        parts = {part: self._part(part) for part in PARTS}
        self._verify_beginning(parts)
        entries = tuple(self._entries())
        self._compare_with_told()
        return LedgerReading(
            {str(name): str(value) for name, value in parts["fact"]},
            tuple(self._entrants(parts["entrant"])),
            _starts(parts["start"]),
            entries,
            tuple(self.hashes),
            tuple(self.wrong),
        )

    def _part(self, part: str) -> list[Row]:
        """The rows of a part of what the event is, as far as they can be read."""
        rows: list[Row] = []
        try:
            # NOT INDEXED: from the first row to the last.
            for row in self.connection.execute(f"SELECT * FROM {part} NOT INDEXED"):
                rows.append(tuple(map(plain, row)))
                if len(rows) == _MOST_OF_A_PART:
                    break
        except COMPLAINTS as error:
            if not is_damage(error):
                raise
            self.wrong.append(damage(error))
        return rows

    def _verify_beginning(self, parts: Mapping[str, list[Row]]) -> None:
        stored = {str(row[0]): row[1] for row in self._part("beginning")}
        own = {part: hash_of_part(rows) for part, rows in parts.items()}
        for part, name in _PART_NAMES.items():
            if stored.get(part) != own[part]:
                self.wrong.append(faults.CHANGED_BEGINNING(part=name))
        if not self.wrong and stored != own:
            self.wrong.append(faults.CHANGED_BEGINNING(part=faults.BEGINNING))
        self.stored[0] = hash_of_beginning(VERSION, {k: str(v) for k, v in stored.items()})
        if not self.wrong:
            self.hashes.append(str(self.stored[0]))

    def _entrants(self, rows: list[Row]) -> Iterator[Enrolled]:
        for row in rows:
            try:
                yield entrant_of_row(row)
            except BadRow:
                if not self.wrong:
                    self.wrong.append(faults.CHANGED_BEGINNING(part=faults.ENTRANTS))

    def _entries(self) -> Iterator[Entry]:
        """Those that are whole. What is wrong between them is told."""
        expected, before, before_is_whole = 1, self.stored[0], not self.wrong
        for found in self._rows():
            if isinstance(found, Fault):
                self.wrong.append(found)
                before_is_whole = False
                continue
            is_whole = found.is_whole
            if not is_whole:
                self.wrong.append(faults.CHANGED_ENTRY(**found.names))
                entry = expected
            else:
                entry = cast("int", found.entry)
                if entry > expected:
                    self.wrong.append(faults.MISSING_ENTRIES(first=expected, last=entry - 1))
                elif entry < expected or (found.before != before and before_is_whole):
                    self.wrong.append(faults.EXCHANGED_ENTRIES(**found.names))
                yield from self._entry(found)
            self.stored[entry] = found.hash
            if not self.wrong:
                self.hashes.append(str(found.hash))
            expected, before, before_is_whole = entry + 1, found.hash, is_whole

    def _entry(self, found: _Stored) -> Iterator[Entry]:
        try:
            yield game_of_row(found.row) if found.kind == GAME else decision_of_row(found.row)
        except BadRow as error:
            self.wrong.append(faults.UNREADABLE_ENTRY(**found.names, field=error.column))

    def _rows(self) -> _Rows:
        """The rows of games and decisions, or why some cannot be read."""
        seen, most = 0, self._most_rows()
        try:
            for row in self.connection.execute(_query("NOT INDEXED") + " ORDER BY entry"):
                yield _stored(row)
                seen += 1
                if seen > most:
                    yield faults.DAMAGED_FILE(why="its pages go round in a circle")
                    return
        except COMPLAINTS as error:
            if not is_damage(error):
                raise
            yield damage(error)
            yield from self._one_by_one(seen + 1)

    def _most_rows(self) -> int:
        pages, size = (
            self.connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "page_size")
        )
        return cast("int", pages * size // _LEAST_ROW)

    def _one_by_one(self, first: int) -> _Rows:
        """Those behind a page that cannot be read."""
        for entry in range(first, max(self.told, default=0) + 1):
            try:
                row = self.connection.execute(_query("WHERE entry = ?"), (entry,) * 2).fetchone()
            except COMPLAINTS as error:
                if not is_damage(error):
                    raise
                continue
            if row is not None:
                yield _stored(row)

    def _compare_with_told(self) -> None:
        """With the file beside it, which knows what was entered."""
        last = max(self.told, default=0)
        found = max(self.stored)
        if last > found:
            self.wrong.append(faults.SHORT(found=found, told=last))
        if self.wrong:
            return
        for entries, told in self.told.items():
            if entries in self.stored and self.stored[entries] != told:
                self.wrong.append(faults.OTHER_HEAD(entries=entries))
                return


def _stored(row: Row) -> _Stored:
    kind, entry, before, last, *rest = map(plain, row)
    kind = str(kind)
    return _Stored(kind, entry, tuple(rest[: len(_COLUMNS[kind])]), before, last)


def _query(which: str) -> str:
    """The entries of both tables; the narrower one is filled up."""
    whole = []
    for kind, columns in _COLUMNS.items():
        more = ["NULL"] * (max(map(len, _COLUMNS.values())) - len(columns))
        values = ", ".join((f"'{kind}'", "entry", "before", "hash", *columns, *more))
        whole.append(f"SELECT {values} FROM {kind} {which}")
    return " UNION ALL ".join(whole)


def _starts(rows: list[Row]) -> dict[str, tuple[str, ...]]:
    """In their order; they are as many as they were, if the hash fits."""
    found: dict[str, list[tuple[int, str]]] = {}
    for section, number, file in rows:
        if isinstance(number, int):
            found.setdefault(str(section), []).append((number, str(file)))
    return {section: tuple(file for _, file in sorted(all_)) for section, all_ in found.items()}

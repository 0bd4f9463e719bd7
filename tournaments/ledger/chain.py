"""The hash chain over the entries of a ledger.

The beginning of an event has a hash over the version of the ledger, the event file, the entrants
with the hashes of their programs, and the start positions. Each entry, a game or a decision, has a
hash over its values and the hash before it. So the newest hash, the *head*, stands for the whole
ledger: whoever has it on paper can verify later that no earlier entry was changed.

The hashes are over the values as the ledger has them, each with its kind and its length before it,
so that different lists of values always have different bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from struct import pack
from typing import TypeAlias

_DOMAIN = b"matrix-arena ledger "

Row: TypeAlias = Sequence[object]
"""Values of SQLite: texts, numbers, bytes, or None."""


@dataclass(frozen=True, slots=True)
class Head:
    """The hash after a number of entries; after none, the hash of the beginning."""

    entries: int
    hash: str

    def __str__(self) -> str:
        return f"{self.entries} {self.hash}"


NO_HEAD = Head(0, "")
"""Head of a ledger whose beginning is missing or damaged."""


def canonical(row: Row) -> bytes:
    """Return bytes that stand for these values and for no others."""
    parts: list[bytes] = []
    for value in row:
        if isinstance(value, str):
            data = value.encode("utf-8", "surrogateescape")
            parts.append(b"t%d:%b" % (len(data), data))
        elif isinstance(value, int):
            data = b"%d" % value
            parts.append(b"i%d:%b" % (len(data), data))
        elif isinstance(value, float):
            parts.append(b"f8:" + pack(">d", value))
        elif value is None:
            parts.append(b"n")
        elif isinstance(value, bytes):
            parts.append(b"b%d:%b" % (len(value), value))
        else:
            raise TypeError(f"a ledger has no {type(value).__name__}")
    return b"".join(parts)


def hash_of_part(rows: Iterable[Row]) -> str:
    """Return the hash of a part of the beginning; the order of the rows does not matter."""
    return sha256(b"".join(sorted(map(_row_bytes, rows)))).hexdigest()


def hash_of_beginning(version: int, parts: Mapping[str, str]) -> str:
    """Return the hash of the beginning from the hashes of its parts."""
    values = [value for part in sorted(parts.items()) for value in part]
    return sha256(_DOMAIN + canonical([version, *values])).hexdigest()


def hash_of_entry(before: str, row: Row) -> str:
    """Return the hash of an entry that follows the one with the hash ``before``."""
    return sha256(canonical([before, *row])).hexdigest()


def _row_bytes(row: Row) -> bytes:
    data = canonical(row)
    return b"r%d:%b" % (len(data), data)

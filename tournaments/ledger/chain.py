"""The hashes by which the entries of a ledger hang together.

The beginning of an event has a hash of all that the event is: the version of the ledger, the event
file, the entrants with the hashes of their programs, the start positions. Each entry, a game or a
decision of the teacher's, has one of all that is told of it and of the hash before it. So the
newest of them, the *head*, stands for the whole ledger: who has seen it printed, knows later that
nothing before it was touched.

What is hashed are the values as they lie in the ledger, each with its kind and its length before
it: no two lists of values are ever the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from struct import pack
from typing import TypeAlias

_DOMAIN = b"matrix-arena ledger "

Row: TypeAlias = Sequence[object]
"""Values as SQLite keeps them: texts, numbers, bytes, or None."""


@dataclass(frozen=True, slots=True)
class Head:
    """The hash after that many entries; after none, that of the beginning."""

    entries: int
    hash: str

    def __str__(self) -> str:
        return f"{self.entries} {self.hash}"


NO_HEAD = Head(0, "")
"""Of no ledger, or of one whose beginning is not whole."""


def canonical(row: Row) -> bytes:
    """The bytes that stand for these values and for no others."""
    return b"".join(map(_of_value, row))


def hash_of_part(rows: Iterable[Row]) -> str:
    """That of one part of what an event is; in whichever order the rows come."""
    return sha256(b"".join(sorted(map(_enclosed, rows)))).hexdigest()


def hash_of_beginning(version: int, parts: Mapping[str, str]) -> str:
    """That of all that an event is, by the hashes of its parts."""
    named = [value for part in sorted(parts.items()) for value in part]
    return sha256(_DOMAIN + canonical([version, *named])).hexdigest()


def hash_of_entry(before: str, row: Row) -> str:
    """That of an entry which follows the one with that hash."""
    return sha256(canonical([before]) + canonical(row)).hexdigest()


def _enclosed(row: Row) -> bytes:
    return _with_length(b"r", canonical(row))


def _of_value(value: object) -> bytes:
    match value:
        case None:
            return b"n"
        case int():
            return _with_length(b"i", str(value).encode())
        case float():
            return _with_length(b"f", pack(">d", value))
        case str():
            return _with_length(b"t", value.encode("utf-8", "surrogateescape"))
        case bytes():
            return _with_length(b"b", value)
    raise TypeError(f"a ledger has no {type(value).__name__}")


def _with_length(kind: bytes, data: bytes) -> bytes:
    return b"%b%d:%b" % (kind, len(data), data)

"""The search for programs that have much in common: a hint for a teacher, never a verdict.

A program is taken as the set of the hashes of its short pieces. Pieces that more than half of the
programs have are nobody's own (a library that was linked in, the skeleton that all began with) and
are left out. The result is the share of the smaller program that is in the other one, too. Blanks
and capitals of scripts do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

ALIKE = 0.6
"""Least share of a program's own pieces that is reported."""
_PIECE = 24
"""Length of a piece in bytes."""
_ONE_IN = 8
"""Pieces of a large program for each piece that is compared."""
_LARGE = 4000
_FEWEST_PIECES = 24
"""Fewest own pieces that a program must have to be compared."""
_FEW_BINARIES = 4
"""Fewest binaries among which library code can be recognised."""


class Likeness(NamedTuple):
    name: str
    other: str
    share: float
    """Share of the smaller program's own code that the other one has."""


def likenesses(programs: Mapping[str, bytes]) -> Iterator[Likeness]:
    """Yield the pairs of programs that are similar but not identical."""
    scripts = {name: data for name, data in programs.items() if data.startswith(b"#!")}
    binaries = {name: data for name, data in programs.items() if name not in scripts}
    yield from _compare_all(
        {name: b"".join(data.lower().split()) for name, data in scripts.items()}
    )
    if len(set(binaries.values())) >= _FEW_BINARIES:
        yield from _compare_all(binaries)


def _compare_all(programs: Mapping[str, bytes]) -> Iterator[Likeness]:
    pieces = {name: _pieces(data) for name, data in programs.items()}
    owners = Counter(piece for hashes in pieces.values() for piece in hashes)
    most_owners = max(2, len(programs) // 2)
    own = {
        name: {piece for piece in hashes if owners[piece] <= most_owners}
        for name, hashes in pieces.items()
    }
    for name, other in combinations(programs, 2):
        smaller = min(len(own[name]), len(own[other]))
        if programs[name] == programs[other] or smaller < _FEWEST_PIECES:
            continue
        share = len(own[name] & own[other]) / smaller
        if share >= ALIKE:
            yield Likeness(name, other, share)


def _pieces(data: bytes) -> set[int]:
    """Return the hashes of a program's pieces; of a large one, those divisible by ``_ONE_IN``."""
    values = np.frombuffer(data, dtype=np.uint8).astype(np.uint64)
    count = len(values) - _PIECE + 1
    if count <= 0:
        return set()
    hashes = np.zeros(count, dtype=np.uint64)
    for offset in range(_PIECE):
        hashes = hashes * np.uint64(0x100000001B3) + values[offset : offset + count]
    hashes ^= hashes >> np.uint64(31)
    if count > _LARGE:
        hashes = hashes[hashes % np.uint64(_ONE_IN) == 0]
    return set(hashes.tolist())

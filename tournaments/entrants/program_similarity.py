"""Similarity of the programs of different entrants: a hint for the teacher, never a verdict.

A program is taken as the set of the hashes of its short pieces. Pieces that more than two programs
have, and more than half of them, are nobody's own (a library that was linked in, the skeleton that
all began with) and are left out. The result is the share of the smaller program that is in the
other one, too. Blanks and capitals of scripts do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

from tournaments.entrants.program_language import is_script

_LEAST_SHARE = 0.6
"""Least share of a program's own pieces that is reported."""
_PIECE_LENGTH = 24
"""Length of a piece in bytes."""
_MOST_FULLY_COMPARED = 4000
"""Most pieces of a program of which every piece is compared; a program with more is large."""
_PIECES_FOR_EACH_COMPARED = 8
"""Number of pieces of a large program for each piece that is compared."""
_FEWEST_PIECES = 24
"""Fewest own pieces that a program must have to be compared."""
_FEW_BINARIES = 4
"""Fewest binaries among which library code can be recognised."""


class Similarity(NamedTuple):
    """Two programs and the share of code that they have in common."""

    name: str
    other: str
    share: float
    """Share of the smaller program's own code that the other one has."""


def similar_programs(programs: Mapping[str, bytes]) -> Iterator[Similarity]:
    """Yield the pairs of programs that are similar but not identical."""
    scripts = {name: data for name, data in programs.items() if is_script(data)}
    binaries = {name: data for name, data in programs.items() if name not in scripts}
    yield from _compare_all(
        {name: b"".join(data.lower().split()) for name, data in scripts.items()}
    )
    if len(set(binaries.values())) >= _FEW_BINARIES:
        yield from _compare_all(binaries)


def _compare_all(programs: Mapping[str, bytes]) -> Iterator[Similarity]:
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
        if share >= _LEAST_SHARE:
            yield Similarity(name, other, share)


def _pieces(data: bytes) -> set[int]:
    """Return the hashes of a program's pieces; of a large program, an evenly drawn part of them."""
    values = np.frombuffer(data, dtype=np.uint8).astype(np.uint64)
    count = len(values) - _PIECE_LENGTH + 1
    if count <= 0:
        return set()
    hashes = np.zeros(count, dtype=np.uint64)
    for offset in range(_PIECE_LENGTH):
        hashes = hashes * np.uint64(0x100000001B3) + values[offset : offset + count]
    hashes ^= hashes >> np.uint64(31)
    if count > _MOST_FULLY_COMPARED:
        hashes = hashes[hashes % np.uint64(_PIECES_FOR_EACH_COMPARED) == 0]
    return set(hashes.tolist())

"""Which programs have much in common: a hint for a teacher, never a verdict.

Of each program the hashes of its short pieces are taken. What more than half of the programs have
is nobody's own (a library that was linked in, the skeleton that all began with) and is left out. Of
the rest it is told how much of the smaller program is in the other, too. In a script, blanks and
capitals do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

ALIKE = 0.6
"""Of what is a program's own; that much is told of."""
_PIECE = 24
"""Bytes."""
_ONE_IN = 8
"""Of the pieces of a large program, so many are looked at."""
_LARGE = 4000
_LEAST = 24
"""Pieces that are a program's own, for anything to be told."""
_FEW_BINARIES = 4
"""With fewer it cannot be told what is a library's."""


class Likeness(NamedTuple):
    one: str
    other: str
    share: float
    """Of the smaller one's own code."""


def likenesses(programs: Mapping[str, bytes]) -> Iterator[Likeness]:
    """The pairs that are alike, of different bytes."""
    scripts = {name: data for name, data in programs.items() if data.startswith(b"#!")}
    binaries = {name: data for name, data in programs.items() if name not in scripts}
    yield from _among({name: b"".join(data.lower().split()) for name, data in scripts.items()})
    if len(set(binaries.values())) >= _FEW_BINARIES:
        yield from _among(binaries)


def _among(programs: Mapping[str, bytes]) -> Iterator[Likeness]:
    pieces = {name: _pieces(data) for name, data in programs.items()}
    owners = Counter(piece for some in pieces.values() for piece in some)
    most = max(2, len(programs) // 2)
    own = {name: {one for one in some if owners[one] <= most} for name, some in pieces.items()}
    for one, other in combinations(programs, 2):
        smaller = min(len(own[one]), len(own[other]))
        if programs[one] == programs[other] or smaller < _LEAST:
            continue
        share = len(own[one] & own[other]) / smaller
        if share >= ALIKE:
            yield Likeness(one, other, share)


def _pieces(data: bytes) -> set[int]:
    """The hashes of its pieces, or of a part of them that is the same in every program."""
    letters = np.frombuffer(data, dtype=np.uint8).astype(np.uint64)
    count = len(letters) - _PIECE + 1
    if count <= 0:
        return set()
    hashes = np.zeros(count, dtype=np.uint64)
    for place in range(_PIECE):
        hashes = hashes * np.uint64(0x100000001B3) + letters[place : place + count]
    hashes ^= hashes >> np.uint64(31)
    if count > _LARGE:
        hashes = hashes[hashes % np.uint64(_ONE_IN) == 0]
    return set(hashes.tolist())

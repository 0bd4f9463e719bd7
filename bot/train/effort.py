"""What alpha-beta takes to prove positions of MMPeshki, with weights that change as it runs.

The kernel is compiled once more for this, with weights that are not constant; see
``bot/mmpeshki/search/weights.pxd``.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from math import log
from random import Random
from typing import Any

from bot.train.kernel import compiled_here, loaded

_HEADER = "A 1 U\n0 30\n0 30\n"
_LEAST, _MOST = 10_000, 200_000
"""Nodes that a position may take: what is easier tells nothing, what is harder takes long."""
_THOUGHT = 0.6
"""How many of the half-moves into a game are thought about, with so many nodes."""
_NODES = 300
_SECONDS = 60.0
_MEGABYTES = 32


@cache
def _kernel() -> tuple[Any, ctypes.CDLL]:
    path = compiled_here("mmpeshki", "-DMM_WEIGHTS=")
    return loaded(path), ctypes.CDLL(str(path))


def in_use(count: int) -> list[int]:
    """The weights: those of the sources, if nobody has changed them."""
    _, library = _kernel()
    return list((ctypes.c_int * count).in_dll(library, "mm_weights"))


def effort_of_all(texts: Sequence[bytes], weights: Sequence[int]) -> float:
    """The mean of the logarithms of the nodes that proofs take; twice the most if there is none."""
    _, library = _kernel()
    (ctypes.c_int * len(weights)).in_dll(library, "mm_weights")[:] = list(weights)
    found = [_solved(text) for text in texts]
    return sum(log(nodes if proven else 2 * _MOST) for nodes, proven in found) / len(found)


def _solved(text: bytes) -> tuple[int, bool]:
    kernel, _ = _kernel()
    position = kernel.Position(text)
    found = position.solve(_SECONDS, all_moves=False, megabytes=_MEGABYTES, nodes=_MOST)
    return max(1, found.nodes), found.value.proven


def positions(count: int, seed: int) -> list[bytes]:
    """So many that are neither easy nor hard, some half-moves into openings by lot."""
    return list(islice(_fit(Random(seed)), count))


def _fit(lot: Random) -> Iterator[bytes]:
    while True:
        text = _some_moves_into(_opening(lot), lot)
        nodes, proven = _solved(text)
        if proven and nodes >= _LEAST:
            yield text


def _opening(lot: Random) -> bytes:
    """Eight pieces a side on two rows, and up to eight marks between them."""
    board = ["-"] * 64
    for what, cells, count in (
        ("B", range(16), 8),
        ("*", range(16, 48), lot.randint(0, 8)),
        ("A", range(48, 64), 8),
    ):
        for cell in lot.sample(cells, count):
            board[cell] = what
    rows = ("".join(board[n : n + 8]) + "\n" for n in range(0, 64, 8))
    return (_HEADER + "".join(rows)).encode()


def _some_moves_into(text: bytes, lot: Random) -> bytes:
    kernel, _ = _kernel()
    while True:
        position = kernel.Position(text)
        for _ in range(lot.randint(4, 16)):
            if position.outcome() == "U":
                thought = lot.random() < _THOUGHT and position.choose("champion", 1, _NODES)
                position.step(thought or lot.choice(position.steps()))
        if position.outcome() == "U":
            made: bytes = position.file()
            return made

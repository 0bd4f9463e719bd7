"""Measurement of the effort that alpha-beta needs to prove positions of MMPeshki.

The kernel is compiled once more for this with weights that can be changed while it runs; see
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

from bot.train.kernel import compile_present, load_kernel

_HEADER = "A 1 U\n0 30\n0 30\n"
_LEAST, _MOST = 10_000, 200_000
"""Bounds of the nodes of a position: easier ones say nothing, harder ones take long."""
_SHARE_OF_CHOSEN_MOVES = 0.6
"""Share of the half-moves after an opening that a search chooses."""
_NODES = 300
_SECONDS = 60.0
_MEGABYTES = 32


@cache
def _kernel() -> tuple[Any, ctypes.CDLL]:
    path = compile_present("mmpeshki", "-DMM_WEIGHTS=")
    return load_kernel(path), ctypes.CDLL(str(path))


def weights_in_use(count: int) -> list[int]:
    """Return the present weights of the kernel: at first those of the sources."""
    _, library = _kernel()
    return list((ctypes.c_int * count).in_dll(library, "mm_weights"))


def effort_of_all(texts: Sequence[bytes], weights: Sequence[int]) -> float:
    """Return the mean logarithm of the nodes of proofs; a failure counts as twice the most."""
    _, library = _kernel()
    (ctypes.c_int * len(weights)).in_dll(library, "mm_weights")[:] = list(weights)
    efforts = [_solve(text) for text in texts]
    return sum(log(nodes if proven else 2 * _MOST) for nodes, proven in efforts) / len(efforts)


def _solve(text: bytes) -> tuple[int, bool]:
    kernel, _ = _kernel()
    position = kernel.Position(text)
    solution = position.solve(_SECONDS, all_moves=False, megabytes=_MEGABYTES, nodes=_MOST)
    return max(1, solution.nodes), solution.value.proven


def positions(count: int, seed: int) -> list[bytes]:
    """Return positions that are neither easy nor hard, some half-moves after random openings."""
    return list(islice(_suitable_positions(Random(seed)), count))


def _suitable_positions(lot: Random) -> Iterator[bytes]:
    while True:
        text = _some_moves_into(_opening(lot), lot)
        nodes, proven = _solve(text)
        if proven and nodes >= _LEAST:
            yield text


def _opening(lot: Random) -> bytes:
    """Return a random opening: eight pieces a side on two rows, up to eight marks between them."""
    board = ["-"] * 64
    for piece, cells, count in (
        ("B", range(16), 8),
        ("*", range(16, 48), lot.randint(0, 8)),
        ("A", range(48, 64), 8),
    ):
        for cell in lot.sample(cells, count):
            board[cell] = piece
    rows = ("".join(board[n : n + 8]) + "\n" for n in range(0, 64, 8))
    return (_HEADER + "".join(rows)).encode()


def _some_moves_into(text: bytes, lot: Random) -> bytes:
    kernel, _ = _kernel()
    while True:
        position = kernel.Position(text)
        for _ in range(lot.randint(4, 16)):
            if position.outcome() == "U":
                chosen = lot.random() < _SHARE_OF_CHOSEN_MOVES and position.choose(
                    "champion", 1, _NODES
                )
                position.step(chosen or lot.choice(position.steps()))
        if position.outcome() == "U":
            file: bytes = position.file()
            return file

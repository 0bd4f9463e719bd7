"""The positions of MMPeshki by which its solver is measured: seeded, the same on every machine."""

from __future__ import annotations

from random import Random

from formats.board import Board, Cell
from formats.game import Position, StartRequest
from formats.games import all_games
from formats.matrix import Matrix, write_matrix

SAMPLE = """\
A 1 U
0 30
0 30
BBBB----
--------
--------
-----***
--------
***-----
--------
-A-A-A-A
"""
_MMPESHKI = all_games()["mmpeshki"]()
_MOST_MARKS = 8
_PIECES = 8


def sparse(count: int) -> list[str]:
    """Four to eight pieces a side anywhere in its half, with marks among them."""
    starts = (_MMPESHKI.start(StartRequest(seed=seed)) for seed in range(1, count + 1))
    return [write_matrix(Matrix(_MMPESHKI, start)) for start in starts]


def openings(count: int, first: int = 1) -> list[str]:
    """Eight pieces a side on its two rows, and up to eight marks on the rows between."""
    return [
        write_matrix(Matrix(_MMPESHKI, Position(_opening(seed))))
        for seed in range(first, first + count)
    ]


def _opening(seed: int) -> Board:
    lot = Random(f"opening {seed}")
    cells: dict[Cell, str] = {}
    for rows, pieces, what in (
        ((0, 1), _PIECES, "A"),
        ((6, 7), _PIECES, "B"),
        ((2, 3, 4, 5), lot.randint(0, _MOST_MARKS), "*"),
    ):
        room = [Cell(column, row) for row in rows for column in range(8)]
        cells |= dict.fromkeys(lot.sample(room, pieces), what)
    return Board.filled("-", 8, 8).with_changes(cells)

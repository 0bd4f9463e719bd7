"""Seeded positions of MMPeshki that the solver is measured on, the same on every machine."""

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
    """Return random starts: four to eight pieces a side in its own half, with marks among them."""
    starts = (_MMPESHKI.start(StartRequest(seed=seed)) for seed in range(1, count + 1))
    return [write_matrix(Matrix(_MMPESHKI, start)) for start in starts]


def openings(count: int, first: int = 1) -> list[str]:
    """Return positions of eight pieces on each side's two rows, and up to eight marks between."""
    return [
        write_matrix(Matrix(_MMPESHKI, Position(_opening(seed))))
        for seed in range(first, first + count)
    ]


def _opening(seed: int) -> Board:
    random = Random(f"opening {seed}")
    cells: dict[Cell, str] = {}
    for rows, pieces, symbol in (
        ((0, 1), _PIECES, "A"),
        ((6, 7), _PIECES, "B"),
        ((2, 3, 4, 5), random.randint(0, _MOST_MARKS), "*"),
    ):
        free_cells = [Cell(column, row) for row in rows for column in range(8)]
        cells |= dict.fromkeys(random.sample(free_cells, pieces), symbol)
    return Board.filled("-", 8, 8).with_changes(cells)

"""Random start positions of MMPeshki, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from formats.board import Board, Cell
from formats.game import BadRequest, StartRequest
from formats.games.mmpeshki import faults

_SIZE = 8
_LOWER_HALF = [Cell(column, row) for row in range(_SIZE // 2) for column in range(_SIZE)]
_FEWEST_DRAWN = 4
_MOST_MARKS_DRAWN, _MOST_MARKS = 8, 24


def start_boards(request: StartRequest) -> Iterator[Board]:
    """Yield boards to start from, in the order in which to try them."""
    if request == StartRequest(size=request.size):
        yield Board.of(["B" * _SIZE, *["-" * _SIZE] * (_SIZE - 2), "A" * _SIZE])
        return
    _check(request)
    lot = Random(request.seed or 0)  # The numbers need not be secret.
    while True:
        yield _random_board(lot, request)


def _check(request: StartRequest) -> None:
    if request.pieces is not None and not 1 <= request.pieces <= faults.MOST_PIECES:
        raise BadRequest(faults.WRONG_PIECES())
    marks = request.marks or 0
    if not 0 <= marks <= _MOST_MARKS or (request.mirrored and marks % 2):
        raise BadRequest(faults.WRONG_MARKS())


def _random_board(lot: Random, request: StartRequest) -> Board:
    """Return a board with each side's pieces in its own half, and marks among them."""
    pieces = (
        lot.randint(_FEWEST_DRAWN, faults.MOST_PIECES) if request.pieces is None else request.pieces
    )
    marks = lot.randint(0, _MOST_MARKS_DRAWN) if request.marks is None else request.marks
    lower = _half(lot, pieces, marks // 2)
    upper = lower if request.mirrored else _half(lot, pieces, marks - marks // 2)
    blue = {_across(cell): "B" if c == "A" else c for cell, c in upper.items()}
    return Board.filled("-", _SIZE, _SIZE).with_changes(lower | blue)


def _half(lot: Random, pieces: int, marks: int) -> dict[Cell, str]:
    """Return red's half: pieces on the first cells drawn, marks on the others."""
    cells = lot.sample(_LOWER_HALF, pieces + marks)
    return {cell: "A" if n < pieces else "*" for n, cell in enumerate(cells)}


def _across(cell: Cell) -> Cell:
    return Cell(cell.column, _SIZE - 1 - cell.row)

"""A second opinion on Reversi: what lies in each direction as a word, put to a pattern."""

import re

from tests.formats.games.given import OTHER, Board, Cell, Given, Result, read, written

WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def count(given: Given, depth: int) -> int:
    """Count the sequences of `depth` moves, passes included."""
    return _count(read(given.rows), given.player, depth)


def results(given: Given) -> set[Result]:
    """Collect the boards and points that the player's moves lead to."""
    boards = map(written, after_moves(read(given.rows), given.player))
    return {(rows, ("".join(rows).count("A"), "".join(rows).count("B"))) for rows in boards}


def _count(board: Board, player: str, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(_count(after, OTHER[player], depth - 1) for after in after_moves(board, player))


def after_moves(board: Board, player: str) -> list[Board]:
    """Make every move; the same board where the player has to pass."""
    found = [placed(board, player, cell) for cell in board if closes_in(board, player, cell)]
    if not found and any(closes_in(board, OTHER[player], cell) for cell in board):
        return [board]
    return found


def closes_in(board: Board, player: str, cell: Cell) -> list[Cell]:
    """List the discs that one of the player's on this cell closes in."""
    if board[cell] != "-":
        return []
    cells = []
    for x, y in WAYS:
        ray = [(cell[0] + n * x, cell[1] + n * y) for n in range(1, 26)]
        word = "".join(board.get(each, " ") for each in ray)
        row = re.match(f"({OTHER[player]}+){player}", word)
        cells += ray[: len(row[1])] if row else []
    return cells


def placed(board: Board, player: str, cell: Cell) -> Board:
    """Put a disc there and turn over what it closes in."""
    return {**board, **dict.fromkeys([cell, *closes_in(board, player, cell)], player)}

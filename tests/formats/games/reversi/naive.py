"""Independent rules of Reversi: the cells of each direction as a word, matched with a pattern."""

import re

from tests.formats.games.plain_position import (
    OTHER,
    Board,
    Cell,
    PlainPosition,
    cell_of,
    more_points,
    name_of,
    read,
)

WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
PASS = "pass"


def moves(position: PlainPosition) -> list[str]:
    """Return the cells where the player can place a disc; pass if only the other player can."""
    names = placings(position, position.player)
    return names or [PASS for _ in placings(position, OTHER[position.player])[:1]]


def placings(position: PlainPosition, player: str) -> list[str]:
    """Return the cells where a disc of the player's closes in others."""
    board = read(position.rows)
    return [name_of(cell) for cell in board if closes_in(board, player, cell)]


def closes_in(board: Board, player: str, cell: Cell) -> list[Cell]:
    """Return the discs that a disc of the player's on this cell closes in."""
    if board[cell] != "-":
        return []
    cells = []
    for x, y in WAYS:
        ray = [(cell[0] + n * x, cell[1] + n * y) for n in range(1, 26)]
        word = "".join(board.get(ray_cell, " ") for ray_cell in ray)
        row = re.match(f"({OTHER[player]}+){player}", word)
        cells += ray[: len(row[1])] if row else []
    return cells


def after(position: PlainPosition, move: str) -> PlainPosition:
    """Return the position with the disc placed, the closed-in discs turned over, and the points."""
    board = read(position.rows)
    if move == PASS:
        return position.then(board, passes=position.passes + 1)
    cell = cell_of(move)
    board |= dict.fromkeys([cell, *closes_in(board, position.player, cell)], position.player)
    discs = list(board.values())
    return position.then(board, (discs.count("A"), discs.count("B")))


def winner(position: PlainPosition) -> str:
    """Return the result by the number of discs when nobody can move, or U."""
    return "U" if moves(position) else more_points(position.points)

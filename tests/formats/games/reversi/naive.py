"""A second opinion on Reversi: what lies in each direction as a word, put to a pattern."""

import re

from tests.formats.games.given import (
    OTHER,
    Board,
    Cell,
    Given,
    cell_of,
    more_points,
    name_of,
    read,
)

WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
PASS = "pass"


def moves(given: Given) -> list[str]:
    """Try every cell; pass if there is none for this player, but one for the other."""
    found = placings(given, given.player)
    return found or [PASS for _ in placings(given, OTHER[given.player])[:1]]


def placings(given: Given, player: str) -> list[str]:
    """Name the cells where a disc of the player's closes in others."""
    board = read(given.rows)
    return [name_of(cell) for cell in board if closes_in(board, player, cell)]


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


def after(given: Given, move: str) -> Given:
    """Put a disc there, turn over what it closes in, and count."""
    board = read(given.rows)
    if move == PASS:
        return given.then(board, passes=given.passes + 1)
    cell = cell_of(move)
    board |= dict.fromkeys([cell, *closes_in(board, given.player, cell)], given.player)
    discs = list(board.values())
    return given.then(board, (discs.count("A"), discs.count("B")))


def winner(given: Given) -> str:
    """Count the discs when nobody can move."""
    return "U" if moves(given) else more_points(given.points)

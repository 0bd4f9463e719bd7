"""A second opinion on Knights: every pair of cells, put to the text of the rules."""

from tests.formats.games.given import (
    OTHER,
    Board,
    Cell,
    Given,
    cells_of,
    more_points,
    name_of,
    read,
)

LAST_HALF_MOVE = 60
WORTH = {"-": 0, "1": 1, "2": 2, "A": 1, "B": 1}


def moves(given: Given) -> list[str]:
    """Try to go from every cell to every other."""
    board = read(given.rows)
    return [
        f"{name_of(start)}-{name_of(end)}"
        for start in board
        if board[start] == given.player
        for end in board
        if board[end] != given.player and is_jump(start, end)
    ]


def is_jump(start: Cell, end: Cell) -> bool:
    """A knight's move: the product of how far it goes each way is two."""
    return abs(start[0] - end[0]) * abs(start[1] - end[1]) == 2


def after(given: Given, move: str) -> Given:
    """Go there, for what lies there, and for three points to each side that stands in line."""
    board = read(given.rows)
    start, end = cells_of(move)
    points = dict(zip("AB", given.points, strict=True))
    points[given.player] += WORTH[board[end]]
    board |= {start: "-", end: given.player}
    for side in "AB":
        points[side] += 3 if in_line(board, side) else 0
    return given.then(board, (points["A"], points["B"]))


def in_line(board: Board, side: str) -> bool:
    """Tell whether no two knights of the side differ in their row, or in their column."""
    knights = [cell for cell, mark in board.items() if mark == side]
    same = [all(cell[axis] == knights[0][axis] for cell in knights) for axis in (0, 1)]
    return bool(knights) and any(same)


def winner(given: Given) -> str:
    """Look for a line, for a side that is gone, for a move, and at the number."""
    board = read(given.rows)
    if in_line(board, "A") or in_line(board, "B"):
        return more_points(given.points)
    for side in "AB":
        if side not in board.values():
            return OTHER[side]
    if not moves(given):
        return OTHER[given.player]
    return more_points(given.points) if given.half_move > LAST_HALF_MOVE else "U"

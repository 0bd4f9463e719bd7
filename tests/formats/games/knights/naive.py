"""Independent rules of Knights: every pair of cells is compared with the text of the rules."""

from tests.formats.games.plain_position import (
    OTHER,
    Board,
    Cell,
    PlainPosition,
    cells_of,
    more_points,
    name_of,
    read,
)

LAST_HALF_MOVE = 60
WORTH = {"-": 0, "1": 1, "2": 2, "A": 1, "B": 1}


def moves(position: PlainPosition) -> list[str]:
    """Return the moves found by trying to go from every cell to every other."""
    board = read(position.rows)
    return [
        f"{name_of(start)}-{name_of(end)}"
        for start in board
        if board[start] == position.player
        for end in board
        if board[end] != position.player and is_jump(start, end)
    ]


def is_jump(start: Cell, end: Cell) -> bool:
    """Return whether a knight moves so: the product of the distances each way is two."""
    return abs(start[0] - end[0]) * abs(start[1] - end[1]) == 2


def after(position: PlainPosition, move: str) -> PlainPosition:
    """Return the position after the jump, with the points of the cell and of the lines."""
    board = read(position.rows)
    start, end = cells_of(move)
    points = dict(zip("AB", position.points, strict=True))
    points[position.player] += WORTH[board[end]]
    board |= {start: "-", end: position.player}
    for side in "AB":
        points[side] += 3 if in_line(board, side) else 0
    return position.then(board, (points["A"], points["B"]))


def in_line(board: Board, side: str) -> bool:
    """Return whether all knights of the side are in one row or in one column."""
    knights = [cell for cell, mark in board.items() if mark == side]
    same = [all(cell[axis] == knights[0][axis] for cell in knights) for axis in (0, 1)]
    return bool(knights) and any(same)


def winner(position: PlainPosition) -> str:
    """Return the result by lines, lost sides, missing moves and the limit, in this order."""
    board = read(position.rows)
    if in_line(board, "A") or in_line(board, "B"):
        return more_points(position.points)
    for side in "AB":
        if side not in board.values():
            return OTHER[side]
    if not moves(position):
        return OTHER[position.player]
    return more_points(position.points) if position.half_move > LAST_HALF_MOVE else "U"

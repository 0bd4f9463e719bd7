"""Independent rules of Fight-B: each direction, walked a cell at a time."""

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
MARK = {"A": "1", "B": "2"}
SIDEWAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def moves(position: PlainPosition) -> list[str]:
    """Return the moves along each line through each piece, both ways."""
    board, names = read(position.rows), []
    for start in [cell for cell, mark in board.items() if mark == position.player]:
        for step in SIDEWAYS:
            back = (-step[0], -step[1])
            line = [*walk(board, start, step), start, *walk(board, start, back)]
            distance = len([cell for cell in line if board[cell] in ("A", "B")])
            for direction in (step, back):
                ahead = walk(board, start, direction)
                if distance <= len(ahead) and board[ahead[distance - 1]] != "*":
                    names.append(f"{name_of(start)}-{name_of(ahead[distance - 1])}")
    return names


def walk(board: Board, start: Cell, step: Cell) -> list[Cell]:
    """Return the cells beyond the start, up to the edge."""
    cells = []
    column, row = start[0] + step[0], start[1] + step[1]
    while (column, row) in board:
        cells.append((column, row))
        column, row = column + step[0], row + step[1]
    return cells


def after(position: PlainPosition, move: str) -> PlainPosition:
    """Return the position after landing and marking the cells around."""
    start, end = cells_of(move)
    board = {**read(position.rows), start: "-", end: position.player}
    for column in range(end[0] - 1, end[0] + 2):
        for row in range(end[1] - 1, end[1] + 2):
            if board.get((column, row), "A") not in ("A", "B"):
                board[column, row] = MARK[position.player]
    marks = list(board.values())
    return position.then(board, (marks.count("1"), marks.count("2")))


def winner(position: PlainPosition) -> str:
    """Return the result by the four conditions of the rules, in their order."""
    cells = "".join(position.rows)
    if "*" not in cells:
        return more_points(position.points)
    for side in "AB":
        if side not in cells:
            return OTHER[side]
    if not moves(position):
        return OTHER[position.player]
    return more_points(position.points) if position.half_move > LAST_HALF_MOVE else "U"

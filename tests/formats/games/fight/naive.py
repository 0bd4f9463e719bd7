"""A second opinion on Fight-B: each direction, walked a cell at a time."""

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
MARK = {"A": "1", "B": "2"}
SIDEWAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def moves(given: Given) -> list[str]:
    """Look along each line through each piece, both ways."""
    board, found = read(given.rows), []
    for start in [cell for cell, mark in board.items() if mark == given.player]:
        for way in SIDEWAYS:
            back = (-way[0], -way[1])
            line = [*walk(board, start, way), start, *walk(board, start, back)]
            far = len([cell for cell in line if board[cell] in ("A", "B")])
            for direction in (way, back):
                ahead = walk(board, start, direction)
                if far <= len(ahead) and board[ahead[far - 1]] != "*":
                    found.append(f"{name_of(start)}-{name_of(ahead[far - 1])}")
    return found


def walk(board: Board, start: Cell, way: Cell) -> list[Cell]:
    """List the cells beyond the start, up to the edge."""
    cells = []
    column, row = start[0] + way[0], start[1] + way[1]
    while (column, row) in board:
        cells.append((column, row))
        column, row = column + way[0], row + way[1]
    return cells


def after(given: Given, move: str) -> Given:
    """Land there, and mark what is around."""
    start, end = cells_of(move)
    board = {**read(given.rows), start: "-", end: given.player}
    for column in range(end[0] - 1, end[0] + 2):
        for row in range(end[1] - 1, end[1] + 2):
            if board.get((column, row), "A") not in ("A", "B"):
                board[column, row] = MARK[given.player]
    marks = list(board.values())
    return given.then(board, (marks.count("1"), marks.count("2")))


def winner(given: Given) -> str:
    """Ask the four questions of the rules in their order."""
    there = "".join(given.rows)
    if "*" not in there:
        return more_points(given.points)
    for side in "AB":
        if side not in there:
            return OTHER[side]
    if not moves(given):
        return OTHER[given.player]
    return more_points(given.points) if given.half_move > LAST_HALF_MOVE else "U"

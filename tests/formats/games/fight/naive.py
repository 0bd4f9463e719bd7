"""A second opinion on Fight-B: each direction, walked a cell at a time."""

from tests.formats.games.given import OTHER, Board, Cell, Given, Result, read, written

LAST_HALF_MOVE = 60
MARK = {"A": "1", "B": "2"}
SIDEWAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def count(given: Given, depth: int) -> int:
    """Count the sequences of `depth` moves."""
    return _count(read(given.rows), given.player, given.half_move, depth)


def results(given: Given) -> set[Result]:
    """Collect the boards and points that the player's moves lead to."""
    found = set()
    for after in moves(read(given.rows), given.player):
        marks = list(after.values())
        found.add((written(after), (marks.count("1"), marks.count("2"))))
    return found


def _count(board: Board, player: str, half_move: int, depth: int) -> int:
    if depth == 0:
        return 1
    if half_move > LAST_HALF_MOVE or not {"*", "A", "B"} <= set(board.values()):
        return 0
    return sum(
        _count(after, OTHER[player], half_move + 1, depth - 1) for after in moves(board, player)
    )


def moves(board: Board, player: str) -> list[Board]:
    """List the boards after each move."""
    found = []
    for start in [cell for cell, mark in board.items() if mark == player]:
        for way in SIDEWAYS:
            back = (-way[0], -way[1])
            line = [*walk(board, start, way), start, *walk(board, start, back)]
            far = len([cell for cell in line if board[cell] in ("A", "B")])
            for direction in (way, back):
                ahead = walk(board, start, direction)
                if far <= len(ahead) and board[ahead[far - 1]] != "*":
                    found.append(landed(board, player, start, ahead[far - 1]))
    return found


def walk(board: Board, start: Cell, way: Cell) -> list[Cell]:
    """List the cells beyond the start, up to the edge."""
    cells = []
    column, row = start[0] + way[0], start[1] + way[1]
    while (column, row) in board:
        cells.append((column, row))
        column, row = column + way[0], row + way[1]
    return cells


def landed(board: Board, player: str, start: Cell, end: Cell) -> Board:
    """What the move makes of the board."""
    after = {**board, start: "-", end: player}
    for column in range(end[0] - 1, end[0] + 2):
        for row in range(end[1] - 1, end[1] + 2):
            if after.get((column, row), "A") not in ("A", "B"):
                after[column, row] = MARK[player]
    return after

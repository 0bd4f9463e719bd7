"""A second opinion on Knights: every pair of cells, put to the text of the rules."""

from tests.formats.games.given import OTHER, Board, Cell, Given, Result, read, written

LAST_HALF_MOVE = 60
WORTH = {"-": 0, "1": 1, "2": 2, "A": 1, "B": 1}


def count(given: Given, depth: int) -> int:
    """Count the sequences of `depth` moves."""
    return _count(read(given.rows), given.player, given.half_move, depth)


def results(given: Given) -> set[Result]:
    """Collect the boards and points that the player's moves lead to."""
    found = set()
    board = read(given.rows)
    for start in board:
        for end in board:
            if not may_go(board, given.player, start, end):
                continue
            after = moved(board, start, end)
            points = dict(zip("AB", given.points, strict=True))
            points[given.player] += WORTH[board[end]]
            for side in "AB":
                points[side] += 3 if in_line(after, side) else 0
            found.add((written(after), (points["A"], points["B"])))
    return found


def _count(board: Board, player: str, half_move: int, depth: int) -> int:
    if depth == 0:
        return 1
    if half_move > LAST_HALF_MOVE or in_line(board, "A") or in_line(board, "B"):
        return 0
    if "A" not in board.values() or "B" not in board.values():
        return 0
    return sum(
        _count(moved(board, start, end), OTHER[player], half_move + 1, depth - 1)
        for start in board
        for end in board
        if may_go(board, player, start, end)
    )


def may_go(board: Board, player: str, start: Cell, end: Cell) -> bool:
    """A knight's move: the product of how far it goes each way is two."""
    far = abs(start[0] - end[0]) * abs(start[1] - end[1])
    return board[start] == player and board[end] != player and far == 2


def moved(board: Board, start: Cell, end: Cell) -> Board:
    """What the move makes of the board."""
    return {**board, start: "-", end: board[start]}


def in_line(board: Board, side: str) -> bool:
    """Tell whether no two knights of the side differ in their row, or in their column."""
    knights = [cell for cell, mark in board.items() if mark == side]
    same = [all(cell[axis] == knights[0][axis] for cell in knights) for axis in (0, 1)]
    return bool(knights) and any(same)

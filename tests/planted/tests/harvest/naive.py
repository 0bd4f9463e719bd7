"""A second opinion on Harvest: the field as a dict, and each word tried."""

from tests.formats.games.given import Board, Cell, Given, more_points, read

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
WORTH = {"-": 0, "w": 1, "c": 2}
LAST_HALF_MOVE = 40


def moves(given: Given) -> list[str]:
    """Try each side; a pass is always possible, a rest while some are left."""
    board = read(given.rows)
    free = [word for word in WAYS if board.get(goal(board, given.player, word), "A") in WORTH]
    return [*free, "pass", *(["rest"] if rests(given)[given.player] else [])]


def goal(board: Board, player: str, word: str) -> Cell:
    """Find the cell on that side of the cart."""
    column, row = next(cell for cell, mark in board.items() if mark == player)
    return column + WAYS[word][0], row + WAYS[word][1]


def rests(given: Given) -> dict[str, int]:
    """Read how often each may rest."""
    return dict(zip("AB", map(int, given.state[0].split()), strict=True))


def after(given: Given, move: str) -> Given:
    """Drive there and take what grows there; pass; or use up a rest."""
    board, player, left = read(given.rows), given.player, rests(given)
    if move == "pass":
        return given.then(board, passes=given.passes + 1)
    if move == "rest":
        left[player] -= 1
        return given.then(board, state=(f"{left['A']} {left['B']}",))
    points = dict(zip("AB", given.points, strict=True))
    there = goal(board, player, move)
    points[player] += WORTH[board[there]]
    board = {cell: "-" if mark == player else mark for cell, mark in board.items()}
    return given.then({**board, there: player}, (points["A"], points["B"]))


def winner(given: Given) -> str:
    """Count the points once nothing grows, after two passes, and when the time is up."""
    is_over = not {"w", "c"} & set("".join(given.rows))
    if is_over or given.passes == 2 or given.half_move > LAST_HALF_MOVE:
        return more_points(given.points)
    return "U"

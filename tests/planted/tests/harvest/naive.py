"""A second opinion on Harvest: the field as a dict, and each word tried."""

from tests.formats.games.given import OTHER, Board, Given, Result, read, written

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
WORTH = {"-": 0, "w": 1, "c": 2}
LAST_HALF_MOVE = 40


def count(given: Given, depth: int) -> int:
    """Count the sequences of `depth` moves, passes and rests among them."""
    rests = dict(zip("AB", map(int, given.state[0].split()), strict=True))
    return _count(read(given.rows), given.player, given.half_move, rests, 0, depth)


def results(given: Given) -> set[Result]:
    """Collect the fields and points after each move."""
    found = {(tuple(given.rows), given.points)}
    for after, won in drives(read(given.rows), given.player):
        points = dict(zip("AB", given.points, strict=True))
        points[given.player] += won
        found.add((written(after), (points["A"], points["B"])))
    return found


def _count(
    board: Board, player: str, half_move: int, rests: dict[str, int], passes: int, depth: int
) -> int:
    if depth == 0:
        return 1
    if half_move > LAST_HALF_MOVE or passes == 2 or not {"w", "c"} & set(board.values()):
        return 0
    following = OTHER[player], half_move + 1
    total = sum(_count(b, *following, rests, 0, depth - 1) for b, _ in drives(board, player))
    total += _count(board, *following, rests, passes + 1, depth - 1)
    if rests[player]:
        rested = {**rests, player: rests[player] - 1}
        total += _count(board, *following, rested, 0, depth - 1)
    return total


def drives(board: Board, player: str) -> list[tuple[Board, int]]:
    """List the fields after the cart has gone one cell, and what that is worth."""
    ((column, row),) = (cell for cell, mark in board.items() if mark == player)
    found = []
    for right, up in WAYS.values():
        target = column + right, row + up
        if board.get(target, "A") not in ("A", "B"):
            found.append(({**board, (column, row): "-", target: player}, WORTH[board[target]]))
    return found

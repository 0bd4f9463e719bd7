"""Independent rules of Harvest: the field as a dict, and each word tried."""

from tests.formats.games.plain_position import Board, Cell, PlainPosition, more_points, read

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
WORTH = {"-": 0, "w": 1, "c": 2}
LAST_HALF_MOVE = 40


def moves(position: PlainPosition) -> list[str]:
    """Return the possible drives; a pass is always possible, a rest while some are left."""
    board = read(position.rows)
    free = [word for word in WAYS if board.get(goal(board, position.player, word), "A") in WORTH]
    return [*free, "pass", *(["rest"] if rests(position)[position.player] else [])]


def goal(board: Board, player: str, word: str) -> Cell:
    """Return the cell on that side of the player's cart."""
    column, row = next(cell for cell, mark in board.items() if mark == player)
    return column + WAYS[word][0], row + WAYS[word][1]


def rests(position: PlainPosition) -> dict[str, int]:
    """Return the number of rests left to each player."""
    return dict(zip("AB", map(int, position.state[0].split()), strict=True))


def after(position: PlainPosition, move: str) -> PlainPosition:
    """Return the position after a drive and its harvest, a pass, or a rest."""
    board, player, rests_left = read(position.rows), position.player, rests(position)
    if move == "pass":
        return position.then(board, passes=position.passes + 1)
    if move == "rest":
        rests_left[player] -= 1
        return position.then(board, state=(f"{rests_left['A']} {rests_left['B']}",))
    points = dict(zip("AB", position.points, strict=True))
    target = goal(board, player, move)
    points[player] += WORTH[board[target]]
    board = {cell: "-" if mark == player else mark for cell, mark in board.items()}
    return position.then({**board, target: player}, (points["A"], points["B"]))


def winner(position: PlainPosition) -> str:
    """Return the result when nothing grows, after two passes, and at the limit; U otherwise."""
    is_over = not {"w", "c"} & set("".join(position.rows))
    if is_over or position.passes == 2 or position.half_move > LAST_HALF_MOVE:
        return more_points(position.points)
    return "U"

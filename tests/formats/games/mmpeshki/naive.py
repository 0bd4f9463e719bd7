"""Independent rules of MMPeshki: all 64 x 64 pairs of squares, compared with the rules' text."""

from tests.formats.games.plain_position import (
    OTHER,
    Board,
    Cell,
    PlainPosition,
    cells_of,
    name_of,
    read,
)

UP = {"A": 1, "B": -1}
FAR_ROW = {"A": 7, "B": 0}
LAST_HALF_MOVE = 60


def moves(position: PlainPosition) -> list[str]:
    """Return the moves among all pairs of squares."""
    board, names = read(position.rows), []
    for start in [cell for cell, mark in board.items() if mark == position.player]:
        for end in [cell for cell, mark in board.items() if mark == "-"]:
            if is_step(position.player, start, end):
                names.append(f"{name_of(start)}-{name_of(end)}")
            elif is_capture(board, position.player, start, end):
                names.append(f"{name_of(start)}:{name_of(end)}")
    return names


def is_step(player: str, start: Cell, end: Cell) -> bool:
    """Return whether rule 6 allows it: one cell forward, forward-left or forward-right."""
    return end[1] == start[1] + UP[player] and abs(end[0] - start[0]) <= 1


def is_capture(board: Board, player: str, start: Cell, end: Cell) -> bool:
    """Return whether rule 7 allows it: over an adjacent enemy piece to the next cell."""
    return (
        end[1] == start[1] + 2 * UP[player]
        and end[0] - start[0] in (-2, 0, 2)
        and board[between(start, end)] == OTHER[player]
    )


def between(start: Cell, end: Cell) -> Cell:
    """Return the cell half-way between two cells."""
    return (start[0] + end[0]) // 2, (start[1] + end[1]) // 2


def after(position: PlainPosition, move: str) -> PlainPosition:
    """Return the position after the move, without the captured piece."""
    start, end = cells_of(move.replace(":", "-"))
    captured = {between(start, end): "-"} if ":" in move else {}
    return position.then({**read(position.rows), **captured, start: "-", end: position.player})


def winner(position: PlainPosition) -> str:
    """Return the result by the three conditions of the rules, in their order."""
    mover = OTHER[position.player]
    if not moves(position):  # rule 9
        return position.player
    if position.half_move > 1 and reached_far_row(read(position.rows), mover):  # rule 10
        return mover
    return "D" if position.half_move > LAST_HALF_MOVE else "U"


def reached_far_row(board: Board, player: str) -> bool:
    """Return whether the player has a piece on the row that it is heading for."""
    return any(board[column, FAR_ROW[player]] == player for column in range(8))

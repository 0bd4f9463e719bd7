"""A second opinion on MMPeshki: all 64 x 64 pairs of squares, each put to the text of the rules."""

from tests.formats.games.given import OTHER, Board, Cell, Given, cells_of, name_of, read

UP = {"A": 1, "B": -1}
FAR_ROW = {"A": 7, "B": 0}
LAST_HALF_MOVE = 60


def moves(given: Given) -> list[str]:
    """Put every pair of squares to the rules."""
    board, found = read(given.rows), []
    for start in [cell for cell, mark in board.items() if mark == given.player]:
        for end in [cell for cell, mark in board.items() if mark == "-"]:
            if is_step(given.player, start, end):
                found.append(f"{name_of(start)}-{name_of(end)}")
            elif is_capture(board, given.player, start, end):
                found.append(f"{name_of(start)}:{name_of(end)}")
    return found


def is_step(player: str, start: Cell, end: Cell) -> bool:
    """Rule 6: one cell forward, forward-left or forward-right."""
    return end[1] == start[1] + UP[player] and abs(end[0] - start[0]) <= 1


def is_capture(board: Board, player: str, start: Cell, end: Cell) -> bool:
    """Rule 7: over an adjacent enemy piece to the next cell of that line."""
    return (
        end[1] == start[1] + 2 * UP[player]
        and end[0] - start[0] in (-2, 0, 2)
        and board[between(start, end)] == OTHER[player]
    )


def between(start: Cell, end: Cell) -> Cell:
    """Name the cell half-way between two cells."""
    return (start[0] + end[0]) // 2, (start[1] + end[1]) // 2


def after(given: Given, move: str) -> Given:
    """Go there; the piece that was jumped over is gone."""
    start, end = cells_of(move.replace(":", "-"))
    captured = {between(start, end): "-"} if ":" in move else {}
    return given.then({**read(given.rows), **captured, start: "-", end: given.player})


def winner(given: Given) -> str:
    """Ask the three questions of the rules in their order."""
    mover = OTHER[given.player]
    if not moves(given):  # rule 9
        return given.player
    if given.half_move > 1 and reached_far_row(read(given.rows), mover):  # rule 10
        return mover
    return "D" if given.half_move > LAST_HALF_MOVE else "U"


def reached_far_row(board: Board, player: str) -> bool:
    """Tell whether the player has a piece on the row it is heading for."""
    return any(board[column, FAR_ROW[player]] == player for column in range(8))

"""A second opinion on MMPeshki: all 64 x 64 pairs of squares, each put to the text of the rules."""

from tests.formats.games.given import OTHER, Board, Cell, Given, read

UP = {"A": 1, "B": -1}
FAR_ROW = {"A": 7, "B": 0}
LAST_HALF_MOVE = 60


def count(given: Given, depth: int) -> int:
    """Count the sequences of `depth` moves."""
    return peshki_count(read(given.rows), given.player, given.half_move, depth)


def peshki_count(board: Board, player: str, half_move: int, depth: int) -> int:
    """Count the sequences of `depth` moves."""
    if depth == 0:
        return 1
    if peshki_over(board, player, half_move):
        return 0
    return sum(
        peshki_count(after, OTHER[player], half_move + 1, depth - 1)
        for after in peshki_moves(board, player)
    )


def peshki_over(board: Board, player: str, half_move: int) -> bool:
    """Tell whether the game has ended before `player` makes this half-move."""
    if not peshki_moves(board, player):  # rule 9, and `player` has won
        return True
    if half_move > 1 and reached_far_row(board, OTHER[player]):  # rule 10
        return True
    return half_move > LAST_HALF_MOVE


def reached_far_row(board: Board, player: str) -> bool:
    """Tell whether the player has a piece on the row it is heading for."""
    return any(board[column, FAR_ROW[player]] == player for column in range(8))


def peshki_moves(board: Board, player: str) -> list[Board]:
    """List the boards after each legal move: every pair of squares, put to the rules."""
    moves = []
    for start in board:
        for end in board:
            if is_step(board, player, start, end):
                moves.append({**board, start: "-", end: player})
            elif is_capture(board, player, start, end):
                moves.append({**board, start: "-", between(start, end): "-", end: player})
    return moves


def is_step(board: Board, player: str, start: Cell, end: Cell) -> bool:
    """Rule 6: one cell forward, forward-left or forward-right, to a free cell."""
    return (
        board[start] == player
        and board[end] == "-"
        and end[1] == start[1] + UP[player]
        and abs(end[0] - start[0]) <= 1
    )


def is_capture(board: Board, player: str, start: Cell, end: Cell) -> bool:
    """Rule 7: over an adjacent enemy piece to the next cell of that line, which is free."""
    return (
        board[start] == player
        and board[end] == "-"
        and end[1] == start[1] + 2 * UP[player]
        and end[0] - start[0] in (-2, 0, 2)
        and board[between(start, end)] == OTHER[player]
    )


def between(start: Cell, end: Cell) -> Cell:
    """Name the cell half-way between two cells."""
    return (start[0] + end[0]) // 2, (start[1] + end[1]) // 2

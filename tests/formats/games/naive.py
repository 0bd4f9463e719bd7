"""A second, deliberately naive statement of the three games, to check the law against.

It counts the sequences of legal steps from a position (perft) and does nothing else. It is written
from the prose of the rules alone and shares no code and, as far as can be, no method with the law:

- MMPeshki tries all 64 x 64 pairs of squares and puts each to the text of the rules;
- Virus War finds what is accessible by rescanning the whole board until nothing changes, and
  whether a turn can be completed by trying to complete it;
- Chomp rebuilds the set of chips after every bite.

A board is a dict from (column, row), both from 0 at the bottom left, to the character of the cell.
Nothing is remembered from one position to the next; it is slow on purpose.
"""

from collections.abc import Mapping, Sequence

Cell = tuple[int, int]
Board = dict[Cell, str]
Rules = Mapping[str, str]

OTHER = {"A": "B", "B": "A"}
KILLED = {"A": "a", "B": "b"}
UP = {"A": 1, "B": -1}
FAR_ROW = {"A": 7, "B": 0}
LAST_HALF_MOVE = 60
STEPS_IN_A_TURN = 3


def count(
    game: str,
    rules: Rules,
    rows: Sequence[str],
    player: str,
    half_move: int,
    depth: int,
    last_pass: bool = False,
) -> int:
    """Count the sequences of exactly `depth` steps; a game that is over has no continuation.

    A step is a move, and in Virus War a single step of a turn. Passes are never counted, so that
    `last_pass`, which could only matter to a second pass, changes nothing.
    """
    del last_pass
    board = read(rows)
    if game == "mmpeshki":
        return peshki_count(board, player, half_move, depth)
    if game == "virus-war":
        return virus_count(rules, board, player, half_move, 0, depth)
    if game == "chomp":
        return chomp_count({cell for cell, mark in board.items() if mark == "o"}, depth)
    raise ValueError(f"no such game: {game}")


def read(rows: Sequence[str]) -> Board:
    """Turn rows, the top one first, into a board."""
    return {
        (column, row): mark
        for row, line in enumerate(reversed(rows))
        for column, mark in enumerate(line)
    }


# MMPeshki


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


# Virus War


def virus_count(
    rules: Rules, board: Board, player: str, half_move: int, made: int, depth: int
) -> int:
    """Count the sequences of `depth` steps, with `made` steps of the present turn made."""
    if depth == 0:
        return 1
    if virus_over(rules, board, player, half_move, made):
        return 0
    steps = virus_steps(rules, board, player)
    if made == turn_length(rules, half_move) or (made > 0 and not steps):
        return virus_count(rules, board, OTHER[player], half_move + 1, 0, depth)
    return sum(virus_count(rules, after, player, half_move, made + 1, depth - 1) for after in steps)


def virus_over(rules: Rules, board: Board, player: str, half_move: int, made: int) -> bool:
    """Tell whether the game has ended, by the ending that the rules name."""
    if rules["ending"] == "full-turn":
        steps = turn_length(rules, half_move)
        return made == 0 and not can_make(rules, board, player, steps)
    return any(entered(board, side) and side not in board.values() for side in "AB")


def turn_length(rules: Rules, half_move: int) -> int:
    """Say how many steps a full turn has at this half-move."""
    return int(rules["first-turn"]) if half_move == 1 else STEPS_IN_A_TURN


def can_make(rules: Rules, board: Board, player: str, steps: int) -> bool:
    """Tell whether the player can make so many steps one after another, by trying it."""
    return steps == 0 or any(
        can_make(rules, after, player, steps - 1) for after in virus_steps(rules, board, player)
    )


def entered(board: Board, player: str) -> bool:
    """Tell whether the player has ever had a symbol on the board: one alive or one killed."""
    return player in board.values() or KILLED[player] in board.values()


def virus_steps(rules: Rules, board: Board, player: str) -> list[Board]:
    """List the boards after each legal step of the player."""
    enemy = OTHER[player]
    after = {"-": player, enemy: KILLED[enemy]}
    if rules["opening"] == "corner" and not entered(board, player):
        open_cells = {cell for cell in [corner(board, player)] if board[cell] == "-"}
    else:
        open_cells = accessible(board, player)
    return [{**board, cell: after[board[cell]]} for cell in open_cells if board[cell] in after]


def corner(board: Board, player: str) -> Cell:
    """Name the corner where the player enters the board: a1, or the one opposite."""
    return min(board) if player == "A" else max(board)


def accessible(board: Board, player: str) -> set[Cell]:
    """Collect the cells that touch a live symbol of the player or a chain that leads to one.

    Rescans the whole board until nothing changes. A chain runs through the enemy symbols that the
    player has killed, never through the player's own killed ones.
    """
    reached = {cell for cell in board if board[cell] == player}
    while True:
        touched = {cell for cell in board if cell not in reached and touches(cell, reached)}
        links = {cell for cell in touched if board[cell] == KILLED[OTHER[player]]}
        if not links:
            return touched
        reached |= links


def touches(cell: Cell, others: set[Cell]) -> bool:
    """Tell whether a cell touches one of the others, by a side or by a corner."""
    column, row = cell
    return any((column + right, row + up) in others for right in (-1, 0, 1) for up in (-1, 0, 1))


# Chomp


def chomp_count(chips: set[Cell], depth: int) -> int:
    """Count the sequences of `depth` bites; the game is over once the poisoned chip is eaten."""
    if depth == 0:
        return 1
    if (0, 0) not in chips:
        return 0
    return sum(chomp_count(bite(chips, chip), depth - 1) for chip in chips)


def bite(chips: set[Cell], eaten: Cell) -> set[Cell]:
    """Keep the chips that are below or left of the eaten one."""
    return {chip for chip in chips if chip[1] < eaten[1] or chip[0] < eaten[0]}

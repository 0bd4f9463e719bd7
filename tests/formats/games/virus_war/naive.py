"""Independent rules of Virus War.

Accessible cells are found by rescanning the whole board until nothing changes, and a turn can be
completed if trying to complete it succeeds.
"""

from collections.abc import Mapping

from tests.formats.games.plain_position import (
    OTHER,
    Board,
    Cell,
    PlainPosition,
    cell_of,
    name_of,
    read,
    rows_of,
)

Rules = Mapping[str, str]

KILLED = {"A": "a", "B": "b"}
STEPS_IN_A_TURN = 3
PASS = "pass"
OPTIONS = ("opening", "first-turn", "passing", "ending")
RULE_SETS = {
    "classic": ("corner", "3", "yes", "kill-all"),
    "sesc": ("corner", "3", "yes", "last-turn"),
    "petersburg": ("occupied", "1", "no", "full-turn"),
    "last-move": ("corner", "3", "no", "full-turn"),
}


def moves(position: PlainPosition) -> list[str]:
    """Return the cells where the player can make a step."""
    rules, board = options(position.rules), read(position.rows)
    return [name_of(cell) for cell in steps(rules, board, position.player)]


def after(position: PlainPosition, move: str) -> PlainPosition:
    """Return the position after a step, which may end the turn, or after a pass."""
    rules, board = options(position.rules), read(position.rows)
    if move == PASS:
        return position.then(board, passes=position.passes + 1)
    board = board_after_step(board, position.player, cell_of(move))
    steps_made = position.steps_made + 1
    is_full = steps_made == turn_length(rules, position.half_move) or killed_all(rules, board)
    if is_full or not steps(rules, board, position.player):
        return position.then(board)
    return position._replace(rows=rows_of(board), steps_made=steps_made)


def may_pass(position: PlainPosition) -> bool:
    """Return whether a whole turn can be passed: if the rules allow it, or if there is no step."""
    if position.steps_made:
        return False
    return options(position.rules)["passing"] == "yes" or not moves(position)


def winner(position: PlainPosition) -> str:
    """Return the result by the ending of the rules and by the passes; U within a turn."""
    rules, board, player = options(position.rules), read(position.rows), position.player
    if position.steps_made:
        return "U"
    if killed_all(rules, board):
        return killed_all(rules, board)
    length = turn_length(rules, position.half_move)
    if rules["ending"] == "full-turn" and not can_make(rules, board, player, length):
        return OTHER[player]
    if position.passes < 2:
        return "U"
    return OTHER[player] if rules["ending"] == "last-turn" else "D"


def options(line: str | None) -> Rules:
    """Return the options of the line `rules` of a file: a rule set, and changes of it."""
    name, *changes = (line or "classic").split()
    named = dict(option.split("=") for option in changes)
    return dict(zip(OPTIONS, RULE_SETS[name], strict=True)) | named


def turn_length(rules: Rules, half_move: int) -> int:
    """Return the number of steps of a full turn at this half-move."""
    return int(rules["first-turn"]) if half_move == 1 else STEPS_IN_A_TURN


def killed_all(rules: Rules, board: Board) -> str:
    """Return the player who has killed all symbols, if that wins, or an empty string."""
    if rules["ending"] == "full-turn":
        return ""
    gone = [side for side in "AB" if has_entered(board, side) and side not in board.values()]
    return OTHER[gone[0]] if gone else ""


def can_make(rules: Rules, board: Board, player: str, number: int) -> bool:
    """Return whether the player can make this many steps one after another, by trying."""
    return number == 0 or any(
        can_make(rules, board_after_step(board, player, cell), player, number - 1)
        for cell in steps(rules, board, player)
    )


def has_entered(board: Board, player: str) -> bool:
    """Return whether the player has ever had a symbol on the board, live or killed."""
    return player in board.values() or KILLED[player] in board.values()


def steps(rules: Rules, board: Board, player: str) -> list[Cell]:
    """Return the cells where the player can put a symbol or kill one."""
    if rules["opening"] == "corner" and not has_entered(board, player):
        return [cell for cell in [corner(board, player)] if board[cell] == "-"]
    return [cell for cell in accessible(board, player) if board[cell] in ("-", OTHER[player])]


def board_after_step(board: Board, player: str, cell: Cell) -> Board:
    """Return the board with a symbol put there, or with the symbol there killed."""
    return {**board, cell: player if board[cell] == "-" else KILLED[OTHER[player]]}


def corner(board: Board, player: str) -> Cell:
    """Return the corner where the player enters the board: a1, or the opposite one."""
    return min(board) if player == "A" else max(board)


def accessible(board: Board, player: str) -> set[Cell]:
    """Return the cells that touch a live symbol of the player or a chain that leads to one.

    The whole board is rescanned until nothing changes. A chain runs through the enemy symbols that
    the player has killed, never through the player's own killed ones.
    """
    reached = {cell for cell in board if board[cell] == player}
    while True:
        touched = {cell for cell in board if cell not in reached and touches(cell, reached)}
        links = {cell for cell in touched if board[cell] == KILLED[OTHER[player]]}
        if not links:
            return touched
        reached |= links


def touches(cell: Cell, others: set[Cell]) -> bool:
    """Return whether a cell touches one of the others, by a side or by a corner."""
    column, row = cell
    return any((column + right, row + up) in others for right in (-1, 0, 1) for up in (-1, 0, 1))

"""A second opinion on Virus War.

What is accessible is found by rescanning the whole board until nothing changes, and whether a turn
can be completed by trying to complete it.
"""

from collections.abc import Mapping

from tests.formats.games.given import OTHER, Board, Cell, Given, cell_of, name_of, read, written

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


def moves(given: Given) -> list[str]:
    """Name the cells where the player can make a step."""
    rules, board = options(given.rules), read(given.rows)
    return [name_of(cell) for cell in steps(rules, board, given.player)]


def after(given: Given, move: str) -> Given:
    """Make a step, which may be the last of the turn, or pass."""
    rules, board = options(given.rules), read(given.rows)
    if move == PASS:
        return given.then(board, passes=given.passes + 1)
    board = stepped(board, given.player, cell_of(move))
    made = given.made + 1
    is_full = made == turn_length(rules, given.half_move) or killed_all(rules, board)
    if is_full or not steps(rules, board, given.player):
        return given.then(board)
    return given._replace(rows=written(board), made=made)


def may_pass(given: Given) -> bool:
    """A whole turn can be passed where the rules allow it, or if there is no step."""
    if given.made:
        return False
    return options(given.rules)["passing"] == "yes" or not moves(given)


def winner(given: Given) -> str:
    """Put to a board between turns the ending that the rules name, and then the passes."""
    rules, board, player = options(given.rules), read(given.rows), given.player
    if given.made:
        return "U"
    if killed_all(rules, board):
        return killed_all(rules, board)
    length = turn_length(rules, given.half_move)
    if rules["ending"] == "full-turn" and not can_make(rules, board, player, length):
        return OTHER[player]
    if given.passes < 2:
        return "U"
    return OTHER[player] if rules["ending"] == "last-turn" else "D"


def options(line: str | None) -> Rules:
    """Spell out what the line `rules` of a file says: a rule set, and what departs from it."""
    name, *departing = (line or "classic").split()
    named = dict(option.split("=") for option in departing)
    return dict(zip(OPTIONS, RULE_SETS[name], strict=True)) | named


def turn_length(rules: Rules, half_move: int) -> int:
    """Say how many steps a full turn has at this half-move."""
    return int(rules["first-turn"]) if half_move == 1 else STEPS_IN_A_TURN


def killed_all(rules: Rules, board: Board) -> str:
    """Name the player who has killed all, if that wins and has happened."""
    if rules["ending"] == "full-turn":
        return ""
    gone = [side for side in "AB" if entered(board, side) and side not in board.values()]
    return OTHER[gone[0]] if gone else ""


def can_make(rules: Rules, board: Board, player: str, number: int) -> bool:
    """Tell whether the player can make so many steps one after another, by trying it."""
    return number == 0 or any(
        can_make(rules, stepped(board, player, cell), player, number - 1)
        for cell in steps(rules, board, player)
    )


def entered(board: Board, player: str) -> bool:
    """Tell whether the player has ever had a symbol on the board: one alive or one killed."""
    return player in board.values() or KILLED[player] in board.values()


def steps(rules: Rules, board: Board, player: str) -> list[Cell]:
    """List the cells where the player can put a symbol or kill one."""
    if rules["opening"] == "corner" and not entered(board, player):
        return [cell for cell in [corner(board, player)] if board[cell] == "-"]
    return [cell for cell in accessible(board, player) if board[cell] in ("-", OTHER[player])]


def stepped(board: Board, player: str, cell: Cell) -> Board:
    """Put a symbol there, or kill the one that is there."""
    return {**board, cell: player if board[cell] == "-" else KILLED[OTHER[player]]}


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

"""A second opinion on Virus War.

What is accessible is found by rescanning the whole board until nothing changes, and whether a turn
can be completed by trying to complete it. Passes are never counted.
"""

from collections.abc import Mapping

from tests.formats.games.given import OTHER, Board, Cell, Given, read

Rules = Mapping[str, str]

KILLED = {"A": "a", "B": "b"}
STEPS_IN_A_TURN = 3
OPTIONS = ("opening", "first-turn", "passing", "ending")
RULE_SETS = {
    "classic": ("corner", "3", "yes", "kill-all"),
    "sesc": ("corner", "3", "yes", "last-turn"),
    "petersburg": ("occupied", "1", "no", "full-turn"),
    "last-move": ("corner", "3", "no", "full-turn"),
}


def count(given: Given, depth: int) -> int:
    """Count the sequences of `depth` single steps of turns."""
    rules, board = options(given.rules), read(given.rows)
    return virus_count(rules, board, given.player, given.half_move, given.made, depth)


def options(line: str | None) -> Rules:
    """Spell out what the line `rules` of a file says: a rule set, and what departs from it."""
    name, *departing = (line or "classic").split()
    named = dict(option.split("=") for option in departing)
    return dict(zip(OPTIONS, RULE_SETS[name], strict=True)) | named


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

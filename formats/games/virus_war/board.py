"""The board of Virus War: accessible cells, changes by steps, and impossible boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from formats.board import Board, Cell, Look
from formats.fault import Fault, FaultKind
from formats.game import PLAYERS, Player, Position, other
from formats.games.virus_war import faults
from formats.games.virus_war.rules import STEPS, RuleOptions
from formats.games.virus_war.turn import StepTurn
from formats.text import Text

LOOKS = {
    "-": Look("·", "bright_black", Text("empty", "пусто")),
    "A": Look("X", "red", Text("live cross", "живой крестик")),
    "B": Look("O", "blue", Text("live nought", "живой нолик")),
    "a": Look("⊗", "blue", Text("killed cross", "убитый крестик")),
    "b": Look("●", "red", Text("killed nought", "убитый нолик")),
}

SIDES: dict[Player, Text] = {
    "A": Text("crosses", "крестики"),
    "B": Text("noughts", "нолики"),
}


def corner(board: Board, player: Player) -> Cell:
    """Return the cell at which the player enters the board."""
    return Cell(0, 0) if player == "A" else Cell(board.width - 1, board.height - 1)


def start_board(size: int, rules: RuleOptions) -> Board:
    """Return the first board of a game: empty, or with the two corners occupied."""
    board = Board.filled("-", size, size)
    if rules.opening == "corner":
        return board
    return board.with_changes({corner(board, player): player for player in PLAYERS})


def entry_cells(board: Board, player: Player) -> list[Cell]:
    """Return the cell of the player's very first step; an empty list if it is occupied."""
    home = corner(board, player)
    return [home] if board[home] == "-" else []


def killed_letter(player: Player) -> str:
    """Return the letter of a killed symbol of the player."""
    return player.lower()


def symbol_letters(player: Player) -> str:
    """Return the letters of the player's symbols, live and killed."""
    return player + killed_letter(player)


def has_entered(board: Board, player: Player) -> bool:
    """Return whether the player has ever been on the board: symbols stay, live or killed."""
    return board.has(player) or board.has(killed_letter(player))


def is_entering(board: Board, player: Player, rules: RuleOptions) -> bool:
    """Return whether the player's next step is the very first, which must be in the corner."""
    return rules.opening == "corner" and not has_entered(board, player)


def is_wiped_out(board: Board, player: Player, rules: RuleOptions) -> bool:
    """Return whether the player's last live symbol is killed, where that is a loss."""
    lost = rules.ending != "full-turn" and not board.has(player)
    return lost and has_entered(board, player)


def final_kill(board: Board, foe: Player, rules: RuleOptions) -> Cell | None:
    """Return the enemy's last live symbol, if killing it ends the game; else None."""
    if rules.ending == "full-turn" or board.count(foe) != 1:
        return None
    return board.where(foe)[0]


def accessible_cells(board: Board, player: Player) -> Iterator[Cell]:
    """Yield the empty cells and live enemy symbols that the player can reach, in no order.

    Accessibility spreads from live symbols over the enemy symbols that the player killed only.
    """
    reached = _touching(board, board.where(player), player)
    return (cell for cell in reached if board[cell] in ("-", other(player)))


def _touching(board: Board, cells: Sequence[Cell], player: Player) -> Iterator[Cell]:
    """Yield cells that touch one of these cells, directly or over a chain of killed enemy symbols.

    Touching is symmetrical: a cell is accessible if a live own symbol is among the results.
    """
    link = killed_letter(other(player))
    reached, spreading = set(cells), list(cells)
    while spreading:
        for cell in board.neighbours(spreading.pop()):
            if cell in reached:
                continue
            reached.add(cell)
            if board[cell] == link:
                spreading.append(cell)
            yield cell


def character_after_step(before: str, own: Player) -> str:
    """Return the cell's character after a step: the player's symbol, or a killed enemy symbol."""
    return own if before == "-" else killed_letter(other(own))


def fault_of_change(before: str, after: str, own: Player) -> FaultKind | None:
    """Return why no step of the player changes a cell like this; None if one does."""
    foe = other(own)
    if (before, after) in (("-", own), (foe, killed_letter(foe))):
        return None
    if after == "-":
        return faults.REMOVED
    if before in "ab":
        return faults.REVIVED if after == before.upper() else faults.CHANGED_OWNER
    if before == "-":
        return faults.APPEARED if after == foe else faults.PLACED_DEAD
    return (
        faults.KILLED_OWN if (before, after) == (own, killed_letter(own)) else faults.CHANGED_OWNER
    )


def fault_of_entry(board: Board, own: Player, step: Cell) -> Fault | None:
    """Return why the player cannot enter the board there; None if that is possible."""
    free = entry_cells(board, own)
    if step in free:
        return None
    kind = faults.NOT_THE_CORNER if free else faults.CORNER_TAKEN
    return kind(step, side=faults.SIDE[own], corner=corner(board, own))


def fault_of_access(board: Board, own: Player, step: Cell) -> Fault | None:
    """Return why an empty cell or live enemy symbol is not accessible; None if it is.

    For a single cell it is quicker to look at what it touches than at all that is accessible.
    """
    if any(board[cell] == own for cell in _touching(board, [step], own)):
        return None
    return faults.NOT_ACCESSIBLE(step, side=faults.SIDE[own])


def fault_of_last_turn(position: Position, turn: StepTurn, length: int) -> Fault | None:
    """Return why the board shows that the turn was not the last one; None if it can have been."""
    mover = other(position.player)
    if len(turn.steps) > length:
        return faults.TOO_MANY_STEPS(None, made=len(turn.steps), length=length)
    for number, cell in enumerate(turn.steps):
        if cell not in position.board:
            return faults.OFF_BOARD(cell)
        if cell in turn.steps[:number]:
            return faults.TWICE(cell)
        if position.board[cell] not in (mover, killed_letter(position.player)):
            return faults.NOT_MADE(cell, side=faults.SIDE[mover])
    return None


def unlikely_features(position: Position, rules: RuleOptions) -> Iterator[Fault]:
    """Yield features of a board in mid-game to which hardly any game can have led."""
    board = position.board
    occupied = rules.opening == "occupied"
    for own in PLAYERS:
        home, side = corner(board, own), faults.SIDE[own]
        if (occupied or has_entered(board, own)) and board[home] not in symbol_letters(own):
            yield faults.NO_CORNER(home, side=side)
        step_count = board.count(symbol_letters(own) + killed_letter(other(own))) - occupied
        if step_count > _most_steps(position.half_move, own, rules):
            yield faults.TOO_EARLY(home, side=side, made=step_count, half_move=position.half_move)


def _most_steps(half_move: int, own: Player, rules: RuleOptions) -> int:
    """Return how many steps the player can have made before that half-move."""
    if own == "B":
        return (half_move - 1) // 2 * STEPS
    return half_move // 2 * STEPS - (STEPS - rules.first_turn)

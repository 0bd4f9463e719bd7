"""Sentences on why a move cannot be played, for a person at the board.

The sentence is that of the rules, if they have a specific one. If not, in games whose moves lead
from one cell to another, it names the piece and its owner, or the empty cell; for a piece of the
player to move, ``possible_moves`` lists the moves.
"""

from __future__ import annotations

from contextlib import suppress

from arena.drawing.position import cells_in
from formats.board import Cell, cell_from_name, column_name
from formats.fault import Fault
from formats.game import ALREADY_OVER, NOT_POSSIBLE, PLAYERS, BadNotation, OneStepGame
from formats.piece_game import NO_PIECE
from formats.text import Language, Text
from referee.casual_game import CasualGame

_NOT_YOURS = Text(
    "the {what} on {cell} cannot move now: {side} is to move",
    "на {cell} стоит {what}, а ходят {side}",
)
_NOTHING = Text("there is nothing on {cell} that can move", "на {cell} ходить нечему")
_NO_MOVE_FROM = Text("no move leads from {cell} now", "с {cell} сейчас хода нет")
_POSSIBLE_MOVES = Text("possible from {cell}: {moves}", "с {cell} можно: {moves}")


def answer(game: CasualGame, move: str, fault: Fault) -> Text:
    """Return the sentence on why the move cannot be played; ``fault`` is what the rules report."""
    origin = _origin(game, move)
    if origin is None or fault.kind not in (NOT_POSSIBLE, NO_PIECE):
        return fault.text_for_request
    board, board_game = game.position.board, game.board_game
    if board[origin] == game.player:
        return fault.text_for_request
    text = _NOT_YOURS if board[origin] in PLAYERS else _NOTHING
    piece, side = board_game.look_of(board, origin).name, board_game.sides[game.player]
    return text.filled({"cell": origin, "what": piece, "side": side})


def answer_for_cell(game: CasualGame, name: str) -> Text | None:
    """Return the sentence on why no move can begin on the named cell.

    Return None if a move can, or if moves of the game do not lead from one cell to another.
    """
    board, origin = game.position.board, cell_from_name(name)
    if origin is None or origin not in board or not isinstance(game.board_game, OneStepGame):
        return None
    if any(cells_in(str(step))[:1] == [origin] for step in game.steps()):
        return None
    column = column_name(origin.column)
    with suppress(BadNotation):
        if fault := game.board_game.fault_of(game.position, game.board_game.parse(column)):
            return fault.text_for_request
    is_origin = False
    for target in board:
        move = f"{origin}-{target}"
        try:
            fault = game.board_game.fault_of(game.position, game.board_game.parse(move))
        except BadNotation:  # the cells are too far from each other
            continue
        is_origin = True
        if fault and target != origin and (fault.place == origin or board[origin] != game.player):
            return answer(game, move, fault)
    return _NO_MOVE_FROM.filled({"cell": origin}) if is_origin else None


def possible_moves(game: CasualGame, move: str, fault: Fault, language: Language) -> str | None:
    """Return a sentence with the possible moves of the piece that ``move`` names, if any."""
    origin = _origin(game, move)
    if origin is None or fault.kind is ALREADY_OVER:
        return None
    moves = [text for text in game.legal() if _origin(game, text) == origin]
    values = {"cell": origin, "moves": " ".join(moves)}
    return _POSSIBLE_MOVES.say(language, values) if moves else None


def _origin(game: CasualGame, move: str) -> Cell | None:
    """Return the cell from which the move leads; None in games without such moves."""
    cells = cells_in(move) if isinstance(game.board_game, OneStepGame) else []
    return cells[0] if len(cells) == 2 and cells[0] in game.position.board else None

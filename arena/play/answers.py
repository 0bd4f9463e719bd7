"""Why a move that was typed cannot be played, as one would say it at the board.

A law that has sentences of its own for this is heard. Where it has none, the board tells whose
piece was named or that there is none, in every game whose moves lead from one cell to another; and
of an own piece where it can go.
"""

from __future__ import annotations

from arena.drawing.position import cells_in
from formats.board import Cell
from formats.fault import Fault
from formats.game import ALREADY_OVER, NOT_POSSIBLE, PLAYERS, OneStepGame
from formats.piece_game import NO_PIECE
from formats.text import Language, Text
from referee.casual_game import CasualGame

_NOT_YOURS = Text(
    "the {what} on {cell} cannot move now: {side} is to move",
    "на {cell} стоит {what}, а ходят {side}",
)
_NOTHING = Text("there is nothing on {cell} that can move", "на {cell} ходить нечему")
_WAYS = Text("possible from {cell}: {moves}", "с {cell} можно: {moves}")


def answer(game: CasualGame, move: str, fault: Fault, language: Language) -> str:
    """Why it cannot be played; ``fault`` is what the law says."""
    origin = _origin(game, move)
    if origin is None or fault.kind not in (NOT_POSSIBLE, NO_PIECE):
        return fault.answer(language)
    board, law = game.position.board, game.law
    if board[origin] == game.player:
        return fault.answer(language)
    text = _NOT_YOURS if board[origin] in PLAYERS else _NOTHING
    what, side = law.look_of(board, origin).name, law.sides[game.player]
    return text.say(language, {"cell": origin, "what": what, "side": side})


def ways(game: CasualGame, move: str, fault: Fault, language: Language) -> str | None:
    """Where the piece that was named can go instead, if it can."""
    origin = _origin(game, move)
    if origin is None or fault.kind is ALREADY_OVER:
        return None
    moves = [text for text in game.legal() if _origin(game, text) == origin]
    return _WAYS.say(language, {"cell": origin, "moves": " ".join(moves)}) if moves else None


def _origin(game: CasualGame, move: str) -> Cell | None:
    """The cell on the board that the move comes from, where it is one from a cell to another."""
    cells = cells_in(move) if isinstance(game.law, OneStepGame) else []
    return cells[0] if len(cells) == 2 and cells[0] in game.position.board else None

"""Which of the moves that can be made leads to a board, for laws that know no shorter way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from formats.board import Board
from formats.fault import Fault, FaultKind
from formats.text import Text

if TYPE_CHECKING:
    from formats.game import Position

Move = TypeVar("Move")

NO_MOVE_LEADS_THERE = FaultKind(
    "L005", Text("no legal move leads to this board", "такую доску не даёт ни один допустимый ход")
)
SEVERAL_LEAD_THERE = FaultKind(
    "L006",
    Text("{move} and {another} both lead to this board", "эту доску дают и {move}, и {another}"),
    Text("name the move: last {move}", "назовите ход: last {move}"),
)


def move_to(board: Board, reached: Mapping[Move, Position], none: Fault) -> Move | Fault:
    """The move that makes this of the board, of those that reach these positions.

    Of several any will do, unless more than the board tells their positions apart.
    """
    found = [move for move, after in reached.items() if after.board == board]
    if not found:
        return none
    first, *others = found
    for another in others:
        if replace(reached[another], last=None) != replace(reached[first], last=None):
            return SEVERAL_LEAD_THERE(move=first, another=another)
    return first

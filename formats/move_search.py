"""Search for the move that leads to a board, for games that know no quicker way."""

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


def move_to(board: Board, reached: Mapping[Move, Position], no_move_fault: Fault) -> Move | Fault:
    """Return the move that leads to this board, among moves with the positions that they reach.

    Of several moves any will do, unless their positions differ in more than the board.
    """
    moves = [move for move, after in reached.items() if after.board == board]
    if not moves:
        return no_move_fault
    first, *others = moves
    for another in others:
        if replace(reached[another], last=None) != replace(reached[first], last=None):
            return SEVERAL_LEAD_THERE(move=first, another=another)
    return first

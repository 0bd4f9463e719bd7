"""What lives and what is dead on a board of Virus War: chains that are cut off, forts, bunkers.

A player spreads over empty cells and over the enemy's symbols, which he kills; only his own killed
symbols stop him, and they stay for ever. So what lies behind them he can never reach: live symbols
there are in a bunker, and the empty cells are a fort. A killed symbol helps its killer only while
its chain touches a live symbol of his; until then it is a wall for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from formats.board import Board, Cell, Mark
from formats.game import PLAYERS, Player, other
from formats.text import Text

CUT_OFF = Mark(
    "cut-off",
    Text(
        "cut off: helps nobody until tied again",
        "отрезан: никому не помогает, пока не связан",
    ),
)
BUNKER = Mark("bunker", Text("in a bunker: cannot be killed", "в бункере: убить нельзя"))
FORTS: dict[Player, Mark] = {
    "A": Mark("fort-a", Text("fort of the crosses", "крепость крестиков")),
    "B": Mark("fort-b", Text("fort of the noughts", "крепость ноликов")),
}


def marks(board: Board) -> dict[Cell, Mark]:
    """The marks of all cells that have one."""
    found: dict[Cell, Mark] = {}
    for player in PLAYERS:
        found |= dict.fromkeys(_cut_off(board, player), CUT_OFF)
        for cell in _beyond(board, other(player)):
            if board[cell] == player:
                found[cell] = BUNKER
            elif board[cell] == "-":
                found[cell] = FORTS[player]
    return found


def _cut_off(board: Board, player: Player) -> Iterator[Cell]:
    """The symbols killed by the player whose chain touches no live symbol of his."""
    link = other(player).lower()
    tied = _spread(board, board.where(player), lambda there: there == link)
    return (cell for cell in board.where(link) if cell not in tied)


def _beyond(board: Board, player: Player) -> Iterable[Cell]:
    """The cells that the player can never reach; none while he has nothing to spread from."""
    live = board.where(player)
    if not live:
        return ()
    wall = player.lower()
    reached = _spread(board, live, lambda there: there != wall)
    return (cell for cell in board if cell not in reached)


def _spread(board: Board, start: Iterable[Cell], passes: Callable[[str], bool]) -> set[Cell]:
    """The cells that are reached from some, over cells that let one pass."""
    reached = set(start)
    spreading = list(reached)
    while spreading:
        for cell in board.neighbours(spreading.pop()):
            if cell not in reached and passes(board[cell]):
                reached.add(cell)
                spreading.append(cell)
    return reached

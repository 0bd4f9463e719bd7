"""Dead and safe parts of a board of Virus War: chains that are cut off, forts, bunkers.

A player spreads over empty cells and over the enemy's symbols, which are killed by that; only the
player's own killed symbols stop this, and they stay for ever. So a player can never reach what lies
behind them: live symbols there are in a bunker, and the empty cells are a fort. A killed symbol
helps its killer only while its chain touches a live symbol of the killer; until then it stops both.
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
    """Return the marks of all cells that have one."""
    mark_by_cell: dict[Cell, Mark] = {}
    for player in PLAYERS:
        mark_by_cell |= dict.fromkeys(_cut_off_symbols(board, player), CUT_OFF)
        for cell in _unreachable_cells(board, other(player)):
            if board[cell] == player:
                mark_by_cell[cell] = BUNKER
            elif board[cell] == "-":
                mark_by_cell[cell] = FORTS[player]
    return mark_by_cell


def _cut_off_symbols(board: Board, player: Player) -> Iterator[Cell]:
    """Return the symbols killed by the player whose chain touches no live symbol of the player."""
    link = other(player).lower()
    connected = _spread(board, board.where(player), lambda character: character == link)
    return (cell for cell in board.where(link) if cell not in connected)


def _unreachable_cells(board: Board, player: Player) -> Iterable[Cell]:
    """Return the cells that the player can never reach; none without a live symbol."""
    live = board.where(player)
    if not live:
        return ()
    barrier = player.lower()
    reached = _spread(board, live, lambda character: character != barrier)
    return (cell for cell in board if cell not in reached)


def _spread(board: Board, start: Iterable[Cell], is_passable: Callable[[str], bool]) -> set[Cell]:
    """Return the start with all cells that can be reached from it over passable cells."""
    reached = set(start)
    spreading = list(reached)
    while spreading:
        for cell in board.neighbours(spreading.pop()):
            if cell not in reached and is_passable(board[cell]):
                reached.add(cell)
                spreading.append(cell)
    return reached

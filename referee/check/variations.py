"""Positions like another one: at another time, from the other side, after a pass, by a few cells.

Each is one of which a good file can be written; whether a game has led to it nobody can tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from formats.board import Board, Cell, cell_named
from formats.game import PLAYERS, BadNotation, Position, other, player_of
from formats.game_tree import PASS
from formats.games import AnyGame
from formats.matrix import Matrix, read_matrix, write_matrix

_MOST_CHANGED, _NEAR, _FEW = 3, 2, 2
_PATCHES = (1, 1, 1, 2, 3)
_MOST_AHEAD = 5
"""So many points, or fewer, one may be ahead where it depends on the move who has more."""
_CELL = re.compile(r"[a-z]+[0-9]+")


def is_possible(game: AnyGame, position: Position) -> bool:
    """Whether nothing at all is odd about a file with this position."""
    return not read_matrix(
        write_matrix(Matrix(game, position)).encode(), limit=game.limit
    ).diagnostics


def at_the_limit(game: AnyGame, position: Position) -> Iterator[Position]:
    """The same position in the last half-move that the player may have, if there is a limit."""
    if game.limit is None:
        return
    half_move = game.limit if player_of(game.limit) == position.player else game.limit - 1
    late = replace(position, half_move=half_move)
    if half_move > 0 and late != position and is_possible(game, late):
        yield late


def turned(game: AnyGame, position: Position) -> Iterator[Position]:
    """The same for the other player, as far as the game is the same for both."""
    board, half_move = position.board, position.half_move
    swapped = str.maketrans(dict(game.counterparts))
    upside_down = Board(tuple(row[::-1].translate(swapped) for row in reversed(board.rows)))
    last = _with_cells(
        position.last, lambda cell: Cell(board.width - 1 - cell.column, board.height - 1 - cell.row)
    )
    later = replace(position, player=other(position.player), half_move=half_move + 1)
    if game.limit is not None and later.half_move >= game.limit and half_move > 1:
        later = replace(later, half_move=half_move - 1)
    swapped_points = position.points[::-1]
    for there in (
        replace(later, board=upside_down, last=last, points=swapped_points),
        replace(later, points=game.points_on(board) or swapped_points),
    ):
        if is_possible(game, there) and not game.outcome(there):
            yield there


def transposed(game: AnyGame, position: Position) -> Iterator[Position]:
    """The same with rows for columns: rules often speak of both, and a bot may know but one."""
    columns = zip(*reversed(position.board.rows), strict=True)
    board = Board(tuple(reversed(["".join(column) for column in columns])))
    last = _with_cells(position.last, lambda cell: Cell(cell.row, cell.column))
    there = replace(position, board=board, last=last)
    if there != position and is_possible(game, there):
        yield there


def _with_cells(last: str | None, there: Callable[[Cell], Cell]) -> str | None:
    def replaced(name: re.Match[str]) -> str:
        cell = cell_named(name[0])
        return str(there(cell)) if cell else ""

    return last and _CELL.sub(replaced, last)


def sooner(game: AnyGame, position: Position) -> Iterator[Position]:
    """The same position in about half as many half-moves."""
    half_move = position.half_move // 4 * 2 + position.half_move % 2
    early = replace(position, half_move=half_move)
    if 1 < half_move < position.half_move and is_possible(game, early):
        yield early


def changed(game: AnyGame, position: Position, lot: Random) -> Position | None:
    """The position with some cells changed by lot, if a game can go on there.

    They lie about where a step can be made: most of a board has no say in what comes next.
    """
    board, steps = position.board, list(game.steps(position))
    stepped = game.step(position, lot.choice(steps)).board if steps else board
    centre = lot.choice(board.differences(stepped) or list(board))
    for _ in range(lot.randint(1, _MOST_CHANGED)):
        corner = centre.shifted(lot.randint(-_NEAR, _NEAR), lot.randint(-_NEAR, _NEAR))
        width, height = lot.choice(_PATCHES), lot.choice(_PATCHES)
        patch = (corner.shifted(right, up) for right in range(width) for up in range(height))
        board = board.with_changes(
            dict.fromkeys(filter(board.__contains__, patch), lot.choice(game.cells))
        )
    return _with_board(game, position, board)


def thinned(game: AnyGame, position: Position, lot: Random) -> Position | None:
    """The position with few left of what one of the players has, without a move that led there."""
    cells = position.board.where(lot.choice(PLAYERS))
    gone = lot.sample(cells, max(0, len(cells) - lot.randint(1, _FEW)))
    nobodys = [cell for cell in game.cells if cell not in game.counterparts]
    blank = lot.choice(nobodys or game.cells)
    return _with_board(
        game, replace(position, last=None), position.board.with_changes(dict.fromkeys(gone, blank))
    )


def exchanged(game: AnyGame, position: Position, lot: Random) -> Position | None:
    """The position with what stands on one cell on another, and the other way round."""
    board = position.board
    taken = board.where("".join(PLAYERS))
    if not taken:
        return None
    here, there = lot.choice(taken), lot.choice(list(board))
    return _with_board(
        game,
        replace(position, last=None),
        board.with_changes({here: board[there], there: board[here]}),
    )


def _with_board(game: AnyGame, position: Position, board: Board) -> Position | None:
    there = replace(position, board=board, points=game.points_on(board) or position.points)
    return there if board != position.board and is_possible(game, there) else None


def scored(game: AnyGame, position: Position, lot: Random) -> Iterator[Position]:
    """The position with other points, nearly equal ones, where the board does not tell them."""
    if not game.keeps_points or game.points_on(position.board) is not None:
        return
    points = lot.randint(0, _MOST_AHEAD), lot.randint(0, _MOST_AHEAD)
    there = replace(position, points=points)
    if there != position and is_possible(game, there):
        yield there


def passed(game: AnyGame, position: Position) -> Iterator[Position]:
    """The position after a pass, if that is legal and ends nothing."""
    try:
        move = game.parse(PASS)
    except BadNotation:
        return
    if game.fault_of(position, move) is None:
        after = game.perform(position, move)
        if game.outcome(after) is None:
            yield after

"""Variations of a position: at another half-move, for the other player, with a few changed cells.

Each can be written to a file without faults; whether a game could lead to it is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from formats.board import Board, Cell, cell_from_name
from formats.game import PLAYERS, BadNotation, Position, other, player_of
from formats.game_tree import PASS
from formats.games import AnyGame
from formats.matrix import Matrix, read_matrix, write_matrix

_MOST_CHANGED, _MOST_DISTANCE, _MOST_REMOVED = 3, 2, 2
_PATCHES = (1, 1, 1, 2, 3)
_MOST_AHEAD = 5
"""Largest difference of points in positions where it depends on the move who has more."""
_CELL = re.compile(r"[a-z]+[0-9]+")


def is_possible(game: AnyGame, position: Position) -> bool:
    """Return whether a file with this position gives neither a fault nor a remark."""
    return not read_matrix(
        write_matrix(Matrix(game, position)).encode(), limit=game.limit
    ).diagnostics


def move_to_limit(game: AnyGame, position: Position) -> Iterator[Position]:
    """Yield the position at the player's last half-move, if the rules limit half-moves."""
    if game.limit is None:
        return
    half_move = game.limit if player_of(game.limit) == position.player else game.limit - 1
    late = replace(position, half_move=half_move)
    if half_move > 0 and late != position and is_possible(game, late):
        yield late


def turn_around(game: AnyGame, position: Position) -> Iterator[Position]:
    """Yield variations in which the other player moves: the board rotated, and the same board.

    On the rotated board the sides are exchanged. A variation that is impossible, or in which the
    game is over, is left out.
    """
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
    for variation in (
        replace(later, board=upside_down, last=last, points=swapped_points),
        replace(later, points=game.points_on(board) or swapped_points),
    ):
        if is_possible(game, variation) and not game.outcome(variation):
            yield variation


def transpose(game: AnyGame, position: Position) -> Iterator[Position]:
    """Yield the position with rows and columns exchanged: a bot may handle only one of them."""
    columns = zip(*reversed(position.board.rows), strict=True)
    board = Board(tuple(reversed(["".join(column) for column in columns])))
    last = _with_cells(position.last, lambda cell: Cell(cell.row, cell.column))
    transposed = replace(position, board=board, last=last)
    if transposed != position and is_possible(game, transposed):
        yield transposed


def _with_cells(last: str | None, target_of: Callable[[Cell], Cell]) -> str | None:
    def replace_cell(name: re.Match[str]) -> str:
        cell = cell_from_name(name[0])
        return str(target_of(cell)) if cell else ""

    return last and _CELL.sub(replace_cell, last)


def make_earlier(game: AnyGame, position: Position) -> Iterator[Position]:
    """Yield the position at about half of its half-move number."""
    half_move = position.half_move // 4 * 2 + position.half_move % 2
    early = replace(position, half_move=half_move)
    if 1 < half_move < position.half_move and is_possible(game, early):
        yield early


def change_cells(game: AnyGame, position: Position, random: Random) -> Position | None:
    """Return the position with some random changes of cells, if the game can go on there.

    The changed cells lie near a possible step: most of a board does not affect what comes next.
    """
    board, steps = position.board, list(game.steps(position))
    stepped = game.step(position, random.choice(steps)).board if steps else board
    centre = random.choice(board.differences(stepped) or list(board))
    for _ in range(random.randint(1, _MOST_CHANGED)):
        corner = centre.shifted(
            random.randint(-_MOST_DISTANCE, _MOST_DISTANCE),
            random.randint(-_MOST_DISTANCE, _MOST_DISTANCE),
        )
        width, height = random.choice(_PATCHES), random.choice(_PATCHES)
        patch = (corner.shifted(right, up) for right in range(width) for up in range(height))
        board = board.with_changes(
            dict.fromkeys(filter(board.__contains__, patch), random.choice(game.cells))
        )
    return _with_board(game, position, board)


def remove_most_pieces(game: AnyGame, position: Position, random: Random) -> Position | None:
    """Return the position with all but a few of one player's pieces removed, and no last move."""
    cells = position.board.where(random.choice(PLAYERS))
    removed = random.sample(cells, max(0, len(cells) - random.randint(1, _MOST_REMOVED)))
    nobodys = [cell for cell in game.cells if cell not in game.counterparts]
    blank = random.choice(nobodys or game.cells)
    return _with_board(
        game,
        replace(position, last=None),
        position.board.with_changes(dict.fromkeys(removed, blank)),
    )


def exchange_cells(game: AnyGame, position: Position, random: Random) -> Position | None:
    """Return the position with the contents of two cells exchanged, without a last move."""
    board = position.board
    occupied = board.where("".join(PLAYERS))
    if not occupied:
        return None
    first, second = random.choice(occupied), random.choice(list(board))
    return _with_board(
        game,
        replace(position, last=None),
        board.with_changes({first: board[second], second: board[first]}),
    )


def _with_board(game: AnyGame, position: Position, board: Board) -> Position | None:
    variation = replace(position, board=board, points=game.points_on(board) or position.points)
    return variation if board != position.board and is_possible(game, variation) else None


def change_points(game: AnyGame, position: Position, random: Random) -> Iterator[Position]:
    """Yield the position with other, nearly equal points, if the board does not determine them."""
    if not game.keeps_points or game.points_on(position.board) is not None:
        return
    points = random.randint(0, _MOST_AHEAD), random.randint(0, _MOST_AHEAD)
    variation = replace(position, points=points)
    if variation != position and is_possible(game, variation):
        yield variation


def make_pass(game: AnyGame, position: Position) -> Iterator[Position]:
    """Yield the position after a pass, if that is legal and does not end the game."""
    try:
        move = game.parse(PASS)
    except BadNotation:
        return
    if game.fault_of(position, move) is None:
        after = game.perform(position, move)
        if game.outcome(after) is None:
            yield after

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

_MOST_PATCHES, _MOST_DISTANCE = 3, 2
"""Most rectangles of cells that are changed at once, and their largest distance from a step."""
_PATCH_SIDES = (1, 1, 1, 2, 3)
"""Widths and heights of a rectangle of changed cells; 1 is the most frequent."""
_MOST_PIECES_LEFT = 2
"""Most pieces that a player is left with when most pieces are removed."""
_LARGEST_POINTS = 5
"""Largest points of a player in a varied position: small, so that one move can decide."""
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


def change_cells(game: AnyGame, position: Position, random: Random) -> Iterator[Position]:
    """Yield the position with some random changes of cells, if that is possible.

    The changed cells lie near a possible step: most of a board does not affect what comes next.
    """
    board, steps = position.board, list(game.steps(position))
    stepped = game.step(position, random.choice(steps)).board if steps else board
    centre = random.choice(board.differences(stepped) or list(board))
    for _ in range(random.randint(1, _MOST_PATCHES)):
        corner = centre.shifted(
            random.randint(-_MOST_DISTANCE, _MOST_DISTANCE),
            random.randint(-_MOST_DISTANCE, _MOST_DISTANCE),
        )
        width, height = random.choice(_PATCH_SIDES), random.choice(_PATCH_SIDES)
        patch = (corner.shifted(right, up) for right in range(width) for up in range(height))
        board = board.with_changes(
            dict.fromkeys(filter(board.__contains__, patch), random.choice(game.cells))
        )
    yield from _with_board(game, position, board)


def remove_most_pieces(game: AnyGame, position: Position, random: Random) -> Iterator[Position]:
    """Yield the position with all but a few of one player's pieces removed, and no last move."""
    cells = position.board.where(random.choice(PLAYERS))
    removed = random.sample(cells, max(0, len(cells) - random.randint(1, _MOST_PIECES_LEFT)))
    nobodys = [cell for cell in game.cells if cell not in game.counterparts]
    blank = random.choice(nobodys or game.cells)
    yield from _with_board(
        game,
        replace(position, last=None),
        position.board.with_changes(dict.fromkeys(removed, blank)),
    )


def exchange_cells(game: AnyGame, position: Position, random: Random) -> Iterator[Position]:
    """Yield the position with the contents of two cells exchanged, without a last move."""
    board = position.board
    occupied = board.where("".join(PLAYERS))
    if not occupied:
        return
    first, second = random.choice(occupied), random.choice(list(board))
    yield from _with_board(
        game,
        replace(position, last=None),
        board.with_changes({first: board[second], second: board[first]}),
    )


def _with_board(game: AnyGame, position: Position, board: Board) -> Iterator[Position]:
    """Yield the position with another board, if it is another one and possible."""
    variation = replace(position, board=board, points=game.points_on(board) or position.points)
    if board != position.board and is_possible(game, variation):
        yield variation


def change_points(game: AnyGame, position: Position, random: Random) -> Iterator[Position]:
    """Yield the position with other, nearly equal points, if the board does not determine them."""
    if not game.keeps_points or game.points_on(position.board) is not None:
        return
    points = random.randint(0, _LARGEST_POINTS), random.randint(0, _LARGEST_POINTS)
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

"""A position drawn for a terminal: in colours, or in the file's own characters when piped."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from arena import texts
from arena.console import Styled
from arena.drawing.position import beside_the_board, cells_in, clocks, summary
from formats.board import Cell, column_name
from formats.game import Position
from formats.matrix import Matrix
from formats.text import Language

if TYPE_CHECKING:
    from rich.console import Console


def can_draw(console: Console) -> bool:
    """Return whether the console shows colours and symbols, and not only the file's characters."""
    return console.is_terminal and console.encoding.startswith("utf")


def view(
    matrix: Matrix,
    language: Language,
    *,
    drawn: bool,
    heading: str | None = None,
    legal: Collection[Cell] = (),
    timed: bool = True,
) -> Iterator[Styled]:
    """Yield the lines of the display: a heading, the board, the clocks."""
    yield Styled(heading or summary(matrix, language), "bold")
    yield from board_lines(matrix, drawn=drawn, legal=legal)
    yield from map(Styled, beside_the_board(matrix, language))
    if timed:
        yield Styled(clocks(matrix, language))
    last = matrix.position.last
    if last:
        yield Styled(texts.LAST_MOVE.say(language, {"move": last}))


def board_lines(matrix: Matrix, *, drawn: bool, legal: Collection[Cell] = ()) -> Iterator[Styled]:
    """Yield the board with its coordinates; a plus stands before legal cells.

    With ``drawn``, colours mark the last move and the steps of an unfinished half-move.
    """
    board = matrix.position.board
    margin = len(str(board.height))
    width = max(len(column_name(column)) for column in range(board.width))
    letters = " ".join(f"{column_name(column):>{width}}" for column in range(board.width))
    edge = Styled(f"{'':>{margin}} {letters}", "dim")
    styles = _marks(matrix.position) if drawn else {}
    yield edge
    for row in reversed(range(board.height)):
        line = Styled().append(f"{row + 1:>{margin}}", "dim")
        for cell in (Cell(column, row) for column in range(board.width)):
            line.append(*(("+".rjust(width), "bold green") if cell in legal else (" " * width, "")))
            line.append(*_cell(matrix, cell, styles.get(cell, ""), drawn=drawn))
        yield line.append(f" {row + 1}", "dim")
    yield edge


def _marks(position: Position) -> dict[Cell, str]:
    """Return the styles of cells: those of the last move, and those of the steps made since."""
    last = dict.fromkeys(cells_in(position.last), "reverse")
    return {**last, **dict.fromkeys(position.steps, "bold underline")}


def _cell(matrix: Matrix, cell: Cell, style: str, *, drawn: bool) -> tuple[str, str]:
    """Return the character of a cell, and its style."""
    board = matrix.position.board
    if not drawn:
        return board[cell], ""
    look = matrix.game.look_of(board, cell)
    return look.symbol, f"{look.colour} {style}".rstrip()

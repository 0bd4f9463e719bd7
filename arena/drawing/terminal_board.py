"""A position drawn for a terminal: in colours, or in the file's own characters when piped."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from arena import texts
from arena.console import Styled
from formats.board import Cell, cell_named, column_name
from formats.game import PLAYERS, Position
from formats.matrix import Matrix
from formats.text import Language
from referee.numbers import seconds

if TYPE_CHECKING:
    from rich.console import Console

_SEPARATORS = re.compile("[-:]")


def can_draw(console: Console) -> bool:
    """Whether the console shows colours and symbols, and not only the file's own characters."""
    return console.is_terminal and console.encoding.startswith("utf")


def view(matrix: Matrix, language: Language, *, drawn: bool) -> Iterator[Styled]:
    """The lines of a picture: whose turn, the board, the clocks, the last move."""
    yield Styled(summary(matrix, language), "bold")
    yield from board_lines(matrix, drawn=drawn)
    yield Styled(clocks(matrix, language))
    last = matrix.position.last
    if last:
        yield Styled(texts.LAST_MOVE.say(language, {"move": last}))


def summary(matrix: Matrix, language: Language) -> str:
    """What game it is, how far it has come, and whose turn it is, in one line."""
    return f"{stage(matrix, language)}; {_state(matrix, language)}"


def stage(matrix: Matrix, language: Language) -> str:
    """What game it is and how far it has come."""
    game, position = matrix.game, matrix.position
    parts = [game.title.say(language), game.rules_line, _size(matrix)]
    parts.append(texts.HALF_MOVE.say(language, {"number": position.half_move}))
    return ", ".join(part for part in parts if part)


def _size(matrix: Matrix) -> str:
    board = matrix.position.board
    return f"{board.width} x {board.height}"


def _state(matrix: Matrix, language: Language) -> str:
    """Who is to move, or how the game ended."""
    game, position = matrix.game, matrix.position
    outcome = game.outcome(position)
    if outcome is None:
        side = game.sides[position.player]
        return texts.TO_MOVE.say(language, {"side": side, "player": position.player})
    values: dict[str, object] = {"winner": outcome.winner, "reason": outcome.reason.text}
    if outcome.winner == "D":
        return texts.DRAWN.say(language, values)
    return texts.WON.say(language, {"side": game.sides[outcome.winner], **values})


def clocks(matrix: Matrix, language: Language) -> str:
    """What time both have left."""
    return ", ".join(
        texts.CLOCK.say(
            language,
            {
                "side": matrix.game.sides[player],
                "player": player,
                "seconds": seconds(matrix.time_of(player), 3),
            },
        )
        for player in PLAYERS
    )


def cells_in(move: str | None) -> list[Cell]:
    """The cells that a move in notation names, in its order."""
    names = _SEPARATORS.split(move or "")
    return [cell for name in names if (cell := cell_named(name)) is not None]


def board_lines(matrix: Matrix, *, drawn: bool, legal: Collection[Cell] = ()) -> Iterator[Styled]:
    """The board with its coordinates; a plus stands before the cells that are said to be legal.

    Drawn, the last move is marked, and so are the steps of a turn that is not finished.
    """
    board = matrix.position.board
    margin = len(str(board.height))
    wide = max(len(column_name(column)) for column in range(board.width))
    letters = " ".join(f"{column_name(column):>{wide}}" for column in range(board.width))
    edge = Styled(f"{'':>{margin}} {letters}", "dim")
    styles = _marks(matrix.position) if drawn else {}
    yield edge
    for row in reversed(range(board.height)):
        line = Styled().append(f"{row + 1:>{margin}}", "dim")
        for cell in (Cell(column, row) for column in range(board.width)):
            line.append(*(("+".rjust(wide), "bold green") if cell in legal else (" " * wide, "")))
            line.append(*_cell(matrix, cell, styles.get(cell, ""), drawn=drawn))
        yield line.append(f" {row + 1}", "dim")
    yield edge


def _marks(position: Position) -> dict[Cell, str]:
    """How the cells of the last move stand out, and those of the steps made since."""
    last = dict.fromkeys(cells_in(position.last), "reverse")
    return {**last, **dict.fromkeys(position.steps, "bold underline")}


def _cell(matrix: Matrix, cell: Cell, style: str, *, drawn: bool) -> tuple[str, str]:
    """What stands there, and its style."""
    board = matrix.position.board
    if not drawn:
        return board[cell], ""
    look = matrix.game.look_of(board, cell)
    return look.symbol, f"{look.colour} {style}".rstrip()

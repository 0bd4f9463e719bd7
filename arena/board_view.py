"""A position drawn for a terminal: in colours, or in the file's own characters when piped."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from rich.console import Console
from rich.text import Text as Styled

from arena import words
from formats.board import Cell, cell_named, column_name
from formats.game import PLAYERS
from formats.matrix import Matrix
from formats.seconds import write_seconds
from formats.text import Language

_SEPARATORS = re.compile("[-:]")


def can_draw(console: Console) -> bool:
    """Whether the console shows colours and symbols, and not only the file's own characters."""
    return console.is_terminal and console.encoding.startswith("utf")


def view(matrix: Matrix, language: Language, *, drawn: bool) -> Iterator[Styled]:
    """The lines of a picture: whose turn, the board, the clocks, the last move."""
    yield Styled(summary(matrix, language), "bold")
    yield from _board(matrix, drawn=drawn)
    yield Styled(_clocks(matrix, language))
    last = matrix.position.last
    if last:
        yield Styled(words.LAST_MOVE.say(language, {"move": last}))


def summary(matrix: Matrix, language: Language) -> str:
    """What game it is and how far it has come, in one line."""
    game, position = matrix.game, matrix.position
    parts = [game.title.say(language), game.rules_line, _size(matrix)]
    parts.append(words.HALF_MOVE.say(language, {"number": position.half_move}))
    return ", ".join(part for part in parts if part) + "; " + _state(matrix, language)


def _size(matrix: Matrix) -> str:
    board = matrix.position.board
    return f"{board.width} x {board.height}"


def _state(matrix: Matrix, language: Language) -> str:
    """Who is to move, or how the game ended."""
    game, position = matrix.game, matrix.position
    outcome = game.outcome(position)
    if outcome is None:
        side = game.sides[position.player]
        return words.TO_MOVE.say(language, {"side": side, "player": position.player})
    values: dict[str, object] = {"winner": outcome.winner, "reason": outcome.reason.text}
    if outcome.winner == "D":
        return words.DRAWN.say(language, values)
    return words.WON.say(language, {"side": game.sides[outcome.winner], **values})


def _clocks(matrix: Matrix, language: Language) -> str:
    return ", ".join(
        words.CLOCK.say(
            language,
            {
                "side": matrix.game.sides[player],
                "player": player,
                "seconds": write_seconds(matrix.time_of(player)),
            },
        )
        for player in PLAYERS
    )


def cells_in(move: str | None) -> list[Cell]:
    """The cells that a move in notation names, in its order."""
    names = _SEPARATORS.split(move or "")
    return [cell for name in names if (cell := cell_named(name)) is not None]


def _board(matrix: Matrix, *, drawn: bool) -> Iterator[Styled]:
    board, marked = matrix.position.board, set(cells_in(matrix.position.last))
    margin = len(str(board.height))
    wide = max(len(column_name(column)) for column in range(board.width))
    letters = " ".join(f"{column_name(column):>{wide}}" for column in range(board.width))
    edge = Styled(f"{'':>{margin}} {letters}", "dim")
    yield edge
    for row in reversed(range(board.height)):
        line = Styled().append(f"{row + 1:>{margin}}", "dim")
        for column in range(board.width):
            line.append(" " * wide)
            line.append_text(_cell(matrix, Cell(column, row), marked, drawn=drawn))
        yield line.append(f" {row + 1}", "dim")
    yield edge


def _cell(matrix: Matrix, cell: Cell, marked: Collection[Cell], *, drawn: bool) -> Styled:
    board = matrix.position.board
    if not drawn:
        return Styled(board[cell])
    look = matrix.game.look_of(board, cell)
    return Styled(look.symbol, f"{look.colour} reverse" if cell in marked else look.colour)

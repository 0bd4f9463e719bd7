"""A position in words, for a terminal and for a page; and the cells that a move names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arena import texts
from formats.board import Board, Cell, cell_from_name, column_name
from formats.game import PLAYERS
from formats.games import AnyGame
from formats.matrix import Matrix
from formats.outcome import Winner
from formats.text import Language, Text
from referee.numbers import seconds

_SEPARATORS = re.compile("[-:]")


def summary(matrix: Matrix, language: Language) -> str:
    """Return game, half-move and player to move, or the outcome, in one line."""
    return f"{position_line(matrix, language)}; {_state(matrix, language)}"


def position_line(matrix: Matrix, language: Language) -> str:
    """Return the game, its rules, the board's size and the half-move."""
    game, position = matrix.game, matrix.position
    parts = [game.title.say(language), game.rules_line, _size(matrix)]
    parts.append(texts.HALF_MOVE.say(language, {"number": position.half_move}))
    return ", ".join(part for part in parts if part)


def _size(matrix: Matrix) -> str:
    board = matrix.position.board
    return f"{board.width} x {board.height}"


def _state(matrix: Matrix, language: Language) -> str:
    """Return who is to move, or how the game ended."""
    outcome = matrix.game.outcome(matrix.position)
    if outcome is None:
        return to_move(matrix, language)
    return outcome_text(matrix.game, outcome.winner, outcome.reason.text, language)


def to_move(matrix: Matrix, language: Language) -> str:
    player = matrix.position.player
    return texts.TO_MOVE.say(language, {"side": matrix.game.sides[player], "player": player})


def outcome_text(game: AnyGame, winner: Winner, reason: Text, language: Language) -> str:
    """Return the outcome of a game that was played out, in words."""
    values: dict[str, object] = {"winner": winner, "reason": reason}
    if winner == "D":
        return texts.DRAWN.say(language, values)
    side = game.sides[winner]
    return texts.WON[texts.is_plural(side)].say(language, {"side": side, **values})


def clocks(matrix: Matrix, language: Language) -> str:
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


def beside_the_board(matrix: Matrix, language: Language) -> Iterator[str]:
    """Yield the points, and other lines of the state, in games that have them."""
    game, position = matrix.game, matrix.position
    if game.keeps_points:
        yield texts.POINTS.say(language, {"points": _points(matrix, language)})
    for title, value in zip(game.state_lines.values(), position.state, strict=True):
        yield texts.STATE.say(language, {"title": title, "value": value})


def _points(matrix: Matrix, language: Language) -> str:
    sides = matrix.game.sides
    return ", ".join(
        texts.POINTS_OF.say(language, {"side": sides[player], "player": player, "points": points})
        for player, points in zip(PLAYERS, matrix.position.points, strict=True)
    )


def column_in(move: str, board: Board) -> list[Cell]:
    """Return the cells of the column that a move in notation names; none if it names no column."""
    if not move.isalpha():  # as most moves: no cell of the board need be looked at
        return []
    return [cell for cell in board if column_name(cell.column) == move]


def cells_in(move: str | None) -> list[Cell]:
    """Return the cells that a move in notation names, in their order."""
    names = _SEPARATORS.split(move or "")
    return [cell for name in names if (cell := cell_from_name(name)) is not None]

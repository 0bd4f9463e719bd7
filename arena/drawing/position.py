"""A position in words, for a terminal and for a page; and which cells a move names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arena import texts
from formats.board import Cell, cell_named
from formats.game import PLAYERS
from formats.games import AnyGame
from formats.matrix import Matrix
from formats.outcome import Winner
from formats.text import Language, Text
from referee.numbers import seconds

_SEPARATORS = re.compile("[-:]")


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
    outcome = matrix.game.outcome(matrix.position)
    if outcome is None:
        return to_move(matrix, language)
    return ended(matrix.game, outcome.winner, outcome.reason.text, language)


def to_move(matrix: Matrix, language: Language) -> str:
    player = matrix.position.player
    return texts.TO_MOVE.say(language, {"side": matrix.game.sides[player], "player": player})


def ended(game: AnyGame, winner: Winner, reason: Text, language: Language) -> str:
    """How it ended, where it was played out."""
    values: dict[str, object] = {"winner": winner, "reason": reason}
    if winner == "D":
        return texts.DRAWN.say(language, values)
    return texts.WON.say(language, {"side": game.sides[winner], **values})


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
    """The points, and what else there is to a position, in games that have such things."""
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


def cells_in(move: str | None) -> list[Cell]:
    """The cells that a move in notation names, in its order."""
    names = _SEPARATORS.split(move or "")
    return [cell for name in names if (cell := cell_named(name)) is not None]

"""The view of a game that its page receives: position, possible actions, and sentences to show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from time import monotonic

from arena.drawing.frames import Looks
from arena.drawing.html import capital
from arena.drawing.position import beside_the_board, cells_in, column_in
from arena.file.solve import percent
from arena.file.valuation import Worth
from arena.site.play import texts
from arena.site.play.links import GameAccess, address
from arena.site.play.review import can_be_reviewed
from arena.site.play.watched_game import Play, Role
from arena.texts import is_plural
from formats.board import Cell, Look
from formats.game import PLAYERS, OneStepGame, Player, Position, other, player_of
from formats.games import AnyGame
from formats.record import RecordedMove
from formats.text import Language, Text
from referee.numbers import seconds

_EMPTY_CELL = "empty"
"""English name of the look of an empty cell."""
_LEAST_SHOWN = Decimal("0.01")
"""Least time of a move, in seconds, that is shown."""


def game_view(play: Play, language: Language, role: Role = "all") -> dict[str, object]:
    """Return the view of the game for a visitor of that role."""
    access = GameAccess(play, role)
    game, board_game, position = play.game, play.game.board_game, play.game.position
    looks = Looks(board_game)
    first = game.start.position.half_move
    return {
        "version": play.version,
        "moment": play.moment,
        "half_move": game.now.position.half_move,
        "grid": looks.grid(position.board),
        "last": _last_turn(play, looks),
        "looks": looks.as_data,
        "marks": {
            str(cell): {"name": mark.name, "text": mark.text.say(language)}
            for cell, mark in board_game.marks(position.board).items()
        },
        "points": position.points if board_game.keeps_points else None,
        "beside": list(beside_the_board(replace(game.now, position=position), language)),
        "steps": _steps(play) if access.may_move else [],
        "pending": list(map(str, _pending_cells(play))),
        "player": game.player,
        "persons": play.is_person_to_move and access.may_move,
        "winner": game.end.winner if game.end else None,
        "status": _status_for(access, language),
        "trouble": play.fault.say(language) if play.fault else None,
        "thinking": _thinking(play),
        "paused": play.paused,
        "can": _allowed_actions(access),
        "moves": [
            _move(half_move, played_move, language)
            for half_move, played_move in enumerate(game.moves, first)
        ],
        "said": play.output,
        "clocks": {player: _float(play.time_left(player)) for player in PLAYERS},
        "ticks": play.ticks,
        "onlookers": play.onlookers,
        "hint": play.hint[1] if play.hint and play.hint[0] == play.moment else None,
        "worth": _worths(play, language),
        "next": address(play.next, role) if play.next and not play.next.is_closed else None,
    }


def _float(time: Decimal | None) -> float | None:
    return None if time is None else float(time)


def _worths(play: Play, language: Language) -> list[dict[str, object]] | None:
    """Return, for each position from the start, A's chance and the loss by the next half-move."""
    values, game = play.values, play.game
    if values is None or not values.wanted:
        return None
    first = game.start.position.half_move
    worths: list[dict[str, object]] = []
    for number in range(len(game.moves) + 1):
        worth = _worth(values.known.get(number), game.board_game, language)
        if number < len(game.moves):
            player, move = player_of(first + number), game.moves[number].text
            weak_move = values.weak_move(game.board_game, number, player, move)
            if weak_move:
                worth |= {
                    "weak_move": weak_move.severity,
                    "lost": weak_move.lost,
                    "why": weak_move.sentence.say(language),
                }
        worths.append(worth)
    return worths


def _worth(value: Worth | None, board_game: AnyGame, language: Language) -> dict[str, object]:
    if value is None or value.chance is None:
        return {"known": value is not None}
    sentence = texts.CHANCE.filled({"side": board_game.sides["A"], "chance": percent(value.chance)})
    if value.proven:
        sentence = texts.PROVEN_DRAW
        if value.chance != 0.5:
            winner: Player = "A" if value.chance > 0.5 else "B"
            sentence = texts.PROVEN.filled({"side": board_game.sides[winner]})
    return {
        "known": True,
        "chance": value.chance,
        "proven": value.proven,
        "said": sentence.say(language),
    }


def frame(play: Play, language: Language) -> dict[str, object]:
    """Return the part of the view that does not change during the game."""
    start = play.game.start
    game, board = start.game, start.position.board
    return {
        "game": game.name,
        "width": board.width,
        "height": board.height,
        "names": [
            str(Cell(column, row))
            for row in reversed(range(board.height))
            for column in range(board.width)
        ],
        "first": start.position.half_move,
        "bots": {player: play.seats[player].bot for player in PLAYERS},
        "sides": {player: game.sides[player].say(language) for player in PLAYERS},
    }


def has_steps(play: Play) -> bool:
    """Return whether a turn is put together step by step, and sent."""
    return not isinstance(play.game.board_game, OneStepGame)


def legend(play: Play) -> list[Look]:
    """Return the looks of everything that can stand on this board."""
    game, board = play.game.board_game, play.game.start.position.board
    looks = [*game.looks.values(), *(game.look_of(board, cell) for cell in board)]
    return [look for look in dict.fromkeys(looks) if look.name.en != _EMPTY_CELL]


def _steps(play: Play) -> list[dict[str, object]]:
    """Return each legal step: notation, cells to choose one after another, and cells it changes.

    A step that names a column has its cells, of which any can be chosen.
    """
    game, position = play.game.board_game, play.game.position
    shows = isinstance(game, OneStepGame)
    return [
        {
            "text": str(step),
            "cells": _names(cells_in(str(step))),
            "column": _names(column_in(str(step), position.board)),
            "changes": _names(_changed(position, game.step(position, step))) if shows else [],
        }
        for step in play.legal_steps()
    ]


def _names(cells: Iterable[Cell]) -> list[str]:
    return list(map(str, cells))


def _pending_cells(play: Play) -> Iterable[Cell]:
    """Return the cells that the unsent steps have changed."""
    return _changed(play.game.now.position, play.game.position)


def _last_turn(play: Play, looks: Looks) -> dict[str, object] | None:
    """Return the last whole turn: its player, the cells changed, and the pieces taken."""
    game = play.game
    before, after = game.before_last_move, game.now.position
    if before is None:
        return None
    changed = _changed(before, after)
    captured = [
        cell
        for cell in changed
        if before.board[cell] == other(before.player) and after.board[cell] == "-"
    ]
    grid = looks.grid(before.board)
    width, height = before.board.width, before.board.height
    return {
        "by": before.player,
        "slid": _slide_ends(before, after, game.moves[-1].text),
        "cells": _names(changed),
        "taken": {str(c): grid[(height - 1 - c.row) * width + c.column] for c in captured},
    }


def _slide_ends(before: Position, after: Position, move: str) -> list[str]:
    """Return the cells between which the move has slid a piece; none if it has slid no piece."""
    cells = cells_in(move)
    if len(cells) < 2:
        return []
    start, end = cells[0], cells[-1]
    has_moved = before.board[start] == after.board[end] != before.board[end]
    return [str(start), str(end)] if has_moved and after.board[start] != before.board[start] else []


def _status_for(access: GameAccess, language: Language) -> str:
    """Return the status of the game, for a finished game after the result for this visitor."""
    status, end = _status(access.play).say(language), access.play.game.end
    if end is None or end.winner == "D" or (own := access.own_side) is None:
        return status
    text = texts.YOU_WON if end.winner == own else texts.YOU_LOST
    return f"{text.say(language)}. {capital(status)}"


def _status(play: Play) -> Text:
    sides, end, thinking = play.game.board_game.sides, play.game.end, play.thinking
    if end:
        values = {"reason": end.sentence}
        if end.winner == "D":
            return texts.DRAWN.filled(values)
        side = sides[end.winner]
        return texts.WON[is_plural(side)].filled({"side": side, **values})
    if thinking:
        return (thinking.waits or texts.THINKS).filled({"name": thinking.name})
    side = sides[play.game.player]
    if play.seat.bot is None:
        return _status_of_person(play).filled({"side": side, **_progress(play)})
    waits = texts.WAITS if play.paused or play.fault else texts.TO_MOVE
    return waits.filled({"side": side, "name": play.seat.bot})


def _status_of_person(play: Play) -> Text:
    if play.game.is_whole:
        return texts.READY
    if play.may_pass and not play.legal_steps():
        return texts.ONLY_PASS
    return texts.STEP_OF if _turn_length(play) > 1 else texts.TO_MOVE


def _progress(play: Play) -> dict[str, object]:
    return {"number": len(play.game.pending) + 1, "length": _turn_length(play)}


def _turn_length(play: Play) -> int:
    return play.game.board_game.turn_length(play.game.now.position)


def _thinking(play: Play) -> dict[str, object] | None:
    thinking = play.thinking
    if thinking is None or thinking.waits:
        return None
    return {
        "passed": round(monotonic() - thinking.since, 2),
        "limit": float(thinking.limit),
        "said": thinking.output,
    }


def _allowed_actions(access: GameAccess) -> dict[str, bool]:
    """Return for each action whether the visitor can take it now."""
    possible = _possible_actions(access.play)
    own_actions = {"send", "undo", "pass", "hint"}
    if not access.may_control:
        return dict.fromkeys(possible, False) | {"steps": possible["steps"]}
    if access.role != "all":
        possible["back"] = False  # it would take back the other player's move
    return {
        name: is_possible and (access.may_move or name not in own_actions)
        for name, is_possible in possible.items()
    }


def _possible_actions(play: Play) -> dict[str, bool]:
    bots = any(seat.bot for seat in play.seats.values())
    over = play.game.end is not None
    return {
        "send": play.game.is_whole,
        "undo": bool(play.game.pending),
        "pass": play.may_pass,
        "back": play.may_take_back,
        "pause": bots and not play.paused and not over,
        "resume": bots and (play.paused or bool(play.fault)) and not over,
        "once": bool(play.seat.bot) and not over and play.paused and play.thinking is None,
        "steps": _turn_length(play) > 1,
        "hint": play.is_person_to_move and can_be_reviewed(play),
        "review": can_be_reviewed(play) and not (play.values and play.values.wanted),
    }


def _move(half_move: int, played_move: RecordedMove, language: Language) -> dict[str, object]:
    return {
        "by": player_of(half_move),
        "text": played_move.text,
        "seconds": seconds(played_move.seconds, 2).say(language)
        if played_move.seconds >= _LEAST_SHOWN
        else None,
    }


def _changed(before: Position, after: Position) -> list[Cell]:
    """Return the cells that a move has changed."""
    return before.board.differences(after.board)

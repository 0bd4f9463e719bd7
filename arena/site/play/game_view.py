"""What the page is told of a game: what stands where, what may be done, and sentences to show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from time import monotonic

from arena.drawing.frames import Looks
from arena.drawing.position import beside_the_board, cells_in
from arena.site.play import texts
from arena.site.play.watched_game import Play
from formats.board import Cell, Look
from formats.game import PLAYERS, OneStepGame, Position, other, player_of
from formats.record import MadeMove
from formats.text import Language, Text
from referee.numbers import seconds

_NOTHING = "empty"


def game_view(play: Play, speech: Language) -> dict[str, object]:
    """All of it, in the reader's language."""
    game, law, position = play.game, play.game.law, play.game.position
    looks = Looks(law)
    first = game.start.position.half_move
    return {
        "version": play.version,
        "moment": play.moment,
        "half_move": game.now.position.half_move,
        "grid": looks.grid(position.board),
        "last": _last(play, looks),
        "looks": looks.told,
        "marks": {
            str(cell): {"name": mark.name, "text": mark.text.say(speech)}
            for cell, mark in law.marks(position.board).items()
        },
        "points": position.points if law.keeps_points else None,
        "beside": list(beside_the_board(replace(game.now, position=position), speech)),
        "steps": _steps(play),
        "pending": list(map(str, _pending(play))),
        "player": game.player,
        "persons": play.is_persons,
        "winner": game.end.winner if game.end else None,
        "status": _status(play).say(speech),
        "trouble": play.trouble.say(speech) if play.trouble else None,
        "thinking": _thinking(play),
        "paused": play.paused,
        "can": _can(play),
        "moves": [
            _move(half_move, made, speech) for half_move, made in enumerate(game.moves, first)
        ],
        "said": play.said,
    }


def frame(play: Play, speech: Language) -> dict[str, object]:
    """What does not change while it is played."""
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
        "sides": {player: game.sides[player].say(speech) for player in PLAYERS},
    }


def legend(play: Play) -> list[Look]:
    """The looks of everything that can stand on this board."""
    game, board = play.game.law, play.game.start.position.board
    looks = [*game.looks.values(), *(game.look_of(board, cell) for cell in board)]
    return [look for look in dict.fromkeys(looks) if look.name.en != _NOTHING]


def _steps(play: Play) -> list[dict[str, object]]:
    """Each legal step: its notation, the cells to choose one after another, and what it changes."""
    game, position = play.game.law, play.game.position
    shows = isinstance(game, OneStepGame)
    return [
        {
            "text": str(step),
            "cells": list(map(str, cells_in(str(step)))),
            "changes": _names(_changed(position, game.step(position, step))) if shows else [],
        }
        for step in play.legal_steps()
    ]


def _names(cells: Iterable[Cell]) -> list[str]:
    return list(map(str, cells))


def _pending(play: Play) -> Iterable[Cell]:
    """The cells that the unsent steps have changed."""
    return _changed(play.game.now.position, play.game.position)


def _last(play: Play, looks: Looks) -> dict[str, object] | None:
    """The last whole turn: who made it, what it changed, and what it took from the other."""
    game = play.game
    before, after = game.before_last_move, game.now.position
    if before is None:
        return None
    changed = _changed(before, after)
    taken = [
        cell
        for cell in changed
        if before.board[cell] == other(before.player) and after.board[cell] == "-"
    ]
    grid = looks.grid(before.board)
    width, height = before.board.width, before.board.height
    return {
        "by": before.player,
        "cells": _names(changed),
        "taken": {str(c): grid[(height - 1 - c.row) * width + c.column] for c in taken},
    }


def _status(play: Play) -> Text:
    """One sentence on how the game stands."""
    sides, end, thinking = play.game.law.sides, play.game.end, play.thinking
    if end:
        said = {"reason": end.sentence}
        if end.winner == "D":
            return texts.DRAWN.filled(said)
        return texts.WON.filled({"side": sides[end.winner], **said})
    if thinking:
        return (thinking.waits or texts.THINKS).filled({"name": thinking.name})
    side = sides[play.game.player]
    if play.seat.bot is None:
        return _of_person(play).filled({"side": side, **_progress(play)})
    waits = texts.WAITS if play.paused or play.trouble else texts.TO_MOVE
    return waits.filled({"side": side, "name": play.seat.bot})


def _of_person(play: Play) -> Text:
    if play.game.is_whole:
        return texts.READY
    if play.may_pass and not play.legal_steps():
        return texts.ONLY_PASS
    return texts.STEP_OF if _turn_length(play) > 1 else texts.TO_MOVE


def _progress(play: Play) -> dict[str, object]:
    return {"number": len(play.game.pending) + 1, "length": _turn_length(play)}


def _turn_length(play: Play) -> int:
    return play.game.law.turn_length(play.game.now.position)


def _thinking(play: Play) -> dict[str, object] | None:
    thinking = play.thinking
    if thinking is None or thinking.waits:
        return None
    return {
        "passed": round(monotonic() - thinking.since, 2),
        "limit": float(thinking.limit),
        "said": thinking.said,
    }


def _can(play: Play) -> dict[str, bool]:
    """Which buttons can be pressed."""
    bots = any(seat.bot for seat in play.seats.values())
    over = play.game.end is not None
    return {
        "send": play.game.is_whole,
        "undo": bool(play.game.pending),
        "pass": play.may_pass,
        "back": play.may_take_back,
        "pause": bots and not play.paused and not over,
        "resume": bots and (play.paused or bool(play.trouble)) and not over,
        "once": bool(play.seat.bot) and not over and play.paused and play.thinking is None,
        "steps": _turn_length(play) > 1,
    }


def _move(half_move: int, made: MadeMove, speech: Language) -> dict[str, object]:
    return {
        "by": player_of(half_move),
        "text": made.text,
        "seconds": seconds(made.seconds, 2).say(speech) if made.seconds else None,
    }


def _changed(before: Position, after: Position) -> list[Cell]:
    """The cells that a move has changed."""
    return before.board.differences(after.board)

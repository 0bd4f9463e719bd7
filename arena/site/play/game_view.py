"""What the page is told of a game: what stands where, what may be done, and sentences to show."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic

from arena.drawing.frames import Looks
from arena.drawing.terminal_board import cells_in
from arena.site.play import texts
from arena.site.play.game import Play, PlayedMove, cells_changed
from formats.board import Cell
from formats.game import PLAYERS, Look, OneStepGame, other
from formats.seconds import say_seconds
from formats.text import Language, Text

_NOTHING = "empty"


def scene(play: Play, speech: Language) -> dict[str, object]:
    """All of it, in the reader's language."""
    game, position = play.now.game, play.position
    looks = Looks(game)
    ending = play.ending
    return {
        "version": play.version,
        "moment": play.moment,
        "half_move": play.now.position.half_move,
        "grid": looks.grid(position.board),
        "last": _last(play, looks),
        "looks": looks.told,
        "marks": {
            str(cell): {"name": mark.name, "text": mark.text.say(speech)}
            for cell, mark in game.marks(position.board).items()
        },
        "steps": _steps(play),
        "pending": list(map(str, _pending(play))),
        "player": play.player,
        "persons": play.is_persons,
        "winner": ending.winner if ending else None,
        "status": _status(play).say(speech),
        "trouble": play.trouble.say(speech) if play.trouble else None,
        "thinking": _thinking(play),
        "paused": play.paused,
        "can": _can(play),
        "moves": [_move(made) for made in play.made],
        "said": play.last_words or next((one.said for one in reversed(play.made) if one.said), ""),
    }


def frame(play: Play, speech: Language) -> dict[str, object]:
    """What does not change while it is played."""
    game, board = play.start.game, play.start.position.board
    return {
        "game": game.name,
        "width": board.width,
        "height": board.height,
        "names": [
            str(Cell(column, row))
            for row in reversed(range(board.height))
            for column in range(board.width)
        ],
        "first": play.start.position.half_move,
        "bots": {player: play.seats[player].bot for player in PLAYERS},
        "sides": {player: game.sides[player].say(speech) for player in PLAYERS},
    }


def legend(play: Play) -> list[Look]:
    """How things look in this game, but for what is not there."""
    game, board = play.start.game, play.start.position.board
    looks = [*game.looks.values(), *(game.look_of(board, cell) for cell in board)]
    return [look for look in dict.fromkeys(looks) if look.name.en != _NOTHING]


def _steps(play: Play) -> list[dict[str, object]]:
    """Each legal step: its notation, the cells to choose one after another, and what it changes."""
    game, position = play.now.game, play.position
    shows = isinstance(game, OneStepGame)
    return [
        {
            "text": str(step),
            "cells": list(map(str, cells_in(str(step)))),
            "changes": _names(cells_changed(position, game.step(position, step))) if shows else [],
        }
        for step in play.legal_steps()
    ]


def _names(cells: Iterable[Cell]) -> list[str]:
    return list(map(str, cells))


def _pending(play: Play) -> Iterable[Cell]:
    """The cells that the unsent steps have changed."""
    return cells_changed(play.now.position, play.position) if play.steps else ()


def _last(play: Play, looks: Looks) -> dict[str, object] | None:
    """The last whole turn: who made it, what it changed, and what it took from the other."""
    if not play.made:
        return None
    before, after = play.made[-1].before.position, play.now.position
    changed = cells_changed(before, after)
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
    game, player = play.now.game, play.player
    ending, thinking = play.ending, play.thinking
    if ending:
        said = {"reason": ending.sentence}
        if ending.winner == "D":
            return texts.DRAWN.filled(said)
        return texts.WON.filled({"side": game.sides[ending.winner], **said})
    if thinking:
        return (thinking.waits or texts.THINKS).filled({"name": thinking.name})
    if play.seat.bot is None:
        return _of_person(play).filled({"side": game.sides[player], **_progress(play)})
    waits = texts.WAITS if play.paused or play.trouble else texts.TO_MOVE
    return waits.filled({"side": game.sides[player], "name": play.seat.bot})


def _of_person(play: Play) -> Text:
    if play.is_whole:
        return texts.READY
    if play.may_pass and not play.legal_steps():
        return texts.ONLY_PASS
    return texts.STEP_OF if play.now.game.turn_length(play.now.position) > 1 else texts.TO_MOVE


def _progress(play: Play) -> dict[str, object]:
    length = play.now.game.turn_length(play.now.position)
    return {"number": len(play.steps) + 1, "length": length}


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
    bots_turn = play.ending is None and play.seat.bot is not None
    return {
        "send": play.is_whole,
        "undo": bool(play.steps),
        "pass": play.may_pass,
        "back": play.may_take_back,
        "pause": bots and not play.paused and play.ending is None,
        "resume": bots and (play.paused or bool(play.trouble)) and play.ending is None,
        "once": bots_turn and play.paused and play.thinking is None,
        "steps": play.now.game.turn_length(play.now.position) > 1,
    }


def _move(made: PlayedMove) -> dict[str, object]:
    return {
        "by": made.before.position.player,
        "text": made.move.text,
        "seconds": say_seconds(made.move.seconds) if made.move.seconds else None,
    }

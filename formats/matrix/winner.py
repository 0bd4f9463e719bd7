"""Check of the winner in a file against the rules of the game.

A single file does not show everything that ends a game. Two passes may have led to it, if it does
not name the last move; and a draw by an event's half-move limit or by repetition can only be seen
by following the game. A result that one of these may explain is a warning, any other an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from formats.fault import Fault, FaultKind
from formats.game import Position
from formats.games import AnyGame
from formats.matrix import faults
from formats.outcome import HALF_MOVE_LIMIT, REPETITION, Outcome, Winner

WINNER_KINDS = (
    faults.WINNER_NOT_WRITTEN,
    faults.DRAW_NOT_WRITTEN,
    faults.LIMIT_NOT_WRITTEN,
    faults.GAME_GOES_ON,
    faults.RESULT_NOT_SHOWN,
    faults.WRONG_WINNER,
)
_NEED_NOT_BE_WRITTEN = (HALF_MOVE_LIMIT.name, REPETITION.name)


def fault_of_winner(
    outcome: Outcome | None, written: Winner | None, unseen: Iterable[Winner] = ()
) -> Fault | None:
    """Return what is wrong with the written winner; None stands for U, not known yet.

    ``unseen`` are results that may be right though the file does not show why.
    """
    if outcome is None:
        return _fault_of_early_result(written, unseen)
    values = {"winner": outcome.winner, "reason": outcome.reason.text}
    if written is None:
        return _unwritten(outcome)("winner", **values)
    if written != outcome.winner:
        return faults.WRONG_WINNER("winner", written=written, **values)
    return None


def _unwritten(outcome: Outcome) -> FaultKind:
    if outcome.reason.name not in _NEED_NOT_BE_WRITTEN:
        return faults.WINNER_NOT_WRITTEN
    return faults.DRAW_NOT_WRITTEN if outcome.winner == "D" else faults.LIMIT_NOT_WRITTEN


def _fault_of_early_result(written: Winner | None, unseen: Iterable[Winner]) -> Fault | None:
    if written is None:
        return None
    kind = faults.RESULT_NOT_SHOWN if written in unseen else faults.GAME_GOES_ON
    return kind("winner", winner=written)


def unseen_results(game: AnyGame, position: Position) -> Iterator[Winner]:
    """Yield the results that a single file may have without showing why."""
    if position.half_move > 1 and game.limit is None:
        yield game.at_limit(position).winner
    if position.half_move > 1 and game.can_repeat:
        yield "D"
    passed = game.after_two_passes(position) if position.last is None else None
    if passed:
        yield passed.winner


def unseen_after(game: AnyGame, before: Position, after: Position) -> Iterator[Winner]:
    """Yield the results that a change may have caused for reasons before the first file."""
    if game.can_repeat:
        yield "D"
    is_first = before.last is not None or not after.passes
    passed = None if is_first else game.after_two_passes(after)
    if passed:
        yield passed.winner

"""Whether the winner that a file names is the one that the law names."""

from __future__ import annotations

from dataclasses import replace

from formats import matrix_faults as faults
from formats.fault import Fault
from formats.game import HALF_MOVE_LIMIT, Outcome, Position, Winner
from formats.games import AnyGame

WINNER_KINDS = (
    faults.WINNER_NOT_WRITTEN,
    faults.DRAW_NOT_WRITTEN,
    faults.GAME_GOES_ON,
    faults.RESULT_NOT_SHOWN,
    faults.WRONG_WINNER,
)


def fault_of_winner(
    game: AnyGame, position: Position, outcome: Outcome | None, written: Winner | None
) -> Fault | None:
    """What is wrong with the winner that is written; nothing stands for U, not known yet.

    A draw by limit may be left unwritten. A result may be written that only who saw the game can
    judge: a draw by repetition, or what two passes make of it where the file does not name them.
    Both are warnings.
    """
    if outcome is None:
        return _fault_of_early_result(game, position, written)
    values = {"winner": outcome.winner, "reason": outcome.reason.text}
    if written is None:
        by_limit = outcome.reason is HALF_MOVE_LIMIT
        kind = faults.DRAW_NOT_WRITTEN if by_limit else faults.WINNER_NOT_WRITTEN
        return kind("winner", **values)
    if written != outcome.winner:
        return faults.WRONG_WINNER("winner", written=written, **values)
    return None


def _fault_of_early_result(
    game: AnyGame, position: Position, written: Winner | None
) -> Fault | None:
    if written is None:
        return None
    unseen_passes = game.outcome(replace(position, passes=2)) if position.last is None else None
    may_be_passed = unseen_passes is not None and unseen_passes.winner == written
    if may_be_passed or (written == "D" and game.limit is None):
        return faults.RESULT_NOT_SHOWN("winner", winner=written)
    return faults.GAME_GOES_ON("winner", winner=written)

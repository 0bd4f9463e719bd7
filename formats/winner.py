"""Whether the winner that a file names is the one that the law names."""

from __future__ import annotations

from formats import matrix_faults as faults
from formats.fault import Fault
from formats.game import HALF_MOVE_LIMIT, Position, Winner
from formats.games import AnyGame

WINNER_KINDS = (
    faults.WINNER_NOT_WRITTEN,
    faults.DRAW_NOT_WRITTEN,
    faults.GAME_GOES_ON,
    faults.DRAW_NOT_SHOWN,
    faults.WRONG_WINNER,
)


def fault_of_winner(game: AnyGame, position: Position, written: Winner | None) -> Fault | None:
    """What is wrong with the winner that is written; nothing stands for U, not known yet.

    A draw by limit may be left unwritten, and a draw may be written that only who saw the whole
    game can judge: both are warnings.
    """
    outcome = game.outcome(position)
    if outcome is None:
        return _fault_of_early_result(game, written)
    values = {"winner": outcome.winner, "reason": outcome.reason.text}
    if written is None:
        by_limit = outcome.reason is HALF_MOVE_LIMIT
        kind = faults.DRAW_NOT_WRITTEN if by_limit else faults.WINNER_NOT_WRITTEN
        return kind("winner", **values)
    if written != outcome.winner:
        return faults.WRONG_WINNER("winner", written=written, **values)
    return None


def _fault_of_early_result(game: AnyGame, written: Winner | None) -> Fault | None:
    if written is None:
        return None
    if written == "D" and game.limit is None:
        return faults.DRAW_NOT_SHOWN("winner")
    return faults.GAME_GOES_ON("winner", winner=written)

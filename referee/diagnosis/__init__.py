"""Causes: the mistake in a bot that explains why it lost a game by its turn.

A verdict says which rule was broken. The bot's author wants to know which mistake did it: that the
board was written upside down, that milliseconds were taken for seconds. Each module here knows
mistakes of one sort, and relies only on what the files, the clock and the program show. If nothing
explains the fault, the verdict's own sentence stands.
"""

from __future__ import annotations

from collections.abc import Callable

from formats.fault import Fault
from referee.diagnosis.boards import cause_in_board
from referee.diagnosis.ends import cause_in_end
from referee.diagnosis.lost_turn import LostTurn
from referee.diagnosis.texts import CARRIAGE_RETURN, NOT_EMPTIED, cause_in_first_line, cause_in_text
from referee.diagnosis.times import cause_in_time
from referee.diagnosis.wrong_place import cause_in_place

__all__ = ("CARRIAGE_RETURN", "NOT_EMPTIED", "cause", "cause_of_fault")

_FINDERS: tuple[Callable[[LostTurn], Fault | None], ...] = (
    cause_in_first_line,
    cause_in_place,
    cause_in_end,
    cause_in_time,
    cause_in_text,
    cause_in_board,
)
"""Explanations in the order of preference: where the move was written comes first,
after a script that was not run as it should be."""


def cause_of_fault(turn: LostTurn) -> Fault | None:
    """Return the mistake that explains why the turn was lost; None if none is known."""
    return next((fault for find in _FINDERS if (fault := find(turn))), None)


def cause(turn: LostTurn) -> Fault:
    """Return the mistake that explains why the turn was lost, or else the verdict's own fault."""
    return cause_of_fault(turn) or turn.offence.fault

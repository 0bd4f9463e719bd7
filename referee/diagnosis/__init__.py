"""Why a bot has lost a game by its turn, told to its author.

A verdict says which rule was broken. Its author wants to know which slip did it: that the board was
written upside down, that milliseconds were taken for seconds. Each module here knows slips of one
sort, and says only what the files, the clock and the program show. What it cannot explain is left
to the verdict's own sentence.
"""

from __future__ import annotations

from collections.abc import Callable

from formats.fault import Fault
from referee.diagnosis.boards import slip_of_board
from referee.diagnosis.ends import slip_of_end
from referee.diagnosis.lost_turn import LostTurn
from referee.diagnosis.texts import slip_of_text
from referee.diagnosis.times import slip_of_time
from referee.diagnosis.wrong_place import slip_of_place

_SLIPS: tuple[Callable[[LostTurn], Fault | None], ...] = (
    slip_of_place,
    slip_of_end,
    slip_of_time,
    slip_of_text,
    slip_of_board,
)
"""The first that knows something is right: where the move went, before how the program ended."""


def slip(turn: LostTurn) -> Fault | None:
    """The slip that explains why the turn was lost, if there is one."""
    return next((found for find in _SLIPS if (found := find(turn))), None)


def cause(turn: LostTurn) -> Fault:
    """The same, or else what the verdict is about."""
    return slip(turn) or turn.offence.fault

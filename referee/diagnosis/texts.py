"""What is wrong with the file as a text."""

from __future__ import annotations

from formats.fault import Fault, FaultKind
from formats.matrix.faults import MISSING_LINE
from formats.text import Text
from referee.diagnosis.lost_turn import LostTurn
from referee.verdict import Ending

ONLY_BOARD = FaultKind(
    "V241",
    Text(
        "only the board was written, without the three lines above it",
        "записана только доска, без трёх строк над ней",
    ),
    MISSING_LINE.hint,
)
LOWER_CASE = FaultKind(
    "V242",
    Text(
        "the letters are written in lower case",
        "буквы записаны строчными",
    ),
    Text("write A, B, D and U, not a, b, d and u", "пишите A, B, D и U, а не a, b, d и u"),
)


def slip_of_text(turn: LostTurn) -> Fault | None:
    if turn.offence.ending is not Ending.MALFORMED_FILE or turn.written is None:
        return None
    fault = turn.offence.fault
    if fault.kind is MISSING_LINE and fault.values["count"] == 0 and turn.board:
        return ONLY_BOARD("player")
    upper = turn.turn.happened.file.data.upper()
    if upper != turn.turn.happened.file.data and turn.judged(upper).reading.matrix is not None:
        return LOWER_CASE("player")
    return None

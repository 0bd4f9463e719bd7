"""How long its moves take: told, not judged."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from formats.seconds import say_seconds
from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, passed

TITLE = Text("speed", "скорость")
ORDER = 110
_TOLD = Text(
    "half of the moves take {median} s of processor time or less, the slowest {worst} s",
    "половина ходов не дольше {median} с процессорного времени, самый долгий {worst} с",
)


def look(candidate: Candidate) -> Iterator[Finding]:
    """The processor time of the turns in which a move was made."""
    used = [trial.turn.happened.cpu for trial in candidate.trials.made if trial.move]
    if used:
        yield passed(_TOLD, median=say_seconds(median(used)), worst=say_seconds(max(used)))

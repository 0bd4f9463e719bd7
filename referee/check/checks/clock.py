"""Does it keep its time: what it writes is true, and it is quick where little is left."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, passed
from referee.check.ways_to_lose import ways_to_lose
from referee.verdict import Ending

TITLE = Text("time", "время")
ORDER = 80
_GOOD = Text(
    "writes its time correctly and never runs out of it",
    "пишет своё время верно и укладывается в него",
)
_LATE_ADVICE = Text(
    "plan each move by the time that is left: one second may have to do for the rest of the game",
    "рассчитывайте каждый ход по оставшемуся времени: на всю игру может остаться секунда",
)
_FALSE_ADVICE = Text(
    "subtract the time of this move from your own line, and leave the other line as it is",
    "вычтите время этого хода из своей строки, а строку соперника не меняйте",
)
_ADVICE = {Ending.OUT_OF_TIME: _LATE_ADVICE, Ending.FALSE_TIME: _FALSE_ADVICE}


def run(candidate: Candidate) -> Iterator[Finding]:
    """Of each kind of fault the first turn that shows it."""
    made = candidate.trials.made
    for ending, advice in _ADVICE.items():
        yield from ways_to_lose(candidate, made, [ending], advice)
    if not any(trial.lost_by(*_ADVICE) for trial in made) and any(trial.move for trial in made):
        yield passed(_GOOD)

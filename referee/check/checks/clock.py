"""Does it keep its time: what it writes is true, and it is quick where little is left."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, failed, passed
from referee.check.trials import exhibit
from referee.verdict import Ending

TITLE = Text("time", "время")
ORDER = 80
_GOOD = Text(
    "writes its time correctly and never runs out of it",
    "пишет своё время верно и укладывается в него",
)
_BAD = Text("{title}: {sentence}", "{title}: {sentence}")
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
        bad = next((trial for trial in made if trial.lost_by(ending)), None)
        if bad and bad.lost:
            values = {"title": ending.title, "sentence": bad.lost.sentence}
            yield failed(_BAD, advice, exhibit(bad), **values)
    if not any(trial.lost_by(*_ADVICE) for trial in made) and any(trial.move for trial in made):
        yield passed(_GOOD)

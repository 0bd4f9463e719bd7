"""Does it start."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, failed, passed
from referee.verdict import Ending

TITLE = Text("start", "запуск")
ORDER = 60
_GOOD = Text("starts", "запускается")
_BAD = Text("{sentence}", "{sentence}")
_ADVICE = Text(
    "try it on a plain Linux for x86-64; a program linked with -static needs nothing else",
    "проверьте её на чистом Linux для x86-64; программе, собранной с -static, ничего не нужно",
)


def run(candidate: Candidate) -> Iterator[Finding]:
    """Lets it play, and looks whether the system could start it."""
    first = candidate.trials.made[0]
    if first.lost and first.lost_by(Ending.NOT_STARTED):
        yield failed(_BAD, _ADVICE, sentence=first.lost.sentence)
    else:
        yield passed(_GOOD)

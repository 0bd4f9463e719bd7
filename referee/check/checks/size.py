"""Is it small enough."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, failed, passed
from referee.numbers import BYTES, counted, number

TITLE = Text("size", "размер")
ORDER = 20
_GOOD = Text("{size} of {allowed}", "{size} из {allowed}")
_LARGE = Text("{size}; at most {allowed} are allowed", "{size}, а можно не больше {allowed}")
_ADVICE = Text(
    "build it without debugging symbols (-s), optimize for size (-Os), and leave out needless data",
    "соберите без отладочных символов (-s), с оптимизацией по размеру (-Os), без лишних данных",
)


def run(candidate: Candidate) -> Iterator[Finding]:
    """Compares the size with the event's limit."""
    size, allowed = candidate.program.path.stat().st_size, candidate.size_limit
    values = {"size": counted(size, BYTES), "allowed": number(allowed)}
    yield passed(_GOOD, **values) if size <= allowed else failed(_LARGE, _ADVICE, **values)

"""Is it small enough."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, failed, passed

TITLE = Text("size", "размер")
ORDER = 20
_GOOD = Text("{size} bytes of {allowed}", "{size} байт из {allowed}")
_LARGE = Text("{size} bytes; {allowed} are allowed", "{size} байт, а можно {allowed}")
_ADVICE = Text(
    "build it without debugging symbols (-s), for size (-Os), and put no data into it",
    "соберите без отладочных символов (-s), с оптимизацией размера (-Os), без лишних данных внутри",
)


def look(candidate: Candidate) -> Iterator[Finding]:
    """Compares the size with the event's limit."""
    size, allowed = candidate.program.path.stat().st_size, candidate.size_limit
    values = {"size": f"{size:,}", "allowed": f"{allowed:,}"}
    yield passed(_GOOD, **values) if size <= allowed else failed(_LARGE, _ADVICE, **values)

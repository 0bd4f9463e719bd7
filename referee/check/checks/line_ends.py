"""Does it read a file with the line ends of Windows, or with a byte-order mark.

The referee writes neither. But a file that somebody saved in an editor can have both, and who
tries the bot with it wonders.
"""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, passed, warned

TITLE = Text("line ends", "концы строк")
ORDER = 120
_GOOD = Text(
    "reads files with Windows line ends (CR LF) and a byte-order mark",
    "читает файлы с концами строк Windows (CR LF) и с меткой порядка байтов (BOM)",
)
_WINDOWS = Text(
    "cannot read a file with Windows line ends (CR LF)",
    "не читает файл с концами строк Windows (CR LF)",
)
_MARKED = Text(
    "cannot read a file that begins with a byte-order mark (BOM)",
    "не читает файл, который начинается с метки порядка байтов (BOM)",
)
_ADVICE = Text(
    "the referee writes no such file, but an editor may: skip \\r and the three bytes EF BB BF",
    "судья таких файлов не пишет, но редактор может: пропускайте \\r и три байта EF BB BF",
)


def run(candidate: Candidate) -> Iterator[Finding]:
    """Nothing to say of a bot that did not even manage the plain file."""
    trials = candidate.trials
    if trials.windows is None or trials.marked is None:
        return
    if trials.again is None or trials.again.move is None:
        return
    if trials.windows.move is None:
        yield warned(_WINDOWS, _ADVICE)
    if trials.marked.move is None:
        yield warned(_MARKED, _ADVICE)
    if trials.windows.move and trials.marked.move:
        yield passed(_GOOD)

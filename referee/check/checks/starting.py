"""Check whether the bot starts."""

from __future__ import annotations

import os
from collections.abc import Iterator

from formats.text import Text
from referee.check.checked_bot import CheckedBot
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


_NOT_MARKED = Text(
    "it cannot be started: it is not marked as executable",
    "она не запускается: файл не помечен как исполняемый",
)
_NOT_MARKED_ADVICE = Text("mark it with chmod +x {path}", "пометьте его: chmod +x {path}")


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Check whether the system could start the bot for its first turn."""
    first = checked_bot.trials.played[0]
    if first.losing_verdict and first.loses_by(Ending.NOT_STARTED):
        path = checked_bot.program.path
        if os.access(path, os.X_OK):
            yield failed(_BAD, _ADVICE, sentence=first.losing_verdict.sentence)
        else:
            yield failed(_NOT_MARKED, _NOT_MARKED_ADVICE, path=path)
    else:
        yield passed(_GOOD)

"""Check whether the bot starts."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, failed, passed
from referee.check.trials import Trial
from referee.check.ways_to_lose import ways_to_lose
from referee.sandbox.isolation_choice import choose_isolation
from referee.verdict import Ending

TITLE = Text("start", "запуск")
ORDER = 60
_GOOD = Text("starts", "запускается")
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
    """Check whether the system could start the bot for every turn."""
    trials = checked_bot.trials.all
    failures = [trial for trial in trials if trial.loses_by(Ending.NOT_STARTED)]
    if not failures:
        yield passed(_GOOD)
    elif _lacks_execute_bit(checked_bot, failures[0]):
        yield failed(_NOT_MARKED, _NOT_MARKED_ADVICE, path=checked_bot.program.path)
    else:
        yield from ways_to_lose(checked_bot, trials, [Ending.NOT_STARTED], _ADVICE)


def _lacks_execute_bit(checked_bot: CheckedBot, trial: Trial) -> bool:
    """Return whether the program was not started for lack of its execute bit.

    Where bots are isolated, the sandbox runs a copy of its own, which always has that bit.
    """
    if choose_isolation(checked_bot.isolation).isolates:
        return False
    is_refused = trial.turn.run_result.status == errno.EACCES
    return is_refused and not os.access(checked_bot.program.path, os.X_OK)

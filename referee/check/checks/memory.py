"""Check whether the bot's memory suffices."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, passed
from referee.check.ways_to_lose import ways_to_lose
from referee.numbers import number
from referee.program import MIB
from referee.verdict import Ending

TITLE = Text("memory", "память")
ORDER = 90
_GOOD = Text("takes at most {used} of {allowed} MiB", "занимает не больше {used} МиБ из {allowed}")
_ADVICE = Text(
    "make tables smaller, and free what a move no longer needs",
    "уменьшите таблицы и освобождайте память, которая больше не нужна",
)


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Report the most memory that a turn with a file in the referee's own form took."""
    trials = checked_bot.trials.played
    findings = list(ways_to_lose(checked_bot, trials, [Ending.OUT_OF_MEMORY], _ADVICE))
    if findings:
        yield from findings
        return
    most = max(trial.turn.run_result.memory for trial in trials)
    allowed = checked_bot.judging.limits.memory // MIB
    if most:  # Otherwise the memory is not known here.
        yield passed(_GOOD, used=number(most / MIB, 1), allowed=number(allowed))

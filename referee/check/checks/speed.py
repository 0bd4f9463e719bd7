"""Report how long the bot's moves take."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, passed
from referee.numbers import seconds

TITLE = Text("speed", "скорость")
ORDER = 110
_TIMES = Text(
    "half of the turns took {median} s of processor time or less, the slowest one {worst} s",
    "половина запусков заняла не больше {median} с процессорного времени, самый долгий — {worst} с",
)


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Report the processor time of the turns in which the bot moved."""
    used = [trial.turn.run_result.cpu for trial in checked_bot.trials.played if trial.move]
    if used:
        yield passed(_TIMES, median=seconds(median(used)), worst=seconds(max(used)))

"""Report whether the bot repeats its move in the same position."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, passed

TITLE = Text("chance", "случайность")
ORDER = 130
_SAME = Text(
    "repeated its move in the same position (no chance seen)",
    "в той же позиции повторил свой ход (случайности не видно)",
)
_OTHER = Text(
    "made a different move when asked again: it plays by chance, or by the clock",
    "во второй раз сделал другой ход: ходит случайно или смотрит на часы",
)


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Compare two turns in one position."""
    first, again = checked_bot.trials.played[0].move, checked_bot.trials.again
    if first and again and again.move:
        yield passed(_SAME if first == again.move else _OTHER)

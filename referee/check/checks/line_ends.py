"""Check whether the bot reads a file with Windows line ends, or with a byte-order mark.

The referee writes neither. But a file that was saved in an editor can have both, and surprises a
user who tries the bot with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from formats.matrix import write_matrix
from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, passed, warned
from referee.check.trials import marked_form, windows_form
from referee.diagnosis import NOT_EMPTIED

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


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Compare the turns; yield nothing for a bot that cannot play with the referee's own form."""
    trials = checked_bot.trials
    if trials.windows is None or trials.marked is None:
        return
    if trials.again is None or trials.again.move is None:
        return
    text = write_matrix(trials.again.before)
    forms = (
        (trials.windows, windows_form(text), _WINDOWS),
        (trials.marked, marked_form(text), _MARKED),
    )
    warnings = dict[Text, Text | None]()
    for trial, file, sentence in forms:
        if trial.move is None:
            is_left = checked_bot.lost_turn(trial).has_end_of(file.encode())
            fault_text = NOT_EMPTIED.text if is_left else sentence
            warnings[fault_text] = NOT_EMPTIED.hint if is_left else _ADVICE
    for sentence, advice in warnings.items():
        yield warned(sentence, advice)
    if not warnings:
        yield passed(_GOOD)

"""Check whether the bot makes legal moves: in beginnings, middles and ends, for both players."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, passed
from referee.check.ways_to_lose import warnings, ways_to_lose
from referee.numbers import count_text, number
from referee.verdict import Ending

TITLE = Text("moves", "ходы")
ORDER = 70
_GOOD = Text("legal moves in {positions}", "допустимые ходы в {positions}")
_GOOD_SO_FAR = Text(
    "legal moves in {positions}; {unplayed}, since its turns took {spent} s in all",
    "допустимые ходы в {positions}; ещё {unplayed}: все запуски вместе заняли {spent} с",
)
_UNPLAYED = Text(
    "other was not tried|others were not tried",
    "позиция не проверена|позиции не проверены|позиций не проверено",
)
_ADVICE = Text(
    "save this matrix.txt next to your bot, run the bot, and check the file: arena validate",
    "положите этот matrix.txt рядом с ботом, запустите бота и проверьте файл: arena validate",
)
IN_POSITIONS = Text("position|positions", "позиции|позициях|позициях")
_OF_OTHER_CHECKS = {
    Ending.NOT_STARTED,
    Ending.OUT_OF_TIME,
    Ending.FALSE_TIME,
    Ending.OUT_OF_MEMORY,
    Ending.OTHER_FILES,
}


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Yield a finding for each way in which a turn was lost, and for each warning."""
    trials = checked_bot.trials
    played = trials.played
    endings = [ending for ending in Ending if ending not in _OF_OTHER_CHECKS]
    yield from ways_to_lose(checked_bot, played, endings, _ADVICE)
    yield from warnings(checked_bot, played, of_time=False)
    if any(trial.losing_verdict for trial in played):
        return
    positions = count_text(len(played), IN_POSITIONS)
    if trials.unplayed:
        unplayed = count_text(trials.unplayed, _UNPLAYED)
        spent = number(trials.spent, 1)
        yield passed(_GOOD_SO_FAR, positions=positions, unplayed=unplayed, spent=spent)
    else:
        yield passed(_GOOD, positions=positions)

"""Check whether the bot's clock lasts for the longest game, and whether it writes true times."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import CheckResult, Finding, passed
from referee.check.trials import TimeUse, exhibit
from referee.check.ways_to_lose import warnings, ways_to_lose
from referee.diagnosis import cause_of_fault
from referee.numbers import count_text, number
from referee.run_faults import SLEPT_IN_GAME, SLEPT_IN_MOVE
from referee.verdict import Ending

TITLE = Text("time", "время")
ORDER = 80
_LASTS = Text(
    "{clock} s last for the {moves} of the longest game",
    "{clock} с хватает на {moves} самой длинной партии",
)
_TRUE_TOO = Text(
    "writes its time correctly, and {clock} s last for the {moves} of the longest game",
    "пишет своё время верно, и {clock} с хватает на {moves} самой длинной партии",
)
_USED_UP = Text(
    "at {each} s a move it has used its {clock} s after {made} of {moves} moves",
    "по {each} с на ход: {clock} с израсходованы на {made}-м ходу из {moves}",
)
_SLEPT = Text(
    "at {each} s of computing and sleep a move it has used its {clock} s and the {idle} s of sleep"
    " of a game after {made} of {moves} moves",
    "по {each} с счёта и сна на ход: {clock} с и ещё {idle} с сна, разрешённые на партию,"
    " израсходованы на {made}-м ходу из {moves}",
)
_MOVES = Text("move|moves", "ход|хода|ходов")
_LATE_ADVICE = Text(
    "plan each move by the time that is left: one second may have to do for the rest of the game",
    "рассчитывайте каждый ход по оставшемуся времени: на всю игру может остаться секунда",
)
_FALSE_ADVICE = Text(
    "subtract the time of this move from your own line, and leave the other line as it is",
    "вычтите время этого хода из своей строки, а строку соперника не меняйте",
)
_ROUNDED = Decimal("0.1")
"""Seconds from which hundredths are exact enough."""


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Yield a finding for each cause of lateness, each kind of false time and each warning."""
    trials = checked_bot.trials
    played, use = trials.played, trials.time_use
    assert use is not None, "a check plays the long game"
    others = [trial for trial in played if trial is not use.late_trial]
    used_up = _used_up_finding(checked_bot, use)
    if used_up:
        yield used_up
    late_findings = list(
        ways_to_lose(checked_bot, others if used_up else played, [Ending.OUT_OF_TIME], _LATE_ADVICE)
    )
    false_findings = list(ways_to_lose(checked_bot, played, [Ending.FALSE_TIME], _FALSE_ADVICE))
    warning_findings = list(warnings(checked_bot, played, of_time=True))
    yield from (*late_findings, *false_findings, *warning_findings)
    if used_up or late_findings or false_findings or not use.is_whole:
        return  # A game that was not finished proves nothing good.
    values = {"clock": number(use.clock), "moves": count_text(use.moves, _MOVES)}
    yield passed(_LASTS if warning_findings else _TRUE_TOO, **values)


def _used_up_finding(checked_bot: CheckedBot, use: TimeUse) -> Finding | None:
    """Return the finding that the clock does not last, unless a single turn explains it."""
    trial = use.late_trial
    if trial is None or use.late_at == 0:
        return None
    lost_turn = checked_bot.lost_turn(trial)
    kind = lost_turn.offence.fault.kind
    if kind is SLEPT_IN_MOVE or cause_of_fault(lost_turn):
        return None
    idle, moves = checked_bot.judging.timing.idle, use.late_at + 1
    text, total = (_SLEPT, use.clock + idle) if kind is SLEPT_IN_GAME else (_USED_UP, use.clock)
    each = total / moves
    values: dict[str, object] = {
        "clock": number(use.clock),
        "made": moves,
        "moves": use.moves,
        "idle": number(idle),
    }
    places = 2 if each >= _ROUNDED else 3
    sentence = text.filled(values | {"each": number(round(each, places))})
    return Finding(
        CheckResult.FAILED,
        sentence,
        _LATE_ADVICE,
        exhibit(trial),
        sentence,
        lost_turn,
        trial.number,
    )

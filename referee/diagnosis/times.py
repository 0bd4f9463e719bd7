"""Mistakes in the times that the program wrote."""

from __future__ import annotations

from decimal import Decimal

from formats.fault import Fault, FaultKind
from formats.game import other
from formats.seconds import NEGATIVE, read_seconds, write_seconds
from formats.text import Text
from referee.diagnosis.lost_turn import LostTurn
from referee.verdict import Ending

MILLISECONDS = FaultKind(
    "V231",
    Text(
        "milliseconds were taken off the clock as seconds: {claimed} for this move",
        "миллисекунды вычтены из часов как секунды: {claimed} за этот ход",
    ),
    Text("divide them by 1000.0", "разделите их на 1000.0"),
)
TICKS = FaultKind(
    "V232",
    Text(
        "clock() was taken off the clock without dividing it by CLOCKS_PER_SEC: {claimed}",
        "из часов вычтено clock(), не делённое на CLOCKS_PER_SEC: {claimed}",
    ),
    Text("write (double)clock() / CLOCKS_PER_SEC", "пишите (double)clock() / CLOCKS_PER_SEC"),
)
USED_FOR_LEFT = FaultKind(
    "V233",
    Text(
        "the time used is written instead of the time left: {written} of {left}",
        "вместо оставшегося времени записано потраченное: {written} из {left}",
    ),
    Text(
        "time written = time read - processor time used",
        "время в файле = время из файла − затраченное процессорное время",
    ),
)
OFF_THE_OTHER = FaultKind(
    "V234",
    Text(
        "the time of this move was taken off the other player's line",
        "время этого хода вычтено из строки соперника",
    ),
    Text(
        "line 2 is A's and line 3 is B's; lower the line of the player whose move it was",
        "строка 2 — игрока A, строка 3 — игрока B; уменьшайте строку того, кто ходил",
    ),
)
SWAPPED = FaultKind(
    "V235",
    Text("the two players' times are swapped", "время двух игроков переставлено"),
    Text(
        "line 2 is always A's and line 3 always B's, no matter who is to move",
        "строка 2 всегда игрока A, строка 3 всегда игрока B, кто бы ни ходил",
    ),
)
ROUNDED = FaultKind(
    "V236",
    Text(
        "{read} read, {written} written: print at least two decimals",
        "прочитано {read}, записано {written}: печатайте хотя бы два знака после точки",
    ),
    Text(
        "keep both times as double, and print them with %.6f",
        "храните оба времени в double и печатайте их с %.6f",
    ),
)
TOO_MUCH_SUBTRACTED = FaultKind(
    "V237",
    Text(
        "0 is written, though {left} was left: too much was subtracted",
        "записан 0, хотя оставалось {left}: вычтено слишком много",
    ),
    Text(
        "time written = time read - processor time used, in seconds: not ticks of clock(), and not"
        " the time of day",
        "время в файле = время из файла − затраченное процессорное время в секундах: не такты"
        " clock() и не время суток",
    ),
)

_UNITS = ((1_000_000, TICKS), (1000, MILLISECONDS))
_HALF = Decimal("0.5")
_LEAST, _MOST = Decimal("0.2"), Decimal("1.5")
"""Limits of a bot's own measurement, as fractions of the referee's."""


def cause_in_time(turn: LostTurn) -> Fault | None:
    """Return the mistake that explains a wrong time; None if none is known."""
    if turn.offence.ending is Ending.MALFORMED_FILE:
        return _cause_in_negative_time(turn)
    if turn.offence.ending not in (Ending.FALSE_TIME, Ending.OUT_OF_TIME) or not turn.judged_file:
        return None
    matrix = turn.judged_file.reading.matrix
    if matrix is None:
        return None
    own, foe = turn.player, other(turn.player)
    left, written = turn.before.as_written.time_of(own), matrix.time_of(own)
    other_left, other_written = turn.before.as_written.time_of(foe), matrix.time_of(foe)
    margin = turn.judging.timing.margin
    if abs(other_written - other_left) > margin:
        return _cause_in_other_time(turn, (left, other_left), (written, other_written))
    return _cause_in_own_time(turn, left, written)


def _cause_in_own_time(turn: LostTurn, left: Decimal, written: Decimal) -> Fault | None:
    """Explain that the own time is wrong; a bot may also be late by time that it really used."""
    if turn.judging.timing.is_honest(turn.turn.run_result, left - written):
        return None
    if fault := _cause_in_used_time(turn, left, written) or _cause_in_unit(turn, left - written):
        return fault
    if _lacks_decimals(written, left, _most_time_used(turn)):
        return _rounded_fault(f"time {turn.player}", left, written)
    return None


def _cause_in_negative_time(turn: LostTurn) -> Fault | None:
    """Explain that the other player's time is negative, while the own one is as it was."""
    own, foe = turn.player, other(turn.player)
    form = turn.judged_file.reading.form if turn.judged_file else None
    word = form.header.places.get(f"time {foe}") if form else None
    if form is None or word is None or read_seconds(word.text) is not NEGATIVE:
        return None
    is_off = form.header.times.get(own) == turn.before.as_written.time_of(own)
    return OFF_THE_OTHER(f"time {foe}") if is_off else None


def _cause_in_other_time(
    turn: LostTurn, read: tuple[Decimal, Decimal], wrote: tuple[Decimal, Decimal]
) -> Fault | None:
    """Explain that the other player's time was changed; each pair begins with the own time."""
    own, foe = turn.player, other(turn.player)
    (left, other_left), (written, other_written) = read, wrote
    margin = turn.judging.timing.margin
    most = _most_time_used(turn) * _MOST + margin
    if -most <= other_written - left <= margin and -most <= written - other_left <= margin:
        is_off = left == other_left and written == left
        return OFF_THE_OTHER(f"time {foe}") if is_off else SWAPPED(f"time {own}")
    if _lacks_decimals(other_written, other_left, Decimal(0)):
        return _rounded_fault(f"time {foe}", other_left, other_written)
    is_off = written == left and 0 <= other_left - other_written <= most
    return OFF_THE_OTHER(f"time {foe}") if is_off else None


def _lacks_decimals(written: Decimal, right: Decimal, used: Decimal) -> bool:
    """Return whether a time is the right one without its decimals, rounded or cut off."""
    is_whole = written == written.to_integral_value()
    return is_whole and right - used - 1 < written <= right + _HALF


def _rounded_fault(place: str, read: Decimal, written: Decimal) -> Fault:
    return ROUNDED(place, read=write_seconds(read), written=write_seconds(written))


def _most_time_used(turn: LostTurn) -> Decimal:
    return max(turn.turn.run_result.cpu, turn.turn.run_result.wall)


def _cause_in_unit(turn: LostTurn, claimed: Decimal) -> Fault | None:
    least = min(turn.turn.run_result.cpu, turn.turn.run_result.wall) * _LEAST
    for unit, kind in _UNITS:
        if claimed >= 1 and least <= claimed / unit <= _most_time_used(turn) * _MOST:
            return kind(f"time {turn.player}", claimed=write_seconds(claimed))
    return None


def _cause_in_used_time(turn: LostTurn, left: Decimal, written: Decimal) -> Fault | None:
    used = _most_time_used(turn)
    if written == 0:
        place = f"time {turn.player}"
        return TOO_MUCH_SUBTRACTED(place, left=write_seconds(left)) if left - used > 1 else None
    if left > 1 and 0 < written <= used * _MOST:
        values = {"written": write_seconds(written), "left": write_seconds(left)}
        return USED_FOR_LEFT(f"time {turn.player}", **values)
    return None

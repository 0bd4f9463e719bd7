"""Times in seconds: exact to the microsecond where they are reckoned, short where they are read.

Bots write what their language prints: ``30``, ``30.0``, ``2.01``, ``1e-05``, ``1.89999999999999``.
The digits beyond the microsecond are the noise of a binary fraction and are rounded away.

A matrix.txt tells no time with more than six significant digits. So many a C++ stream prints by
default, and that many a ``float`` holds: a bot that reads a time in any natural way and prints it
again gives it back unchanged.
"""

from __future__ import annotations

import re
from decimal import ROUND_FLOOR, Context, Decimal

from formats.fault import FaultKind
from formats.text import Text

MOST = Decimal(1_000_000_000)
MARGIN = Decimal("0.1")
"""How far from the right one a time that a bot writes may be, unless an event says otherwise."""

# No two neighbours here can match the same digits: a long hostile number takes linear time.
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,4})?", re.ASCII)
_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+", re.ASCII)
_ENDLESS = re.compile(r"[+-]?(inf(inity)?|nan(\(.*\))?|1\.?#\w*)", re.IGNORECASE | re.ASCII)
_MICROSECOND = Decimal("0.000001")
_MILLISECOND = Decimal("0.001")
_SIX_DIGITS = Context(prec=6, rounding=ROUND_FLOOR)

NOT_A_NUMBER = FaultKind(
    "M241",
    Text("the time «{text}» is not a number", "время «{text}» — не число"),
    Text("a time is written like 30 or 2.01", "время пишется так: 30 или 2.01"),
)
NEGATIVE = FaultKind("M242", Text("the time {text} is negative", "время {text} отрицательно"))
NOT_FINITE = FaultKind(
    "M243",
    Text(
        "the time is a finite number below 1,000,000,000, not {text}",
        "время — конечное число меньше 1 000 000 000, а не {text}",
    ),
    NOT_A_NUMBER.hint,
)
COMMA = FaultKind(
    "M244",
    Text("the time {text} has a decimal comma", "во времени {text} десятичная запятая"),
    Text("write {mended}", "пишите {mended}"),
)


def read_seconds(text: str) -> Decimal | FaultKind:
    """The time in this text, or what is wrong with it."""
    if not _NUMBER.fullmatch(text):
        return _kind_of_fault(text)
    number = Decimal(text)
    if number < 0:
        return NEGATIVE
    # Rounding can lift a number to the bound, where it could be written but not read again.
    rounded = _rounded(number) if number < MOST else MOST
    return rounded if rounded < MOST else NOT_FINITE


def _kind_of_fault(text: str) -> FaultKind:
    if _ENDLESS.fullmatch(text):
        return NOT_FINITE
    return COMMA if _COMMA.fullmatch(text) else NOT_A_NUMBER


def _rounded(number: Decimal) -> Decimal:
    return number.quantize(_MICROSECOND) if number > _MICROSECOND / 2 else Decimal(0)


def write_seconds(time: Decimal) -> str:
    """The time in its one canonical form: exact, no exponent, no needless zeros."""
    text = f"{time:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def told_seconds(time: Decimal) -> Decimal:
    """The time as a matrix.txt tells it, in six digits: never more than there is."""
    return _SIX_DIGITS.plus(max(time, Decimal(0)))


def say_seconds(time: Decimal) -> str:
    """The time as people read it, to the millisecond: never more than there is."""
    return f"{max(time, Decimal(0)).quantize(_MILLISECOND, ROUND_FLOOR):f}"

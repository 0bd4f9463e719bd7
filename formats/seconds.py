"""Times in seconds: exact to the microsecond in calculations, short in files.

Bots write what their language prints: ``30``, ``30.0``, ``2.01``, ``1e-05``, ``1.89999999999999``.
The digits beyond the microsecond are the noise of a binary fraction and are rounded away.

A matrix.txt shows no time with more than six significant digits. So many a C++ stream prints by
default, and so many a ``float`` holds: a bot that reads a time in any natural way and prints it
again returns it unchanged.
"""

from __future__ import annotations

import re
from decimal import ROUND_FLOOR, Context, Decimal

from formats.fault import FaultKind
from formats.text import Text

MOST = Decimal(1_000_000_000)
MARGIN = Decimal("0.1")
"""Accepted error of a time that a bot writes, unless an event says otherwise."""

# No two neighbouring parts can match the same digits: a long hostile number takes linear time.
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,4})?", re.ASCII)
_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+", re.ASCII)
_ENDLESS = re.compile(r"[+-]?(inf(inity)?|nan(\(.*\))?|1\.?#\w*)", re.IGNORECASE | re.ASCII)
LEAST_CLOCK = Decimal("0.01")
"""Fewest seconds that a game may give a player."""
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
    """Return the time in this text, or what is wrong with it."""
    if not _NUMBER.fullmatch(text):
        return _kind_of_fault(text)
    number = Decimal(text)
    if number < 0:
        return NEGATIVE
    # Rounding can lift a number to the bound, which could be written but not read again.
    rounded = _rounded(number) if number < MOST else MOST
    return rounded if rounded < MOST else NOT_FINITE


def _kind_of_fault(text: str) -> FaultKind:
    if _ENDLESS.fullmatch(text):
        return NOT_FINITE
    return COMMA if _COMMA.fullmatch(text) else NOT_A_NUMBER


def _rounded(number: Decimal) -> Decimal:
    return number.quantize(_MICROSECOND) if number > _MICROSECOND / 2 else Decimal(0)


def write_seconds(time: Decimal) -> str:
    """Return the time in its canonical form: exact, no exponent, no needless zeros."""
    text = f"{time:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def written_seconds(time: Decimal) -> Decimal:
    """Return the time as a matrix.txt shows it: six digits, rounded down."""
    return _SIX_DIGITS.plus(max(time, Decimal(0)))


def say_seconds(time: Decimal) -> str:
    """Return the time as people read it: to the millisecond, rounded down."""
    return f"{max(time, Decimal(0)).quantize(_MILLISECOND, ROUND_FLOOR):f}"

"""Tests of numbers and counted things as each language writes them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from formats.text import Text
from referee.numbers import BYTES, count_text, number, seconds

NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("count", "english", "russian"),
    [
        (0, "0 bytes", "0 байт"),
        (1, "1 byte", "1 байт"),
        (2, "2 bytes", "2 байта"),
        (5, "5 bytes", "5 байт"),
        (11, "11 bytes", "11 байт"),
        (21, "21 bytes", "21 байт"),
        (62872, "62,872 bytes", f"62{NBSP}872 байта"),
    ],
)
def test_a_counted_thing_has_the_plural_of_its_language(
    count: int, english: str, russian: str
) -> None:
    assert count_text(count, BYTES) == Text(english, russian)


def test_a_number_has_separated_thousands_and_the_given_decimals() -> None:
    assert number(1234567) == Text("1,234,567", f"1{NBSP}234{NBSP}567")
    assert number(2.5) == Text("2.5", "2,5")
    assert number(2.5, 2) == Text("2.50", "2,50")


def test_a_time_is_rounded_down() -> None:
    assert seconds(Decimal("10.2039")) == Text("10.203", "10,203")
    assert seconds(Decimal("10.200")) == Text("10.2", "10,2")
    assert seconds(Decimal("-1")) == Text("0", "0")

"""Tests of times as bots write them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.fault import FaultKind
from formats.seconds import (
    COMMA,
    MARGIN,
    MOST,
    NEGATIVE,
    NOT_A_NUMBER,
    NOT_FINITE,
    read_seconds,
    say_seconds,
    write_seconds,
    written_seconds,
)

TIMES = st.integers(0, int(MOST) * 10**6 - 1).map(lambda number: Decimal(number).scaleb(-6))
"""Times of the referee's account, to the microsecond."""
GAME_TIMES = st.integers(0, 3600 * 10**6).map(lambda number: Decimal(number).scaleb(-6))
"""Times of at most an hour, to the microsecond."""


def as_double(text: str) -> float:
    return float(text)


def as_float(text: str) -> float:
    value: float = struct.unpack("f", struct.pack("f", float(text)))[0]
    return value


NUMBERS = pytest.mark.parametrize("number", [as_double, as_float])
"""Number types into which a bot may read a time."""


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("30", "30"),
        ("30.", "30"),
        ("30.0", "30"),
        ("2.01", "2.01"),
        (".5", "0.5"),
        ("007.50", "7.5"),
        ("+1.9", "1.9"),
        ("0", "0"),
        ("-0", "0"),
        ("-0.000", "0"),
        ("1e-05", "0.00001"),
        ("1E2", "100"),
        ("1.5e+1", "15"),
        ("1.89999999999999", "1.9"),
        ("2.0000004", "2"),
        ("0.1234567", "0.123457"),
        ("4.9e-324", "0"),
        ("999999999.5", "999999999.5"),
    ],
)
def test_every_form_of_a_time_is_read(text: str, canonical: str) -> None:
    time = read_seconds(text)
    assert isinstance(time, Decimal)
    assert write_seconds(time) == canonical


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", NOT_A_NUMBER),
        ("-", NOT_A_NUMBER),
        (".", NOT_A_NUMBER),
        ("e5", NOT_A_NUMBER),
        ("1e", NOT_A_NUMBER),
        ("--1", NOT_A_NUMBER),
        ("30s", NOT_A_NUMBER),
        ("1_000", NOT_A_NUMBER),
        ("0x1p3", NOT_A_NUMBER),
        ("３０", NOT_A_NUMBER),
        ("1.2.3", NOT_A_NUMBER),
        ("1,000,000", NOT_A_NUMBER),
        ("-0.01", NEGATIVE),
        ("-30", NEGATIVE),
        ("-1e-9", NEGATIVE),
        ("1,5", COMMA),
        ("-1,5", COMMA),
        ("inf", NOT_FINITE),
        ("-Infinity", NOT_FINITE),
        ("nan", NOT_FINITE),
        ("-nan(ind)", NOT_FINITE),
        ("1.#INF", NOT_FINITE),
        ("-1.#IND", NOT_FINITE),
        ("1#QNAN", NOT_FINITE),
        ("1000000000", NOT_FINITE),
        ("1e9", NOT_FINITE),
        ("1e9999", NOT_FINITE),
    ],
)
def test_the_fault_of_another_text_is_named(text: str, kind: FaultKind) -> None:
    assert read_seconds(text) is kind


@given(TIMES)
def test_a_time_is_read_as_it_was_written(time: Decimal) -> None:
    text = write_seconds(time)
    assert read_seconds(text) == time
    assert "e" not in text.lower()
    assert "." not in text or text[-1] not in "0."


@given(st.integers(0, 10**10 - 1))
def test_a_copy_through_a_double_changes_nothing(microseconds: int) -> None:
    time = Decimal(microseconds).scaleb(-6)
    assert read_seconds(repr(float(time))) == time
    assert read_seconds(f"{float(time):.17g}") == time


@pytest.mark.parametrize(
    ("time", "text_in_file"),
    [
        ("30", "30"),
        ("29.999617", "29.9996"),
        ("29.99999", "29.9999"),
        ("105.259999", "105.259"),
        ("3600.000001", "3600"),
        ("9.123456", "9.12345"),
        ("0.123456", "0.123456"),
        ("0.000019", "0.000019"),
        ("0", "0"),
        ("-0.01", "0"),
        ("123456789", "123456000"),
        ("999999999.999999", "999999000"),
    ],
)
def test_a_file_has_six_digits_of_a_time_rounded_down(time: str, text_in_file: str) -> None:
    assert write_seconds(written_seconds(Decimal(time))) == text_in_file


@given(TIMES)
def test_the_time_in_a_file_is_short_and_rounded_down(time: Decimal) -> None:
    time_in_file = written_seconds(time)
    text = write_seconds(time_in_file)
    assert len(text.replace(".", "").strip("0")) <= 6
    assert "e" not in text.lower()
    assert time * (1 - Decimal("0.00001")) <= time_in_file <= time
    assert written_seconds(time_in_file) == time_in_file == read_seconds(text)


@NUMBERS
@given(TIMES)
def test_the_time_in_a_file_survives_a_stream(
    number: Callable[[str], float], time: Decimal
) -> None:
    """``cout << t`` and ``%g`` print six significant digits, sometimes with an exponent."""
    text = write_seconds(written_seconds(time))
    printed = f"{number(text):g}"
    assert read_seconds(printed) == written_seconds(time)
    assert "e" in printed or printed == text


@NUMBERS
@pytest.mark.parametrize("form", [".1f", ".2f", ".3f", "f", ".15g", ".17g"])
@given(GAME_TIMES)
def test_a_time_in_any_usual_form_is_within_the_margin(
    number: Callable[[str], float], form: str, time: Decimal
) -> None:
    printed = read_seconds(f"{number(write_seconds(written_seconds(time))):{form}}")
    assert isinstance(printed, Decimal)
    assert abs(printed - written_seconds(time)) <= MARGIN


@pytest.mark.parametrize(
    ("time", "text"),
    [
        ("30", "30.000"),
        ("27.429761", "27.429"),
        ("0.0099999", "0.009"),
        ("12.5", "12.500"),
        ("0.000999", "0.000"),
        ("-0.05", "0.000"),
        ("123456789.987654", "123456789.987"),
    ],
)
def test_people_read_milliseconds_rounded_down(time: str, text: str) -> None:
    assert say_seconds(Decimal(time)) == text


@given(st.text())
def test_any_text_is_a_time_or_a_known_fault(text: str) -> None:
    time = read_seconds(text)
    if isinstance(time, Decimal):
        assert 0 <= time <= MOST
    else:
        assert time in (COMMA, NEGATIVE, NOT_A_NUMBER, NOT_FINITE)

"""Anything at all as a matrix.txt gives diagnostics or a position, and soon enough.

What must hold is in ``properties.py``; a fuzzer that learns from the code it reaches, for longer
runs, is in ``tests/fuzz``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.matrix import read
from tests.formats.properties import check_any_input, check_reading

HERE = Path(__file__).parent
FILES = [
    file.read_bytes()
    for folder in ("malformed", "wellformed")
    for file in sorted((HERE / folder).glob("*.txt"))
]
FRAGMENTS = [
    *(letter.encode() for letter in "АВДОЗавоесрхь–🙂\u200b\u00a0\u202e"),
    *(letter.encode("cp1251") for letter in "АВДОавоЖ№"),
    *(
        b"\0",
        b"\r",
        b"\n",
        b"\r\n",
        b"\t",
        b"  ",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\x1b[2J",
        b"{text}",
    ),
    *(b"9" * 30, b"0" * 5000, b"1e9999", b"-0", b"nan", b"1,5", b"." * 8, b"--------", b"o", b"ab"),
    *(b"\ngame chomp\n", b"\ngame virus-war\n", b"\ngame mmpeshki\n", b"\nrules sesc passing=no\n"),
    *(
        b"\nlast pass\n",
        b"\nlast a1-a1-a1\n",
        b"\nlast c3\n",
        b"\nrules\n",
        b"\nGame: x\n",
        b"A 1 U\n",
    ),
]
SLOWEST = 5.0
"""Seconds; on a quick machine the worst takes less than a tenth of that."""

Draw = Callable[[st.SearchStrategy[int]], int]


def _index(draw: Draw, length: int) -> int:
    return draw(st.integers(0, max(0, length - 1)))


def _with_other_byte(draw: Draw, data: bytes) -> bytes:
    at = _index(draw, len(data))
    return data[:at] + bytes([draw(st.integers(0, 255))]) + data[at + 1 :]


def _with_gap(draw: Draw, data: bytes) -> bytes:
    at = _index(draw, len(data))
    return data[:at] + data[at + draw(st.integers(1, 12)) :]


def _with_fragment(draw: Draw, data: bytes) -> bytes:
    at = _index(draw, len(data))
    return data[:at] + FRAGMENTS[_index(draw, len(FRAGMENTS))] + data[at:]


def _without_line(draw: Draw, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[_index(draw, len(lines)) :][:1]
    return b"".join(lines)


def _with_line_twice(draw: Draw, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    line = lines[_index(draw, len(lines)) :][:1]
    lines[_index(draw, len(lines)) : 0] = line
    return b"".join(lines)


def _with_lines_swapped(draw: Draw, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    one, other = _index(draw, len(lines)), _index(draw, len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _with_end_of_another(draw: Draw, data: bytes) -> bytes:
    other = FILES[_index(draw, len(FILES))]
    return data[: _index(draw, len(data))] + other[_index(draw, len(other)) :]


MUTATIONS = [
    _with_other_byte,
    _with_gap,
    _with_fragment,
    _without_line,
    _with_line_twice,
    _with_lines_swapped,
    _with_end_of_another,
]


@st.composite
def mutated_files(draw: Draw) -> bytes:
    """A file of the collection after some accidents."""
    data = FILES[_index(draw, len(FILES))]
    for _ in range(draw(st.integers(1, 5))):
        data = MUTATIONS[_index(draw, len(MUTATIONS))](draw, data)
    return data


@given(st.binary(max_size=300))
@settings(max_examples=1000, deadline=None)
def test_any_bytes(data: bytes) -> None:
    check_any_input(data)


@given(st.text("ABDUabo-*0123456789.,+eE \t\r\ngamerulstpchАВДОЗаво{}", max_size=300))
@settings(max_examples=1000, deadline=None)
def test_any_text_of_letters_that_occur(text: str) -> None:
    check_any_input(text.encode())
    check_any_input(text.encode("cp1251"))


@given(mutated_files())
@settings(max_examples=3000, deadline=None)
def test_any_accident_to_a_file(data: bytes) -> None:
    check_any_input(data)


HEADER = "A 1 U\n0 30\n0 30\n"
SLOW = {
    "long-half-move": f"A {'1' * 60000} U\n0 30\n0 30\n",
    "long-points": f"A 1 U\n{'0' * 60000} 30\n0 30\n",
    "long-time": f"A 1 U\n0 {'1' * 60000}x\n0 30\n",
    "long-fraction": f"A 1 U\n0 0.{'1' * 60000}\n0 30\n",
    "long-infinity": f"A 1 U\n0 nan({')' * 60000}x\n0 30\n",
    "long-time-of-look-alikes": f"A 1 U\n0 {'О' * 30000}\n0 30\n",
    "many-fields": "A 1 U" + " x" * 30000,
    "many-numbers": "1 " * 32000,
    "long-row": HEADER + "A" * 60000,
    "long-row-of-chips": HEADER + "o" * 60000 + "\ngame chomp\n",
    "long-row-of-unknown-cells": HEADER + "xy" * 30000 + "\ngame chomp\n",
    "long-row-of-look-alikes": HEADER + "о" * 30000 + "\ngame chomp\n",
    "long-row-of-blanks": HEADER + "o " * 30000 + "\ngame chomp\n",
    "many-rows": HEADER + "-\n" * 32000,
    "many-rows-of-chips": HEADER + "o\n" * 32000 + "game chomp\nlast a1\n",
    "many-unknown-rows": HEADER + "x\n" * 32000,
    "many-header-lines": "0 1\n" * 16000,
    "many-virus-war-rows": HEADER + "----\n" * 13000 + "game virus-war\n",
    "square-of-chips": HEADER + ("o" * 254 + "\n") * 254 + "game chomp\nlast a1\n",
    "square-eaten": HEADER + ("-" * 254 + "\n") * 254 + "game chomp\nlast a1\n",
    "square-of-stairs": HEADER
    + "".join("o" * n + "-" * (250 - n) + "\n" for n in range(250))
    + "game chomp\nlast zz240\n",
    "many-games": HEADER + "o\n" + "game chomp\n" * 5900,
    "many-other-games": HEADER + "o\n" + "".join(f"game {n}\n" for n in range(5000)),
    "many-rules": HEADER + "-\n" + "game virus-war\nrules classic" + " a" * 30000,
    "many-good-options": HEADER + "-\n" + "game virus-war\nrules sesc" + " passing=no" * 5000,
    "long-rules": HEADER + "-\n" + "game virus-war\nrules " + "a" * 60000,
    "long-turn": HEADER + ("-" * 16 + "\n") * 16 + "game virus-war\nlast " + "a1-" * 20000 + "a1",
    "many-footers": HEADER + "--------\n" * 8 + "x y\n" * 16000,
    "blanks": " " * 65536,
    "carriage-returns": "\r" * 65536,
    "carriage-returns-between": "x\r" * 32000,
    "empty-lines": "\n" * 65536,
    "nul-bytes": "\0" * 65536,
    "escapes": "\x1b" * 65536,
}


SLOW_BYTES = {
    **{name: text.encode() for name, text in SLOW.items()},
    **{f"{n}-cp1251": t.encode("cp1251") for n, t in SLOW.items() if not t.isascii()},
    "wrong-bytes": b"\x80" * 65536,
    "cut-letters": b"\xd0" * 65536,
    "wrong-bytes-in-lines": b"A\x98\n" * 21000,
    "byte-order-marks": b"\xef\xbb\xbf" * 21000,
}


@pytest.mark.parametrize("data", SLOW_BYTES.values(), ids=SLOW_BYTES)
def test_the_worst_file_is_read_soon(data: bytes) -> None:
    assert len(data) <= 65536
    start = process_time()
    reading = read(data)
    assert process_time() - start < SLOWEST
    check_reading(reading, braces=False)

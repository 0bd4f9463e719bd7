"""Tests that any bytes as a matrix.txt give diagnostics or a position, and soon enough.

``properties.py`` has the properties; ``tests/fuzz`` has a fuzzer guided by coverage, for longer
runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.games import all_games
from formats.matrix import read_matrix
from tests.formats.games.example_games import SHORT, STEPS
from tests.formats.matrix.properties import check_any_input, check_reading
from tests.formats.matrix.test_malformed import MALFORMED, WELLFORMED

FILES = [file.read_bytes() for file in [*MALFORMED, *WELLFORMED]]
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
    *(f"\ngame {game}\n".encode() for game in all_games()),
    *(
        b"\nrules sesc passing=no\n",
        b"\nlast pass\n",
        b"\nlast a1-a1-a1\n",
        b"\nlast c3\n",
        b"\nrules\n",
        b"\nGame: x\n",
        b"A 1 U\n",
    ),
]
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
    first, second = _index(draw, len(lines)), _index(draw, len(lines))
    lines[first], lines[second] = lines[second], lines[first]
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
    """Return a file of the collection after some random changes."""
    data = FILES[_index(draw, len(FILES))]
    for _ in range(draw(st.integers(1, 5))):
        data = MUTATIONS[_index(draw, len(MUTATIONS))](draw, data)
    return data


@given(st.binary(max_size=300))
@settings(max_examples=1000)
def test_any_bytes_are_read_or_diagnosed(data: bytes) -> None:
    check_any_input(data)


@given(st.text("ABDUabo-*0123456789.,+eE \t\r\ngamerulstpchАВДОЗаво{}", max_size=300))
@settings(max_examples=1000)
def test_any_text_of_usual_letters_is_read_or_diagnosed(text: str) -> None:
    check_any_input(text.encode())
    check_any_input(text.encode("cp1251"))


@given(mutated_files())
@settings(max_examples=3000)
def test_any_changed_file_is_read_or_diagnosed(data: bytes) -> None:
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
    "long-row-of-chips": HEADER + "o" * 60000 + f"\ngame {SHORT}\n",
    "long-row-of-unknown-cells": HEADER + "xy" * 30000 + f"\ngame {SHORT}\n",
    "long-row-of-look-alikes": HEADER + "о" * 30000 + f"\ngame {SHORT}\n",
    "long-row-of-blanks": HEADER + "o " * 30000 + f"\ngame {SHORT}\n",
    "many-rows": HEADER + "-\n" * 32000,
    "many-rows-of-chips": HEADER + "o\n" * 32000 + f"game {SHORT}\nlast a1\n",
    "many-unknown-rows": HEADER + "x\n" * 32000,
    "many-header-lines": "0 1\n" * 16000,
    "many-rows-of-dashes": HEADER + "----\n" * 13000 + f"game {STEPS}\n",
    "square-of-chips": HEADER + ("o" * 254 + "\n") * 254 + f"game {SHORT}\nlast a1\n",
    "square-eaten": HEADER + ("-" * 254 + "\n") * 254 + f"game {SHORT}\nlast a1\n",
    "square-of-stairs": HEADER
    + "".join("o" * n + "-" * (250 - n) + "\n" for n in range(250))
    + f"game {SHORT}\nlast zz240\n",
    "many-games": HEADER + "o\n" + f"game {SHORT}\n" * 5900,
    "many-other-games": HEADER + "o\n" + "".join(f"game {n}\n" for n in range(5000)),
    "many-rules": HEADER + "-\n" + f"game {STEPS}\nrules classic" + " a" * 30000,
    "many-good-options": HEADER + "-\n" + f"game {STEPS}\nrules sesc" + " passing=no" * 5000,
    "long-rules": HEADER + "-\n" + f"game {STEPS}\nrules " + "a" * 60000,
    "long-turn": HEADER + ("-" * 16 + "\n") * 16 + f"game {STEPS}\nlast " + "a1-" * 20000 + "a1",
    "many-footers": HEADER + "--------\n" * 8 + "x y\n" * 16000,
    "blanks": " " * 65536,
    "carriage-returns": "\r" * 65536,
    "carriage-returns-between": "x\r" * 32000,
    "empty-lines": "\n" * 65536,
    "nul-bytes": "\0" * 65536,
    "escapes": "\x1b" * 65536,
    "line-of-two-letters": HEADER + "x " + "yx" * 30000 + f"\ngame {SHORT}\n",
    "rows-of-two-letters": HEADER + "xyxyxyxy\n" * 7000 + f"game {SHORT}\n",
    "letter-a-line": "x\n" * 32768,
    "digit-a-line": "1\n" * 32768,
    "player-a-line": "A\n" * 32768,
    "first-line-again-and-again": "A 1 U\n" * 10000,
    "header-in-one-line": "A 1 U " * 10000 + "\n0 30\n0 30\n",
    "blanks-before": "\t" * 65000 + "A",
    "blanks-between": HEADER + ("o" + " " * 200) * 300,
    "numbers-without-end": f"A 1 U\n0 {'9' * 30000}\n0 {'9' * 30000}\n",
    "exponents": HEADER + "1e9999 " * 9000,
    "other-letters": HEADER + "".join(map(chr, range(0x4E00, 0x4E00 + 20000))),
    "another-letter-a-line": HEADER + "\n".join(map(chr, range(0x4E00, 0x4E00 + 12000))),
    "accents": HEADER + "a\u0301" * 20000,
    "russian-everywhere": "А" * 32000,
    "russian-rows": HEADER + "АВАВАВАВ\n" * 3500,
    "russian-words": "А В Д\n" * 6500,
    "russian-keys": HEADER + "----\n" * 4 + f"game {STEPS}\n" + "lаst a1\n" * 5000,
    "rows-of-all-lengths": HEADER + "".join("o" * (1 + n % 8) + "\n" for n in range(11000)),
    "chips-of-all-lengths": HEADER
    + "".join("o" * (1 + n % 8) + "\n" for n in range(11000))
    + f"game {SHORT}\n",
    "square-of-pieces": HEADER + ("AB" * 125 + "\n") * 250,
    "square-of-letters": HEADER + ("xy" * 125 + "\n") * 250 + f"game {SHORT}\n",
    "square-of-russian-letters": HEADER + ("о-" * 125 + "\n") * 160 + f"game {SHORT}\n",
    "square-of-floating-chips": HEADER + ("-" * 249 + "o\n") * 250 + f"game {SHORT}\n",
    "last-again-and-again": HEADER + "----\n" * 4 + f"game {STEPS}\n" + "last pass\n" * 6000,
    "other-keys": HEADER
    + "----\n" * 4
    + f"game {STEPS}\n"
    + "".join(f"k{n} v\n" for n in range(6000)),
    "rules-without-end": HEADER + "----\n" * 4 + f"game {STEPS}\nrules " + "x " * 30000,
    "column-without-end": HEADER + f"o\ngame {SHORT}\nlast " + "z" * 60000 + "1\n",
}


SLOW_BYTES = {
    **{name: text.encode() for name, text in SLOW.items()},
    **{
        f"{name}-cp1251": text.encode("cp1251")
        for name, text in SLOW.items()
        if set(text) & set("АВОоа")
    },
    "wrong-bytes": b"\x80" * 65536,
    "cut-letters": b"\xd0" * 65536,
    "wrong-bytes-in-lines": b"A\x98\n" * 21000,
    "byte-order-marks": b"\xef\xbb\xbf" * 21000,
}


BEFORE = read_matrix(
    (HEADER + "----\n" * 4 + f"game {STEPS}\nrules classic opening=corner\n").encode()
).matrix
MOST_CALLS = 15
"""Function calls allowed for each non-blank line, and as many thousands for the file."""
SLOWEST = 12.0
"""Time allowed, as a multiple of the loop that numbers the characters of such a file."""


@pytest.fixture(name="plain_loop", scope="module")
def time_plain_loop() -> float:
    """Return the processor time of a plain loop, the measure of this machine's speed."""
    text = "abcdefgh" * 8192
    return least_time(lambda: [(number, character) for number, character in enumerate(text)])


def least_time(work: Callable[[], object]) -> float:
    """Return the least processor time of some runs, since other programs disturb some."""
    times = []
    for _ in range(5):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def calls_of(work: Callable[[], object]) -> int:
    """Return the number of function calls, those in C included, which no other program changes."""
    count = 0

    def tell(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event.endswith("call")

    before = sys.getprofile()
    sys.setprofile(tell)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("data", SLOW_BYTES.values(), ids=SLOW_BYTES)
def test_the_slowest_files_are_read_soon(data: bytes, plain_loop: float) -> None:
    assert len(data) <= 65536
    for before in (None, BEFORE):
        reading = read_matrix(data, before=before)
        check_reading(reading, braces=False)
        lines = 1 + sum(1 for line in reading.source if line.strip())
        assert calls_of(lambda: read_matrix(data, before=before)) < MOST_CALLS * (lines + 1000)  # noqa: B023  # called at once
    assert least_time(lambda: read_matrix(data)) < SLOWEST * plain_loop

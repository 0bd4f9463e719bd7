"""Anything at all as a ledger or as an event file is told in sentences, and soon enough.

What must hold is in ``properties.py``; a fuzzer that learns from the code it reaches, for longer
runs, is in ``tests/fuzz``.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.options import LanguageName
from tests.tournaments.filled_ledger import EVENT, fill
from tests.tournaments.ledger.edited import SMALL, contents, forge, unguarded
from tests.tournaments.run.properties import (
    check_any_event,
    check_any_ledger,
    check_forged_ledger,
)
from tournaments.ledger import NAME
from tournaments.ledger.heads_file import NAME as HEADS
from tournaments.ledger.ledger_rows import GAME_COLUMNS

EVENTS = [text.encode() for text in (SMALL, EVENT)]
WORDS = [b"\0", b"\xff", b"[[section]]\n", b"{}", b"=", b"'", b'"', b"1e999", b"\r\n", b"-1"]


@st.composite
def edited(draw: st.DrawFn, data: bytes) -> bytes:
    """Return the data with parts replaced, repeated, removed or inserted."""
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(data)))
        end = draw(st.integers(begin, min(len(data), begin + 200)))
        other = draw(st.integers(0, len(data)))
        elsewhere = st.just(data[other : other + 64])
        piece = draw(st.one_of(st.binary(max_size=8), st.sampled_from(WORDS), elsewhere))
        data = data[:begin] + piece + data[end:]
    return data


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("whole"), SMALL)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_ledger(whole: Path, data: st.DataObject) -> None:
    file, heads = (whole / NAME).read_bytes(), (whole / HEADS).read_bytes()
    with TemporaryDirectory() as folder:
        heads_text = data.draw(st.one_of(st.just(heads), edited(heads)))
        check_any_ledger(Path(folder), data.draw(edited(file)), heads_text, contents(whole))


TEXTS = ["", "\0", "nan", "1e999", "9" * 30, "[]", "{}", "-1", "0", "A", "D", "won", "one", "two"]
TEXTS += ["[" * 2000, '[[1, "A", "x"]]', '[[-1, "A", 1]]', '[[99, "C", "x"]]', "\x1b[2J", "nobody"]
VALUES = st.one_of(
    st.sampled_from(TEXTS),
    st.text(max_size=12),
    st.sampled_from([-1, 0, 1, 2, 7, 2**31, 2**63 - 1]),
    st.sampled_from([-1.0, 0.5, 1e300, float("inf")]),
    st.binary(max_size=20),
    st.none(),
)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 6), st.sampled_from(GAME_COLUMNS), VALUES, st.sampled_from(LanguageName))
def test_any_value_of_a_game_that_is_hashed_anew(
    whole: Path, entry: int, column: str, value: object, language: LanguageName
) -> None:
    with TemporaryDirectory() as place, suppress(sqlite3.IntegrityError):
        folder = shutil.copytree(whole, Path(place, "event"))
        forge(folder, f"UPDATE game SET {column} = ? WHERE entry = {entry}", (value,))
        check_forged_ledger(folder, language)


PARTS = [("fact", "value"), ("start", "file"), ("entrant", "name"), ("game", "record")]


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from(PARTS), st.integers(0, 5), st.sampled_from(LanguageName))
def test_any_text_that_is_hashed_anew(
    whole: Path, data: st.DataObject, part: tuple[str, str], number: int, language: LanguageName
) -> None:
    table, column = part
    with TemporaryDirectory() as place, suppress(sqlite3.IntegrityError):
        folder = shutil.copytree(whole, Path(place, "event"))
        with unguarded(folder) as connection:
            texts = [row[0] for row in connection.execute(f"SELECT {column} FROM {table}")]
        before = texts[number % len(texts)]
        after = data.draw(edited(before.encode()))
        forge(
            folder,
            f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE {column} = ?",
            (after, before),
        )
        check_forged_ledger(folder, language)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=400), st.sampled_from(EVENTS).flatmap(edited)))
def test_any_event_file(data: bytes) -> None:
    check_any_event(data)

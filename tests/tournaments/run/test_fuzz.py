"""Anything at all as a ledger or as an event file is told in sentences, and soon enough.

What must hold is in ``properties.py``; a fuzzer that learns from the code it reaches, for longer
runs, is in ``tests/fuzz``.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.filled_ledger import EVENT, fill
from tests.tournaments.ledger.edited import SMALL, contents
from tests.tournaments.run.properties import check_any_event, check_any_ledger
from tournaments.ledger import NAME
from tournaments.ledger.heads_file import NAME as HEADS

EVENTS = [text.encode() for text in (SMALL, EVENT)]
WORDS = [b"\0", b"\xff", b"[[section]]\n", b"{}", b"=", b"'", b'"', b"1e999", b"\r\n", b"-1"]


@st.composite
def edited(draw: st.DrawFn, data: bytes) -> bytes:
    """The same, with parts replaced, repeated, lost or put in."""
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
        told = data.draw(st.one_of(st.just(heads), edited(heads)))
        check_any_ledger(Path(folder), data.draw(edited(file)), told, contents(whole))


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=400), st.sampled_from(EVENTS).flatmap(edited)))
def test_any_event_file(data: bytes) -> None:
    check_any_event(data)

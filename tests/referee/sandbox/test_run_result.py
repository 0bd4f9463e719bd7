"""Tests of the one-line summary of a run result."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.sandbox.run_result import (
    FileKind,
    RunEnd,
    RunResult,
    TurnFile,
    run_from_summary,
    run_result_with_end,
)

_SECONDS = st.decimals(0, 100, places=6)
RUNS = st.builds(
    RunResult,
    st.sampled_from(RunEnd),
    st.integers(-64, 255),
    _SECONDS,
    _SECONDS,
    _SECONDS,
    st.integers(0, 1 << 40),
    st.just(value=False),
    st.builds(TurnFile, st.sampled_from(FileKind), st.just(1), st.integers(0), st.just(b"")),
    st.just(()),
    st.just(b""),
    st.just(0),
)
SUMMARY = run_result_with_end(RunEnd.SIGNALLED, 11).summary()


@given(RUNS)
def test_a_summary_is_read_as_it_was_written(run: RunResult) -> None:
    assert run_from_summary(run.summary()) == run


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("end=SIGNALLED", "end=FLED"),
        ("status=11", "status=x"),
        ("cpu=0", "cpu=NaN"),
        ("wall=0", "wall=Infinity"),
        ("slept=0", "slept="),
        ("memory=0", ""),
        ("file=MISSING", "file=missing"),
    ],
)
def test_a_faulty_summary_is_none(part: str, other: str) -> None:
    assert part in SUMMARY
    assert run_from_summary(SUMMARY.replace(part, other)) is None


@given(st.text())
def test_any_other_text_is_none(text: str) -> None:
    assert run_from_summary(text) is None

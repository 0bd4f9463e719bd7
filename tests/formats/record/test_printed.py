"""Tests of a bot's output in a record: it is read as it was printed, line by line."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from formats.games import all_games
from formats.matrix import Matrix
from formats.record import (
    Record,
    RecordedMove,
    output_from_remark,
    read_record,
    remark_from_output,
    write_record,
)
from tests.formats.games.example_games import SHORT

GAME = all_games()[SHORT]()


@given(st.text())
@example("took [%emt 0.5] s")
def test_any_output_is_read_as_it_was_printed(printed: str) -> None:
    start = Matrix(GAME, GAME.start())
    record = Record(start, (RecordedMove("c3", remark=remark_from_output(printed)),))
    text = write_record(record)
    assert all(line.isprintable() for line in text.splitlines())
    assert output_from_remark(read_record(text).moves[0].remark) == printed


def test_the_output_in_a_remark_is_readable() -> None:
    assert remark_from_output("depth 4\nbest a2-a3\n") == r'printed: "depth 4\nbest a2-a3\n"'


@pytest.mark.parametrize(
    ("remark", "printed"),
    [
        ("", None),
        ("a good move", None),
        ("printed: hello there", "hello there"),
        ("printed: 12", "12"),
        ('printed: "cut', '"cut'),
    ],
)
def test_other_remarks_have_the_output_that_they_show(remark: str, printed: str | None) -> None:
    assert output_from_remark(remark) == printed

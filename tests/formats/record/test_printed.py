"""What a bot printed comes back from a record as it was, line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.games import all_games
from formats.matrix import Matrix
from formats.record import Record, RecordedMove, printed_in, read_record, remark_of, write_record
from tests.formats.games.example_games import SHORT

GAME = all_games()[SHORT]()


@given(st.text())
def test_all_of_it_comes_back(printed: str) -> None:
    start = Matrix(GAME, GAME.start())
    record = Record(start, (RecordedMove("c3", remark=remark_of(printed)),))
    text = write_record(record)
    assert all(line.isprintable() for line in text.splitlines())
    assert printed_in(read_record(text).moves[0].remark) == printed


def test_a_person_can_read_it() -> None:
    assert remark_of("depth 4\nbest a2-a3\n") == r'printed: "depth 4\nbest a2-a3\n"'


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
def test_other_remarks(remark: str, printed: str | None) -> None:
    assert printed_in(remark) == printed

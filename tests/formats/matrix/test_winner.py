"""Tests of a written result: an error unless a rule that the file cannot show explains it."""

from __future__ import annotations

import pytest

from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.transition import change
from tests.formats.games.example_games import SHORT
from tests.formats.test_repetition import Shuttle


def short(half_move: int, winner: str, top_row: str = "ooo---") -> str:
    """Return a file of the short game, with this half-move, winner and top row."""
    return f"A {half_move} {winner}\n0 29\n0 29\n{top_row}\noooooo\noooooo\ngame {SHORT}\n"


def codes(text: str, limit: int | None = None) -> list[str]:
    return [d.code for d in read_matrix(text.encode(), limit=limit).diagnostics]


def test_a_result_before_the_first_move_is_an_error() -> None:
    assert codes(short(1, "D", "oooooo")) == ["M503"]
    assert codes(short(3, "D")) == ["M504"]
    assert codes(short(3, "A")) == ["M503"]


def test_a_game_with_repetition_may_be_drawn_under_any_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(all_games(), Shuttle.name, Shuttle)
    shuttle = Shuttle()
    start = Matrix(shuttle, shuttle.start())
    after = shuttle.play(start.position, shuttle.parse("right"))
    for limit in (None, 100):
        text = write_matrix(Matrix(shuttle, after, winner="D")).encode()
        alone = read_matrix(text, limit=limit)
        assert [d.code for d in alone.diagnostics] == ["M504"]
        before = read_matrix(write_matrix(start).encode(), limit=limit)
        drawn = change(before, read_matrix(text, limit=limit, before=before.matrix))
        assert [d.code for d in drawn.diagnostics] == ["M504", "L023"]

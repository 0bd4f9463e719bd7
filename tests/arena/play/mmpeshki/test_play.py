"""``arena play`` of MMPeshki: ways of typing moves, and answers to wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.conftest import Run
from tests.arena.play.talking import TWO, play_lines

pytestmark = pytest.mark.xdist_group("play")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("a1a2", "last move a1-a2"),
        ("A1 A2", "last move a1-a2"),
        ("a1:a2", "last move a1-a2"),
        ("a8a7", "not played: the piece on a8 is blue, and red is to move"),
        ("a1a3", "not played: there is no enemy piece on a2 to jump over"),
        ("a1a4", "not played: a4 is too far from a1"),
        ("a1-a2 / a8-a7 / a2b2", "not played: a piece cannot go sideways"),
        ("a1-a2 / a8-a7 / a2-a1", "not played: a piece cannot go back"),
        ("a5a6", "not played: there is no piece on a5"),
    ],
)
def test_moves_without_a_sign_and_answers_to_wrong_ones(run: Run, typed: str, answer: str) -> None:
    assert answer in play_lines(run, *TWO, "--game", "mmpeshki", lines=f"{typed} / quit").out


def test_a_capture_may_be_typed_like_a_step(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "start.txt"
    rows = ("--------", "--------", "B-------", "-B------", "A-------", *("--------",) * 3)
    file.write_text("\n".join(["A 1 U", "0 30", "0 30", *rows, ""]))
    for typed in ("a4c6", "a4-c6", "a4 c6", "a4:c6"):
        ran = play_lines(run, *TWO, "--start", str(file), lines=f"{typed} / quit")
        assert "last move a4:c6" in ran.out

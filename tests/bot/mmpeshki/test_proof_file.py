"""Tests of the notes of proof numbers, and of symmetric positions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.mmpeshki import kernel as mmpeshki
from bot.solution import Solution

A_MOMENT = 0.1
ENOUGH = 60.0
HARD = """\
--------
BB----BB
-B----B-
*------*
--*--*--
--------
--------
AAA--AAA
"""
"""Position that takes proof numbers some ten million nodes."""
OTHERS = (HARD.replace("AAA--AAA", "AA-AA-AA"), HARD.replace("*------*", "--------"))


def proven_by_numbers(board: str, seconds: float, notes: Path | None = None) -> Solution:
    """Solve the position by proof numbers alone, without alpha-beta before them."""
    position = mmpeshki.Position(f"A 1 U\n0 30\n0 30\n{board}".encode())
    where = str(notes or "")
    return position.solve(seconds, all_moves=False, megabytes=64, easy=0, notes=where)


def test_a_proof_goes_on_with_its_notes(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    tries = [proven_by_numbers(HARD, A_MOMENT, notes)]
    while not tries[-1].value.proven:
        # The time grows: the search that is cut off is not noted, so a slow machine would make
        # no progress in equal times.
        tries.append(proven_by_numbers(HARD, A_MOMENT * 2 ** len(tries), notes))
    assert len(tries) > 1, "the position is too easy"
    assert tries[-1].value.winner == "B"
    again = proven_by_numbers(HARD, ENOUGH, notes)
    assert again.value == tries[-1].value
    assert again.nodes < 1000, "the notes have the whole proof"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes"]


@pytest.mark.parametrize("content", [b"", b"rubbish" * 10])
def test_other_files_are_refused_and_left_unchanged(tmp_path: Path, content: bytes) -> None:
    notes = tmp_path / "notes"
    notes.write_bytes(content)
    with pytest.raises(OSError, match="notes: not notes of this position"):
        proven_by_numbers(HARD, A_MOMENT, notes)
    assert notes.read_bytes() == content


@pytest.mark.parametrize("other", OTHERS, ids=["other pieces", "other marks"])
def test_notes_of_another_position_are_refused(tmp_path: Path, other: str) -> None:
    notes = tmp_path / "notes"
    proven_by_numbers(other, A_MOMENT, notes)
    with pytest.raises(OSError, match="not notes of this position"):
        proven_by_numbers(HARD, A_MOMENT, notes)


def test_notes_that_cannot_be_written_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="the notes cannot be written"):
        proven_by_numbers(HARD, A_MOMENT, tmp_path / "nowhere" / "notes")


def test_a_symmetric_position_has_the_value_that_alpha_beta_finds() -> None:
    random = Random(5)
    for _ in range(60):
        board = symmetric(random)
        position = mmpeshki.Position(f"A 1 U\n0 30\n0 30\n{board}".encode())
        expected = position.solve(ENOUGH, all_moves=False).value.winner
        assert proven_by_numbers(board, ENOUGH).value.winner == expected, board


def symmetric(random: Random) -> str:
    """Return a board of four pieces a side whose right half mirrors the left one."""
    half = [["-"] * 4 for _ in range(8)]
    cells = {"B": range(12), "A": range(20, 32), "*": range(12, 20)}
    for letter, count in (("B", 2), ("A", 2), ("*", random.randrange(3))):
        for cell in random.sample(cells[letter], count):
            half[cell // 4][cell % 4] = letter
    return "".join(f"{''.join(row)}{''.join(reversed(row))}\n" for row in half)

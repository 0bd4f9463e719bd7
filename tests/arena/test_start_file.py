"""The position that a start file tells, or why it tells none."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from click.exceptions import Exit

from arena.files import NamedFile
from arena.parameters import WrongUsage
from arena.start_file import start_in
from formats.matrix import read_matrix
from tests.arena.conftest import AFTER_CAPTURE, EXAMPLE

FILE = NamedFile("1.txt", EXAMPLE.encode())


def test_file_tells_the_position_and_its_times() -> None:
    matrix = read_matrix(FILE.data).matrix
    assert matrix
    assert start_in(FILE, "en", None, None, None) == matrix
    seven = Decimal(7)
    told = start_in(FILE, "en", "mmpeshki", seven, None)
    assert told == replace(matrix, times=(seven, seven))


@pytest.mark.parametrize(
    ("text", "game", "said"),
    [
        (EXAMPLE, "chomp", "1.txt is a position of MMPeshki"),
        (AFTER_CAPTURE, None, "1.txt: the game is over there"),
    ],
)
def test_what_cannot_begin_a_game(text: str, game: str | None, said: str) -> None:
    with pytest.raises(WrongUsage, match=said):
        start_in(NamedFile("1.txt", text.encode()), "en", game, None, None)


def test_malformed_file_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Exit):
        start_in(NamedFile("1.txt", b"A 21"), "en", None, None, None)
    assert "1.txt:1:1: error: " in capsys.readouterr().err

"""``arena review``: the worth of half-moves, in the terminal and as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.file.valuation import Valuation, Worth
from formats.games import all_games
from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL

pytestmark = pytest.mark.usefixtures("folder")

LOST_BY_B = f"""\
[A "Иванов"]
[B "<b>petrov"]
[Start "A 1 U/0 30/0 30/oo/oo/game {SHORT}"]
[Result "0-1"]
[Termination "poison"]

1. a2 {{[%emt 0.1]}} b1 {{[%emt 0.1]}}
2. a1 {{[%emt 0.1]}}
0-1
"""
"""A takes the wrong chip: b2 would have won."""


@pytest.fixture
def record(folder: Path) -> str:
    (folder / "game.txt").write_text(LOST_BY_B, encoding="utf-8")
    return "game.txt"


def test_each_half_move_is_valued_and_the_weak_ones_are_named(run: Run, record: str) -> None:
    result = run("review", record)
    assert result.status == 0
    heading, start, *moves, summary = result.out.splitlines()
    assert "Иванов (A) - <b>petrov (B)" in heading
    assert start.endswith("the first player (A) wins, proven") or "(A) wins, proven" in start
    assert [move.split()[:3] for move in moves] == [
        ["1", "A", "a2"],
        ["2", "B", "b1"],
        ["3", "A", "a1"],
    ]
    assert "very weak move: b2 was better; the chance of the first player (A) was" in moves[0]
    assert "was 100\u00a0%, now it is 0\u00a0%" in moves[0]
    assert all("(B) wins, proven" in move for move in moves)
    assert "weak move" not in "".join(moves[1:])
    assert summary == "weak moves: Иванов (A) 1, <b>petrov (B) 0"
    assert "очень слабый ход: лучше было b2;" in run("review", record, "--lang", "ru").out


def test_chances_are_those_of_a_whoever_moves() -> None:
    game = all_games()[SHORT]()
    values = Valuation({0: Worth(0.2, False, None, "b2"), 1: Worth(0.6, False, None, "")})
    weak_move = values.weak_move(game, 0, "B", "b1")
    assert weak_move
    assert weak_move.sentence.en.endswith("(A) was 20\u00a0%, now it is 60\u00a0%")
    assert "шансы A (первый): были 20\u00a0%, стали 60\u00a0%" in weak_move.sentence.ru


def test_a_review_is_written_as_a_page(run: Run, record: str) -> None:
    assert run("review", record, "--html", "review.html").status == 0
    page = Path("review.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;petrov" in page
    assert "<b>petrov" not in page
    assert page.count('<svg class="picture') == 1
    assert 'id="move-1"' in page
    assert run("review", record, "--html", "no/where.html").status == 2


@pytest.mark.parametrize("command", ["review", "replay"])
def test_a_folder_in_place_of_a_record_is_answered_with_what_to_name(
    run: Run, tmp_path: Path, command: str
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "notes.md").write_text("[A link](b.md)\n")
    result = run(command, str(folder))
    assert result.status == 2
    assert f"{folder} is a folder without records" in result.err
    for number in range(5):
        (folder / f"{number}.txt").write_text(LOST_BY_B, encoding="utf-8")
    names = ", ".join(f"{folder}/{number}.txt" for number in range(3))
    err = run(command, str(folder)).err
    assert err == f"arena: {folder} is a folder: name one of its 5 records, such as {names}\n"
    assert (
        "назовите одну из записей в ней (5), например"
        in run(command, str(folder), "--lang", "ru").err
    )
    event = fill(tmp_path / "cup", SMALL)
    result = run(command, str(event))
    assert result.status == 2
    assert f"add the number of a game: arena {command} {event} 1" in result.err


def test_a_bad_record_is_told(run: Run) -> None:
    assert run("review", "1.txt").status == 1
    assert run("review", "no-such").status == 2

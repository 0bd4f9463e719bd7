"""``arena solve``: values, proven or not, for people and for programs."""

from __future__ import annotations

import json

import pytest

from tests.arena.conftest import EXAMPLE, Run
from tests.formats.games.example_games import SHORT, STEPS
from tests.referee.busy import busy

pytestmark = pytest.mark.usefixtures("folder")

SMALL = f"A 1 U\n0 30\n0 30\nooo\nooo\ngame {SHORT}\n"
FULL = "A 1 U\n0 30\n0 30\nBBBBBBBB\n" + "--------\n" * 6 + "AAAAAAAA\n"
LARGE = "A 1 U\n0 30\n0 30\n" + ("-" * 10 + "\n") * 10 + f"game {STEPS}\nrules last-move\n"
LAST_MOVE = EXAMPLE.replace("A 21 U", "B 60 U").replace("B----A--", "B-------")
SOLVED = """\
MMPeshki, 8 x 8, half-move 21; red (A) to move
blue (B) wins in 4 half-moves and no sooner, proven
"""


def test_value_moves_and_effort_are_told(run: Run) -> None:
    result = run("solve", "1.txt")
    assert result.status == 0
    assert result.err == "", "a progress line is for terminals only"
    assert result.out.startswith(SOLVED)
    *_, effort = lines = result.out.splitlines()
    assert effort.endswith(" s of processor time")
    moves = lines[2:-1]
    assert {line[2:7] for line in moves} == set(run("moves", "1.txt").out.split())
    assert moves[0].startswith("* "), "the best move comes first"
    assert moves[0].endswith("blue (B) wins in 4 half-moves and no sooner, proven")
    assert all("blue (B) wins in" in line for line in moves)


def test_the_solver_uses_the_wanted_number_of_cores(run: Run) -> None:
    for cores in ("1", "3"):
        assert run("solve", "1.txt", "--cores", cores).out.startswith(SOLVED)
    assert run("solve", "1.txt", "--cores", "0").status == 2


def test_russian(run: Run) -> None:
    assert (
        "синие (B): доказан выигрыш за 4 полухода, быстрее нельзя"
        in run("solve", "1.txt", "--lang", "ru").out
    )


def test_russian_suits_a_side_of_one(run: Run) -> None:
    line = run("solve", "-", "--lang", "ru", stdin=SMALL.encode()).out.splitlines()[1]
    assert line == "первый (A): выигрыш доказан"


def test_the_singular_is_used_for_one_half_move(run: Run) -> None:
    result = run("solve", "2.txt")
    assert "blue (B) wins in 1 half-move and no sooner, proven" in result.out


def test_for_programs(run: Run) -> None:
    output = json.loads(run("solve", "1.txt", "--format", "json").out)
    assert (output["winner"], output["proven"], output["half_moves"]) == ("B", True, 4)
    assert (output["shortest"], output["chance"]) == (True, None)
    assert {entry["move"]: entry["winner"] for entry in output["moves"]} == dict.fromkeys(
        run("moves", "1.txt").out.split(), "B"
    )
    assert output["nodes"] > 0


def test_a_value_that_takes_too_long_is_estimated(run: Run) -> None:
    words = ("solve", "-", "--seconds", "0.1")
    output = json.loads(run(*words, "--format", "json", stdin=FULL.encode()).out)
    assert (output["winner"], output["proven"], output["half_moves"]) == ("U", False, None)
    assert 0.3 < output["chance"] < 0.7
    text = run(*words, stdin=FULL.encode()).out
    assert "not proven; the player to move has a chance of" in text


@pytest.mark.xdist_group("load")
def test_seconds_are_real_time_on_a_busy_machine_too(run: Run) -> None:
    words = ("solve", "-", "--seconds", "1", "--format", "json")
    for text in (FULL, LARGE):
        with busy(7):
            output = json.loads(run(*words, stdin=text.encode()).out)
        assert output["seconds"] < 6, "it would be 8 by its processor time"
        assert output["cpu_seconds"] > 0


def test_the_limit_is_part_of_the_position(run: Run) -> None:
    assert "a draw, proven" in run("solve", "-", stdin=LAST_MOVE.encode()).out
    assert "a draw, proven" in run("solve", "1.txt", "--limit", "21").out
    beyond = run("solve", "-", "--limit", "80", stdin=LAST_MOVE.encode())
    assert (beyond.status, "[S001]" in beyond.err) == (1, True)


def test_a_game_that_is_over_is_not_solved(run: Run) -> None:
    result = run("solve", "3.txt")
    assert (result.status, result.out) == (0, "")
    assert "the game is over" in result.err


def test_programs_are_told_who_won_a_game_that_is_over(run: Run) -> None:
    result = run("solve", "3.txt", "--format", "json")
    assert result.status == 0
    assert json.loads(result.out) == {
        **{"winner": "B", "proven": True, "half_moves": 0, "shortest": True, "chance": None},
        **{"best": None, "moves": [], "nodes": 0, "seconds": 0.0, "cpu_seconds": 0.0},
    }


def test_a_kernel_may_be_unable_to_solve(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.file.solve._kernel_position", lambda _: None)
    result = run("solve", "1.txt")
    assert result.status == 1
    assert "there is no solver for this game" in result.err

"""Points, lines of its own and moves that the board does not show, in a game that is none of ours.

The game is Harvest, whose law tells no more of a wrong move than it must: what every game owes to
a file is said by the contract then.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from formats.fault import Severity
from formats.game import RuleError, StartRequest
from formats.game_tree import random_game
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.record import Record, RecordedMove, after_move, read_record, write_record
from formats.transition import change_of
from referee.judge import Rules, judge_file
from referee.verdict import Ending, verdict_by_rules
from tests.formats.games.game_folders import WANTED
from tests.places import ROOT
from tests.planted.planting import planted_game

SIZES = [(26, 3), (2, 2), (2, 26), (7, 4)]


@pytest.fixture(name="harvest", autouse=True)
def plant() -> Iterator[AnyGame]:
    with planted_game() as name:
        yield all_games()[name]()


def begun(game: AnyGame, size: tuple[int, int] = (4, 2)) -> Matrix:
    return Matrix(game, game.start(StartRequest(size)))


def moved(matrix: Matrix, *moves: str) -> Matrix:
    for move in moves:
        matrix = after_move(matrix, RecordedMove(move, Decimal(1)))
    return matrix


def without(text: str, *keys: str) -> str:
    return "".join(f"{line}\n" for line in text.splitlines() if line.split()[0] not in keys)


def found(before: Matrix, text: str) -> list[str]:
    """The codes of what is wrong with a file as the other's successor, warnings apart."""
    change = change_of(before, read_matrix(text.encode(), before=before))
    return [d.code for d in change.diagnostics if d.severity is Severity.ERROR]


def test_the_file_of_a_start(harvest: AnyGame) -> None:
    assert write_matrix(begun(harvest)) == (
        "A 1 U\n0 30\n0 30\nwwwB\nAwww\ngame harvest\nrests 1 1\n"
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_files_and_records_keep_points_and_state(harvest: AnyGame, size: tuple[int, int]) -> None:
    start = begun(harvest, size)
    for seed in range(20):
        *_, last = random_game(harvest, start.position, Random(seed))
        matrix = start
        moves = []
        for position in random_game(harvest, start.position, Random(seed)):
            if position.last:
                moves.append(RecordedMove(position.last, Decimal("0.5")))
                following = after_move(matrix, moves[-1])
                assert found(matrix, write_matrix(following)) == []
                matrix = following
            reading = read_matrix(write_matrix(matrix).encode())
            assert reading.matrix
            assert reading.diagnostics == ()
            assert reading.matrix.position.points == position.points
            assert reading.matrix.position.state == position.state
        record = read_record(write_record(Record(start, tuple(moves), matrix.winner)))
        *_, replayed = record.files()
        assert (replayed.position.points, replayed.position.state) == (last.points, last.state)


def test_points_that_a_move_does_not_bring_are_wrong(harvest: AnyGame) -> None:
    before = begun(harvest)
    right = write_matrix(moved(before, "right"))
    assert right.splitlines()[1] == "1 29"
    assert found(before, right) == []
    wrong = right.replace("\n1 29\n0 30\n", "\n0 29\n2 30\n")
    assert found(before, wrong) == ["L025", "L025"]
    reading = read_matrix(wrong.encode(), before=before)
    assert [d.sentence() for d in change_of(before, reading).diagnostics] == [
        "the points of A are wrong: 1 is right, not 0",
        "the points of B are wrong: 0 is right, not 2",
    ]
    offence = judge_file(before, wrong.encode(), Rules()).offence
    assert offence
    assert offence.ending is Ending.FALSE_POINTS


def test_last_tells_apart_what_the_board_does_not(harvest: AnyGame) -> None:
    before = begun(harvest)
    for move, state in (("pass", "1 1"), ("rest", "0 1")):
        text = write_matrix(moved(before, move))
        assert f"rests {state}\nlast {move}\n" in text
        assert found(before, text) == []
        for keys in (["rests"], ["game"], ["game", "rests"]):
            left_out = without(text, *keys)
            change = change_of(before, read_matrix(left_out.encode(), before=before))
            assert change.good
            assert change.move == move
        assert found(before, without(text, "last")) == ["L006"]
    assert found(before, without(text, "last").replace("\nwwwB", "\ncwwB")) == ["L005"]


def test_a_line_of_its_own_must_be_true_and_be_there(harvest: AnyGame) -> None:
    before = begun(harvest)
    text = write_matrix(moved(before, "rest"))
    assert found(before, text.replace("rests 0 1", "rests 1 1")) == ["L026"]
    alone = read_matrix(without(text, "rests").encode()).diagnostics
    assert [(d.code, d.sentence()) for d in alone] == [
        ("M410", "the line «rests» is missing: rests left to A and to B")
    ]
    (wrong,) = read_matrix(text.replace("rests 0 1", "rests many").encode()).diagnostics
    assert (wrong.code, wrong.line, wrong.column) == ("M902", 7, 7)


def test_a_rules_that_tells_no_more_is_told_for(harvest: AnyGame) -> None:
    with pytest.raises(RuleError, match="left is not possible here"):
        harvest.play(begun(harvest).position, "left")


def test_more_points_win_at_the_limit_and_equal_points_draw(harvest: AnyGame) -> None:
    limited = harvest.with_limit(2)
    start = Matrix(limited, limited.start(StartRequest((4, 2))))
    ahead, level = moved(start, "right", "pass"), moved(start, "right", "left")
    verdicts = [verdict_by_rules(each.outcome) for each in (ahead, level) if each.outcome]
    assert [(each.winner, each.ending) for each in verdicts] == [
        ("A", Ending.HALF_MOVE_LIMIT),
        ("D", Ending.HALF_MOVE_LIMIT),
    ]
    for matrix, code in ((ahead, "M507"), (level, "M502")):
        text = write_matrix(matrix)
        unsaid = text.replace(f" 3 {matrix.winner}\n", " 3 U\n")
        (warning,) = read_matrix(unsaid.encode(), limit=2).diagnostics
        assert (warning.code, warning.severity) == (code, Severity.WARNING)


def test_a_draw_by_points_is_a_draw(harvest: AnyGame) -> None:
    outcome = moved(begun(harvest), "pass", "pass").outcome
    assert outcome
    assert (verdict_by_rules(outcome).winner, verdict_by_rules(outcome).ending) == (
        "D",
        Ending.TWO_PASSES,
    )
    start = Matrix(harvest, harvest.start(StartRequest((2, 2))))
    outcome = moved(start, "up", "down").outcome
    assert outcome
    assert (verdict_by_rules(outcome).winner, verdict_by_rules(outcome).ending) == (
        "D",
        Ending.DRAWN,
    )


OF_ALL_GAMES = (
    *("tests/formats/games/test_games.py", "tests/formats/test_game_tree.py"),
    *("tests/formats/test_transition.py", "tests/formats/record/test_record.py"),
    *("tests/formats/matrix/test_handed.py", "tests/referee/check/test_positions.py"),
    "tests/bot/test_kernels.py",
)


def said_of_harvest(folder: Path) -> tuple[int, str]:
    """What the tests of all games say of Harvest, whose own files are in that folder."""
    plugin = ("-p", "tests.planted.plugin", "-p", "no:cacheprovider")
    words = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-k", "harvest", *plugin]
    environment = {**os.environ, "PLANTED_TESTS": str(folder)}
    words += OF_ALL_GAMES
    ran = subprocess.run(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=False)
    return ran.returncode, ran.stdout.decode()


def test_the_tests_of_all_games_find_what_a_new_one_brings() -> None:
    status, told = said_of_harvest(ROOT / "tests/planted/tests")
    assert status == 0, told
    passed = re.search(r"(\d+) passed", told)
    assert passed
    assert int(passed[1]) > 80


def test_they_say_which_file_is_wanted(tmp_path: Path) -> None:
    status, told = said_of_harvest(tmp_path)
    assert status == 1
    for name, what in WANTED.items():
        assert f"harvest/{name} is missing: {what}" in told

"""Tests of points, state lines and hidden moves in Harvest, a game added for the tests.

Harvest says no more of an illegal move than a game must: the other faults of its files are found by
code that all games share.
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
from referee.judge import JudgingOptions, judge_file
from referee.verdict import Ending, verdict_by_rules
from tests.formats.games.game_folders import REQUIRED
from tests.places import ROOT
from tests.planted.planting import planted_game

SIZES = [(26, 3), (2, 2), (2, 26), (7, 4)]


@pytest.fixture(name="harvest", autouse=True)
def plant() -> Iterator[AnyGame]:
    with planted_game() as name:
        yield all_games()[name]()


def start_matrix(game: AnyGame, size: tuple[int, int] = (4, 2)) -> Matrix:
    return Matrix(game, game.start(StartRequest(size)))


def play_moves(matrix: Matrix, *moves: str) -> Matrix:
    for move in moves:
        matrix = after_move(matrix, RecordedMove(move, Decimal(1)))
    return matrix


def without(text: str, *keys: str) -> str:
    return "".join(f"{line}\n" for line in text.splitlines() if line.split()[0] not in keys)


def errors(before: Matrix, text: str) -> list[str]:
    """Return the codes of the errors of a file as a successor of `before`."""
    change = change_of(before, read_matrix(text.encode(), before=before))
    return [d.code for d in change.diagnostics if d.severity is Severity.ERROR]


def test_a_start_is_written_with_its_state(harvest: AnyGame) -> None:
    assert write_matrix(start_matrix(harvest)) == (
        "A 1 U\n0 30\n0 30\nwwwB\nAwww\ngame harvest\nrests 1 1\n"
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_files_and_records_keep_points_and_state(harvest: AnyGame, size: tuple[int, int]) -> None:
    start = start_matrix(harvest, size)
    for seed in range(20):
        *_, last = random_game(harvest, start.position, Random(seed))
        matrix = start
        moves = []
        for position in random_game(harvest, start.position, Random(seed)):
            if position.last:
                moves.append(RecordedMove(position.last, Decimal("0.5")))
                following = after_move(matrix, moves[-1])
                assert errors(matrix, write_matrix(following)) == []
                matrix = following
            reading = read_matrix(write_matrix(matrix).encode())
            assert reading.matrix
            assert reading.diagnostics == ()
            assert reading.matrix.position.points == position.points
            assert reading.matrix.position.state == position.state
        record = read_record(write_record(Record(start, tuple(moves), matrix.winner)))
        *_, replayed = record.files()
        assert (replayed.position.points, replayed.position.state) == (last.points, last.state)


def test_points_that_a_move_does_not_earn_are_wrong(harvest: AnyGame) -> None:
    before = start_matrix(harvest)
    correct = write_matrix(play_moves(before, "right"))
    assert correct.splitlines()[1] == "1 29"
    assert errors(before, correct) == []
    faulty = correct.replace("\n1 29\n0 30\n", "\n0 29\n2 30\n")
    assert errors(before, faulty) == ["L025", "L025"]
    reading = read_matrix(faulty.encode(), before=before)
    assert [d.sentence() for d in change_of(before, reading).diagnostics] == [
        "the points of A are wrong: 1 is right, not 0",
        "the points of B are wrong: 0 is right, not 2",
    ]
    offence = judge_file(before, faulty.encode(), JudgingOptions()).offence
    assert offence
    assert offence.ending is Ending.FALSE_POINTS


def test_the_last_line_distinguishes_moves_with_the_same_board(harvest: AnyGame) -> None:
    before = start_matrix(harvest)
    for move, state in (("pass", "1 1"), ("rest", "0 1")):
        text = write_matrix(play_moves(before, move))
        assert f"rests {state}\nlast {move}\n" in text
        assert errors(before, text) == []
        for keys in (["rests"], ["game"], ["game", "rests"]):
            left_out = without(text, *keys)
            change = change_of(before, read_matrix(left_out.encode(), before=before))
            assert change.good
            assert change.move == move
        assert errors(before, without(text, "last")) == ["L006"]
    assert errors(before, without(text, "last").replace("\nwwwB", "\ncwwB")) == ["L005"]


def test_a_state_line_must_be_present_and_true(harvest: AnyGame) -> None:
    before = start_matrix(harvest)
    text = write_matrix(play_moves(before, "rest"))
    assert errors(before, text.replace("rests 0 1", "rests 1 1")) == ["L026"]
    diagnostics = read_matrix(without(text, "rests").encode()).diagnostics
    assert [(d.code, d.sentence()) for d in diagnostics] == [
        ("M410", "the line «rests» is missing: rests left to A and to B")
    ]
    (fault,) = read_matrix(text.replace("rests 0 1", "rests many").encode()).diagnostics
    assert (fault.code, fault.line, fault.column) == ("M902", 7, 7)


def test_a_game_without_faults_of_its_own_has_a_general_one(harvest: AnyGame) -> None:
    with pytest.raises(RuleError, match="left is not possible here"):
        harvest.play(start_matrix(harvest).position, "left")


def test_more_points_win_at_the_limit_and_equal_points_draw(harvest: AnyGame) -> None:
    limited = harvest.with_limit(2)
    start = Matrix(limited, limited.start(StartRequest((4, 2))))
    ahead, level = play_moves(start, "right", "pass"), play_moves(start, "right", "left")
    verdicts = [verdict_by_rules(matrix.outcome) for matrix in (ahead, level) if matrix.outcome]
    assert [(verdict.winner, verdict.ending) for verdict in verdicts] == [
        ("A", Ending.HALF_MOVE_LIMIT),
        ("D", Ending.HALF_MOVE_LIMIT),
    ]
    for matrix, code in ((ahead, "M507"), (level, "M502")):
        text = write_matrix(matrix)
        without_winner = text.replace(f" 3 {matrix.winner}\n", " 3 U\n")
        (warning,) = read_matrix(without_winner.encode(), limit=2).diagnostics
        assert (warning.code, warning.severity) == (code, Severity.WARNING)


def test_a_draw_by_points_is_a_draw(harvest: AnyGame) -> None:
    outcome = play_moves(start_matrix(harvest), "pass", "pass").outcome
    assert outcome
    assert (verdict_by_rules(outcome).winner, verdict_by_rules(outcome).ending) == (
        "D",
        Ending.TWO_PASSES,
    )
    start = Matrix(harvest, harvest.start(StartRequest((2, 2))))
    outcome = play_moves(start, "up", "down").outcome
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


def run_tests_of_all_games(folder: Path) -> tuple[int, str]:
    """Run the tests of all games on Harvest, with the files of the folder."""
    plugin = ("-p", "tests.planted.plugin", "-p", "no:cacheprovider")
    words = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-k", "harvest", *plugin]
    environment = {**os.environ, "PLANTED_TESTS": str(folder)}
    words += OF_ALL_GAMES
    result = subprocess.run(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=False)
    return result.returncode, result.stdout.decode()


def test_the_tests_of_all_games_include_an_added_game() -> None:
    status, output = run_tests_of_all_games(ROOT / "tests/planted/tests")
    assert status == 0, output
    passed = re.search(r"(\d+) passed", output)
    assert passed
    assert int(passed[1]) > 80


def test_the_tests_of_all_games_name_a_missing_file(tmp_path: Path) -> None:
    status, output = run_tests_of_all_games(tmp_path)
    assert status == 1
    for name, purpose in REQUIRED.items():
        assert f"harvest/{name} is missing: {purpose}" in output

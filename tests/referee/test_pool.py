"""What is told of a game while it is played: seldom, but never late by more than a moment."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import cast

from formats.matrix import Matrix, read_matrix
from referee.judge import Judged
from referee.pool import EVERY, GameReporter
from referee.sandbox.run_result import RunResult
from referee.turn import Turn
from tests.places import ROOT

FILE = ROOT / "docs/positions/chomp.txt"


def turn(number: int) -> Turn:
    """A half-move, of which only its number matters here."""
    matrix = read_matrix(FILE.read_bytes()).matrix
    assert matrix
    made = replace(matrix, position=replace(matrix.position, half_move=number))
    return Turn(cast(RunResult, None), Judged(None, matrix=made))


def numbers(told: list[Matrix]) -> list[int]:
    return [matrix.position.half_move for matrix in told]


def wait_for(told: list[Matrix], count: int) -> None:
    until = time.monotonic() + 20
    while len(told) < count and time.monotonic() < until:
        time.sleep(0.005)


def test_the_first_is_told_at_once_and_the_last_in_a_moment() -> None:
    told: list[Matrix] = []
    reporter = GameReporter(told.append)
    turns = [turn(number) for number in range(2, 40)]
    for one in turns:
        reporter(one, told[0] if told else cast("Matrix", None))
        assert told
    wait_for(told, 2)
    assert numbers(told)[0] == 2
    assert numbers(told)[-1] == 39
    assert len(told) <= 4, "there was no time for more"


def test_what_comes_seldom_is_all_told_at_once() -> None:
    told: list[Matrix] = []
    reporter = GameReporter(told.append)
    for number in range(2, 6):
        reporter(turn(number), cast("Matrix", None))
        assert numbers(told)[-1] == number
        time.sleep(EVERY * 1.5)


def test_nothing_is_told_after_the_end() -> None:
    told: list[Matrix] = []
    reporter = GameReporter(told.append)
    for number in (2, 3):
        reporter(turn(number), cast("Matrix", None))
    reporter.close()
    time.sleep(EVERY * 3)
    assert numbers(told) == [2]


def test_a_turn_that_ends_the_game_by_a_fault_shows_no_board() -> None:
    told: list[Matrix] = []
    GameReporter(told.append)(Turn(cast(RunResult, None), Judged(None)), cast("Matrix", None))
    assert told == []


def test_that_nobody_listens_is_no_fault() -> None:
    told: list[int] = []

    def send(matrix: Matrix) -> None:
        told.append(matrix.position.half_move)
        if len(told) > 1:
            raise BrokenPipeError

    reporter = GameReporter(send)
    for number in (2, 3):
        reporter(turn(number), cast("Matrix", None))
    time.sleep(EVERY * 3)
    reporter.close()
    assert told == [2, 3]

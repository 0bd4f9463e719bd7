"""What is told of a game while it is played: seldom, but never late by more than a moment.

And whose process is killed loses no game by it.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import cast

import psutil
import pytest

from formats.matrix import Matrix, read_matrix
from referee.bot_game import EVERY, GameReporter, Setting
from referee.judge import Judged
from referee.pool import MOST_PLAYED, Finished, GameJob, play_all
from referee.program import Program, RefereeError
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunResult
from referee.turn import Turn
from referee.verdict import Ending
from tests.formats.games.example_games import SHORT
from tests.places import ROOT

FILE = ROOT / f"docs/positions/{SHORT}.txt"


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


# A process that is killed


def game_that_takes(seconds: str) -> GameJob:
    """It ends with its first turn, since its bots leave the file as it is."""
    matrix = read_matrix(FILE.read_bytes()).matrix
    assert matrix
    program = Program("idle", Path(shutil.which("sleep") or ""), (seconds,))
    return GameJob(7, {"A": program, "B": program}, Setting(matrix, isolation=IsolationLevel.NONE))


def workers() -> list[psutil.Process]:
    """The processes that play games for this one."""
    children = psutil.Process().children()
    return [one for one in children if any("spawn_main" in word for word in one.cmdline())]


def until(there: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not there():
        assert time.monotonic() < end
        time.sleep(0.01)


def has_ended(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    return True


def kill_in_a_game() -> None:
    """Kills the worker once its bot runs."""
    until(lambda: any(one.children(recursive=True) for one in workers()))
    (worker,) = workers()
    worker.kill()
    until(lambda: has_ended(worker.pid))


@pytest.mark.xdist_group("pool")
def test_a_game_whose_process_is_killed_is_played_by_another() -> None:
    with closing(play_all([game_that_takes("1")])) as games, ThreadPoolExecutor() as executor:
        future = executor.submit(next, games)
        kill_in_a_game()
        finished: Finished = future.result(60)
    assert finished.voided == 1
    assert finished.game.number == 7
    assert finished.played.verdict.ending is Ending.NO_MOVE


@pytest.mark.xdist_group("pool")
def test_a_game_whose_process_is_killed_again_and_again_is_given_up() -> None:
    with closing(play_all([game_that_takes("5")])) as games, ThreadPoolExecutor() as executor:
        future = executor.submit(next, games)
        for _ in range(MOST_PLAYED):
            kill_in_a_game()
        with pytest.raises(RefereeError, match=r"ended 3 times .* \(exit status -9\)"):
            future.result(60)

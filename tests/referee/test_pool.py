"""Tests of the pool: the positions reported during a game, and games whose process is killed.

Positions are reported seldom, but at most a moment late. A bot does not lose when the process that
plays its game is killed.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import cast

import psutil
import pytest

from formats.matrix import Matrix, read_matrix
from referee.bot_game import UPDATE_INTERVAL, GameReporter, Setting
from referee.judge import Judgement
from referee.pool import MOST_PLAYED, FinishedGame, GameJob, play_all
from referee.program import Program, RefereeError
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunResult
from referee.turn import Turn
from referee.verdict import Ending
from tests.formats.games.example_games import SHORT
from tests.places import ROOT

FILE = ROOT / f"docs/positions/{SHORT}.txt"


def turn(number: int) -> Turn:
    """Return a half-move with this number."""
    matrix = read_matrix(FILE.read_bytes()).matrix
    assert matrix
    after = replace(matrix, position=replace(matrix.position, half_move=number))
    return Turn(cast(RunResult, None), Judgement(None, matrix=after))


def numbers(matrices: list[Matrix]) -> list[int]:
    return [matrix.position.half_move for matrix in matrices]


def wait_for(matrices: list[Matrix], count: int) -> None:
    deadline = time.monotonic() + 20
    while len(matrices) < count and time.monotonic() < deadline:
        time.sleep(0.005)


def test_the_first_position_is_reported_at_once_and_the_last_soon() -> None:
    reported: list[Matrix] = []
    reporter = GameReporter(reported.append)
    turns = [turn(number) for number in range(2, 40)]
    for next_turn in turns:
        reporter(next_turn, reported[0] if reported else cast("Matrix", None))
        assert reported
    wait_for(reported, 2)
    assert numbers(reported)[0] == 2
    assert numbers(reported)[-1] == 39
    assert len(reported) <= 4, "there was no time for more"


def test_rare_positions_are_all_reported_at_once() -> None:
    reported: list[Matrix] = []
    reporter = GameReporter(reported.append)
    for number in range(2, 6):
        reporter(turn(number), cast("Matrix", None))
        assert numbers(reported)[-1] == number
        time.sleep(UPDATE_INTERVAL * 1.5)


def test_no_position_is_reported_after_the_end() -> None:
    reported: list[Matrix] = []
    reporter = GameReporter(reported.append)
    for number in (2, 3):
        reporter(turn(number), cast("Matrix", None))
    reporter.close()
    time.sleep(UPDATE_INTERVAL * 3)
    assert numbers(reported) == [2]


def test_a_turn_that_loses_by_a_fault_reports_no_position() -> None:
    reported: list[Matrix] = []
    GameReporter(reported.append)(
        Turn(cast(RunResult, None), Judgement(None)), cast("Matrix", None)
    )
    assert reported == []


def test_a_closed_listener_does_not_disturb_the_game() -> None:
    reported: list[int] = []

    def send(matrix: Matrix) -> None:
        reported.append(matrix.position.half_move)
        if len(reported) > 1:
            raise BrokenPipeError

    reporter = GameReporter(send)
    for number in (2, 3):
        reporter(turn(number), cast("Matrix", None))
    time.sleep(UPDATE_INTERVAL * 3)
    reporter.close()
    assert reported == [2, 3]


# A process that is killed


def game_that_takes(seconds: str) -> GameJob:
    """Return a game of one turn, whose bots sleep this long and leave the file unchanged."""
    matrix = read_matrix(FILE.read_bytes()).matrix
    assert matrix
    program = Program("idle", Path(shutil.which("sleep") or ""), (seconds,))
    return GameJob(7, {"A": program, "B": program}, Setting(matrix, isolation=IsolationLevel.NONE))


@pytest.mark.parametrize("failing", [0, 1])
def test_games_that_end_together_with_a_failure_are_returned(
    monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    def wait_for_all(links: list[Connection], _timeout: float | None) -> list[Connection]:
        for link in links:
            link.poll(None)
        return links

    monkeypatch.setattr("referee.pool.wait", wait_for_all)
    games = [replace(game_that_takes("0"), number=number) for number in range(2)]
    gone = Program("gone", Path("/no/such/program"))
    games[failing] = replace(games[failing], programs={"A": gone, "B": gone})
    finished: list[int] = []
    message = r"the game gone - gone was void 3 times: .*no/such/program"
    with pytest.raises(RefereeError, match=message):
        finished.extend(game.game.number for game in play_all(games, 2))
    assert finished == [1 - failing]


def workers() -> list[psutil.Process]:
    """Return the workers of this process that have not ended."""
    return [child for child in psutil.Process().children() if is_worker(child)]


def is_worker(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return "spawn_main" in " ".join(process.cmdline())
    return False


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def has_ended(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    return True


@pytest.mark.xdist_group("pool")
def test_no_more_processes_are_started_than_games_need() -> None:
    with closing(play_all([game_that_takes("0")], 4)) as finished_games:
        next(finished_games)
        assert len(workers()) == 1


def kill_in_a_game() -> None:
    """Kill the worker once its bot runs."""
    until(lambda: any(worker.children(recursive=True) for worker in workers()))
    (worker,) = workers()
    worker.kill()
    until(lambda: has_ended(worker.pid))


@pytest.mark.xdist_group("pool")
def test_a_game_whose_process_is_killed_is_played_by_another() -> None:
    with closing(play_all([game_that_takes("1")])) as games, ThreadPoolExecutor() as executor:
        future = executor.submit(next, games)
        kill_in_a_game()
        finished: FinishedGame = future.result(60)
    assert finished.voided == 1
    assert finished.game.number == 7
    assert finished.played.verdict.ending is Ending.NO_MOVE


@pytest.mark.xdist_group("pool")
def test_a_game_whose_process_is_killed_repeatedly_raises() -> None:
    with closing(play_all([game_that_takes("5")])) as games, ThreadPoolExecutor() as executor:
        future = executor.submit(next, games)
        for _ in range(MOST_PLAYED):
            kill_in_a_game()
        with pytest.raises(RefereeError, match=r"ended 3 times .* \(exit status -9\)"):
            future.result(60)

"""Tests that every fault of a bot comes back whole from the processes that play games."""

from __future__ import annotations

import sys
from collections import deque
from contextlib import closing
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread

import pytest

from formats.fault import FaultKind, Severity
from formats.games import all_games
from formats.matrix import read_matrix
from referee import run_faults
from referee.pool import FinishedGame, play_all
from tests.formats.change_files import all_changes
from tests.formats.games.example_games import DEFAULT
from tests.formats.matrix.test_malformed import MALFORMED, kinds
from tests.referee.faulty_turns import (
    NO_SCRIPT,
    RUNS,
    SCRIPTS,
    codes_of,
    faulty_files,
    faulty_turns,
    game_jobs,
    jobs_of_runs,
)
from tests.referee.needs import strongest_here
from tournaments.storage import Store

NOT_OF_OUR_GAMES = {"L004", "L006", "L026", "L801", "L802", "L803", "M410", "M411"}
"""Codes of faults that only an added game can have (``test_planted_game.py``)."""
NOT_OF_A_TURN = {"M102", "L032"}
"""Codes of faults that the referee reports under another code.

It reports ``V105`` for a file too large, and ``M503`` for a draw without a reason, since it knows
the limit of half-moves.
"""


def codes_of_entered_moves() -> set[str]:
    """Return the codes of faults of moves that a person enters and no bot can make."""
    return {fault.code for change in all_changes() if change.says for fault in change.faults}


def codes_of_lone_files() -> set[str]:
    """Return the codes of faults of a file that is read without the file before it."""
    return {
        fault.code for path in MALFORMED for fault in read_matrix(path.read_bytes()).diagnostics
    }


def test_there_is_a_turn_for_every_fault() -> None:
    turns = [turn for game in all_games() for turn in faulty_turns(game)]
    covered = {turn.code for turn in turns}
    covered |= {fault.code for turn in turns for fault in turn.turn.judgement.diagnostics}
    run_codes = {kind.code for kind in vars(run_faults).values() if isinstance(kind, FaultKind)}
    errors = (kind for kind in kinds() if kind.severity is Severity.ERROR)
    file_codes = {kind.code for kind in errors if kind.code[0] in "LM"}
    exempt = NOT_OF_OUR_GAMES | NOT_OF_A_TURN | codes_of_entered_moves() | codes_of_lone_files()
    assert (run_codes | file_codes) - covered - exempt == set()
    for turn in turns:
        assert turn.name.partition("/")[0] != "run" or turn.name == f"run/{turn.code}"


@pytest.mark.parametrize("game", all_games())
def test_every_fault_crosses_to_another_process(game: str, tmp_path: Path) -> None:
    turns = faulty_turns(game)
    jobs = game_jobs(turns, Store(tmp_path))
    receiver, sender = Pipe()
    games = [FinishedGame(job, turn.played) for job, turn in zip(jobs, turns, strict=True)]
    with receiver, sender:
        thread = Thread(target=lambda: deque(map(sender.send, games), maxlen=0))
        thread.start()
        for finished in games:
            assert receiver.recv() == finished
        thread.join()


@pytest.mark.skipif(sys.platform == "win32", reason="the bots are shell scripts")
@pytest.mark.parametrize("game", all_games())
def test_every_fault_of_a_file_comes_back_from_the_pool(game: str, tmp_path: Path) -> None:
    common = () if game == DEFAULT else ("common/",)
    turns = [turn for turn in faulty_files(game) if not turn.name.startswith(common)]
    codes = {}
    with closing(play_all(game_jobs(turns, Store(tmp_path)), 2)) as games:
        for finished in games:
            offence = finished.played.turns[0].judgement.offence
            codes[turns[finished.game.number].name] = offence and offence.fault.kind.code
    assert codes == {turn.name: turn.code for turn in turns}


def test_a_script_commits_every_fault_of_a_run() -> None:
    assert SCRIPTS.keys() | NO_SCRIPT.keys() == RUNS.keys()


@pytest.mark.skipif(sys.platform == "win32", reason="the bots are shell scripts")
def test_every_fault_of_a_run_comes_back_from_the_pool(tmp_path: Path) -> None:
    jobs = jobs_of_runs(DEFAULT, Store(tmp_path), strongest_here())
    with closing(play_all(jobs, 2)) as games:
        codes = codes_of(games)
    assert codes == {kind.code: kind.code for kind in SCRIPTS}

"""Tests of matches of real programs, played side by side."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from decimal import Decimal
from itertools import count, islice
from pathlib import Path

import pytest

from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix
from formats.record import read_record, write_record
from referee.machine import cores
from referee.match import Match, saved_files
from referee.match.openings import Openings
from referee.match.score import Score
from referee.pool import FinishedGame, GameJob, play_all
from referee.program import Program, RefereeError
from referee.sandbox.isolation_levels import IsolationLevel
from referee.verdict import Ending
from tests.bot.programs import needs_compiler, shipped
from tests.formats.games.example_games import SHORT
from tests.referee.needs import needs_sandbox

pytestmark = [needs_compiler, pytest.mark.xdist_group("matches")]

GAME = all_games()[SHORT].with_rules(None)
PARALLEL_GAMES = min(2, len(cores()))
# Other tests cover the sandbox; these run also on a machine without one.
BARE = IsolationLevel.NONE


def program(name: str, *arguments: str) -> Program:
    return Program(name, shipped(name), arguments)


def script(folder: Path, name: str, *lines: str) -> Program:
    path = folder / name
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return Program(name, path)


def starts() -> Iterator[Matrix]:
    return Openings(3).of_game(GAME, StartRequest(), Decimal(5))


@pytest.fixture(name="match")
def make_match() -> Match:
    return Match(
        program(f"{SHORT}-champion"), program(f"{SHORT}-random", "--seed", "5"), isolation=BARE
    )


def play_games(
    match: Match, games: int, parallel_games: int = PARALLEL_GAMES
) -> list[FinishedGame]:
    return list(play_all(islice(match.games(starts()), games), parallel_games))


def test_both_games_of_a_pair_differ_only_in_the_sides(match: Match) -> None:
    games = list(islice(match.games(starts()), 8))
    assert [game.number for game in games] == list(range(8))
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.setting.start == second.setting.start
        assert first.programs["A"] == second.programs["B"] == match.first
        assert first.programs["B"] == second.programs["A"] == match.second
    assert games[0].setting.start != games[2].setting.start
    assert [game.setting.tags["Round"] for game in games[:3]] == ["1.1", "1.2", "2.1"]


def test_a_champion_wins_its_match(match: Match) -> None:
    score = Score()
    for finished in play_games(match, 12):
        score = match.score(score, finished)
        assert finished.voided == 0
    assert score.games == 12
    assert score.wins > 9
    assert sum(score.pairs) == 6


def test_bots_with_a_fixed_seed_play_the_same_games(match: Match) -> None:
    first, second = (
        sorted(_without_times(finished) for finished in play_games(match, 6)) for _ in range(2)
    )
    assert first == second


def _without_times(finished: FinishedGame) -> str:
    return re.sub(r"%emt [0-9.]+", "%emt", write_record(finished.played.record))


def test_saved_records_play_again(match: Match) -> None:
    for finished in play_games(match, 4):
        (file,) = saved_files(finished.played)
        record = read_record(file.data.decode())
        assert record == finished.played.record
        *_, last = record.files()
        assert last.winner == record.result


def test_games_are_requested_only_for_a_free_worker(match: Match) -> None:
    requested = []

    def jobs() -> Iterator[GameJob]:
        for game in match.games(starts()):
            requested.append(game.number)
            yield game

    with closing(play_all(jobs(), PARALLEL_GAMES)) as finished:
        for finished_count in count(1):
            next(finished)
            assert len(requested) <= finished_count + PARALLEL_GAMES
            if finished_count == 5:
                break


def test_positions_of_each_game_are_reported(match: Match) -> None:
    reported: list[tuple[int, int]] = []
    games = islice(match.games(starts()), 2)
    list(play_all(games, 1, lambda game, m: reported.append((game.number, m.position.half_move))))
    assert (0, 1) in reported
    assert (1, 1) in reported


def test_the_files_of_a_fault_are_saved(match: Match, tmp_path: Path) -> None:
    vandal = script(tmp_path, "vandal", "echo ruined | tee matrix.txt")
    (first, _) = play_games(replace(match, second=vandal), 2, 1)
    assert first.played.verdict.winner == "A"
    assert first.played.verdict.ending is Ending.MALFORMED_FILE
    files = {file.ending: file.data for file in saved_files(first.played)}
    assert files["-after.txt"] == files["-printed.txt"] == b"ruined\n"
    assert files["-before.txt"].startswith(b"B 2 U\n")
    assert b"malformed-file" in files[".txt"]


def test_a_missing_program_raises_a_referee_error(match: Match, tmp_path: Path) -> None:
    missing = replace(match, first=Program("missing", tmp_path / "missing"), isolation=None)
    with pytest.raises(RefereeError):
        play_games(missing, 2, 1)


def test_both_players_of_a_game_share_one_core(match: Match, tmp_path: Path) -> None:
    reporter = script(tmp_path, "telling", "grep Cpus_allowed_list /proc/self/status")
    finished = play_games(replace(match, first=reporter, second=reporter), 2 * PARALLEL_GAMES)
    core_lists = {each.played.turns[0].run_result.printed.split()[-1] for each in finished}
    assert {int(core) for core in core_lists} <= set(cores())
    assert len(core_lists) == PARALLEL_GAMES


@needs_sandbox
def test_an_interrupted_match_ends_every_bot(match: Match, tmp_path: Path) -> None:
    sleeper = script(tmp_path, "sleeper", "exec sleep 61.7531")
    slow = replace(match, second=sleeper, isolation=None)

    def interrupt(_game: GameJob, matrix: Matrix) -> None:
        if matrix.position.half_move == 2:
            assert _sleeping(1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        next(play_all(islice(slow.games(starts()), 2), 1, interrupt))
    assert _sleeping(0)


def _sleeping(count: int) -> bool:
    """Return whether this number of sleeping bots runs within a minute."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if _sleepers() == count:
            return True
        time.sleep(0.02)
    return False


def _sleepers() -> int:
    count = 0
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            count += b"61.7531" in path.read_bytes()
        except OSError:
            continue
    return count


def test_a_worker_that_dies_raises_a_referee_error(match: Match, tmp_path: Path) -> None:
    parent = "$(sed -n 's/^PPid:[^0-9]*//p' /proc/$PPID/status)"
    killer = script(tmp_path, "killer", f"kill -9 {parent}", "sleep 5")
    with pytest.raises(RefereeError, match="ended 3 times before the game did"):
        play_games(replace(match, first=killer), 2, 1)

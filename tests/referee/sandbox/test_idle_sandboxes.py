"""Tests of sandboxes kept for the next game of the same program: the game finds them empty."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from formats.matrix import write_matrix
from formats.text import Text
from referee.bot_game import Setting, play_game
from referee.program import Allowance, Limits, Program, RefereeError
from referee.sandbox import Sandbox
from referee.sandbox.idle_sandboxes import IdleSandboxes
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunEnd, RunResult
from tests.referee.needs import WHY_NOT, needs_namespaces
from tests.referee.offending import (
    HERE,
    Offender,
    compiled_c,
    keepers,
    leftover_notes,
    leftover_processes,
    listening_sockets,
    offenders,
    program_of,
    start,
)

ALLOWED = Allowance(own=Decimal(5), wall=Decimal(60))
LEAVES_SOMETHING = [
    offender
    for offender in offenders()
    if offender.ending == "won"
    and offender.name.startswith(("note-", "daemon", "keeps-", "children-"))
]

pytestmark = needs_namespaces


def script(place: Path, text: str, name: str = "") -> Program:
    """Write a script whose name no other test's has: leftovers are found by it."""
    name = name or f"script-{place.name}"
    path = place / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return Program(name, path)


def run(
    sandboxes: IdleSandboxes,
    program: Program,
    limits: Limits | None = None,
    isolation: IsolationLevel = IsolationLevel.NAMESPACES,
    file: bytes = b"given\n",
) -> tuple[Sandbox, RunResult]:
    """Play a game of one turn; return its sandbox and result."""
    with sandboxes.lend(program, limits or Limits(), isolation) as sandbox:
        return sandbox, sandbox.run(file, ALLOWED)


def test_the_next_game_of_a_program_has_the_same_sandbox(tmp_path: Path) -> None:
    program = script(tmp_path, "echo $$; ls -A . /tmp /dev/shm; touch here /tmp/there; sleep 99 &")
    with IdleSandboxes() as sandboxes:
        before, first = run(sandboxes, program)
        after, second = run(sandboxes, program)
        assert after is before
        assert (first.printed, first.other_names) == (second.printed, second.other_names)
        assert len(keepers(os.getpid())) == 1
    deadline = time.monotonic() + 5
    while leftover_processes(program) and time.monotonic() < deadline:
        time.sleep(0.01)  # a dead process may take a moment to disappear
    assert leftover_processes(program) == []
    assert keepers(os.getpid()) == []


def test_each_player_of_a_game_has_its_own_sandbox(tmp_path: Path) -> None:
    program = script(tmp_path, "true")
    with IdleSandboxes() as sandboxes:
        for _ in range(2):
            with (
                sandboxes.lend(program, Limits(), IsolationLevel.NAMESPACES) as first,
                sandboxes.lend(program, Limits(), IsolationLevel.NAMESPACES) as second,
            ):
                assert first is not second
                assert len(keepers(os.getpid())) == 2


def test_another_program_or_setting_has_another_sandbox(tmp_path: Path) -> None:
    program, other = script(tmp_path, "true"), script(tmp_path, "true", "other")
    with IdleSandboxes() as sandboxes:
        first, _ = run(sandboxes, program)
        others = [
            run(sandboxes, other)[0],
            run(sandboxes, replace(program, arguments=("1",)))[0],
            run(sandboxes, program, Limits(temporary_files=False))[0],
        ]
        assert first not in others
        program.path.write_text("#!/bin/sh\necho new\n")
        after, run_result = run(sandboxes, program)
        assert after is not first
        assert run_result.printed == b"new\n"


@pytest.mark.parametrize("isolation", [IsolationLevel.LANDLOCK, IsolationLevel.NONE])
def test_sandboxes_of_other_levels_are_not_kept(isolation: IsolationLevel, tmp_path: Path) -> None:
    if WHY_NOT.get(isolation):
        pytest.skip(WHY_NOT[isolation])
    program = script(tmp_path, "true")
    with IdleSandboxes() as sandboxes:
        run(sandboxes, program, isolation=isolation)
        assert keepers(os.getpid()) == []


@pytest.mark.parametrize("text", ["kill -9 $$", "while :; do :; done"])
def test_a_sandbox_whose_bot_was_stopped_is_not_used_again(text: str, tmp_path: Path) -> None:
    program = script(tmp_path, text)
    with (
        IdleSandboxes() as sandboxes,
        sandboxes.lend(program, Limits(), IsolationLevel.NAMESPACES) as sandbox,
    ):
        run_result = sandbox.run(b"", Allowance(own=Decimal("0.2"), wall=Decimal(60)))
        assert run_result.end is not RunEnd.EXITED
        assert not sandbox.is_reusable


def kill(keeper: int) -> None:
    os.kill(keeper, signal.SIGKILL)
    while Path(f"/proc/{keeper}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)


def test_a_sandbox_that_has_died_is_replaced(tmp_path: Path) -> None:
    program = script(tmp_path, "true")
    with IdleSandboxes() as sandboxes:
        before, _ = run(sandboxes, program)
        kill(*keepers(os.getpid()))
        after, run_result = run(sandboxes, program)
        assert after is not before
        assert run_result.end is RunEnd.EXITED


def test_a_void_game_ends_all_kept_sandboxes(tmp_path: Path) -> None:
    with IdleSandboxes() as sandboxes:
        run(sandboxes, script(tmp_path, "true"))
        assert len(keepers(os.getpid())) == 1
        with (
            pytest.raises(RefereeError, match="ours"),
            sandboxes.lend(script(tmp_path, "true", "other"), Limits(), IsolationLevel.NAMESPACES),
        ):
            raise RefereeError(Text("a fault of ours", "наша ошибка"))
        assert keepers(os.getpid()) == []


@pytest.mark.parametrize(("setting", "most"), [("_MOST_SANDBOXES", 2), ("_MOST_BYTES", 2 * 15)])
def test_the_oldest_of_too_many_sandboxes_ends(
    setting: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"referee.sandbox.idle_sandboxes.{setting}", most)
    programs = [script(tmp_path, "true", name) for name in "abc"]
    with IdleSandboxes() as sandboxes:
        before = [run(sandboxes, program)[0] for program in programs]
        assert len(keepers(os.getpid())) == 2
        assert run(sandboxes, programs[2])[0] is before[2]
        assert run(sandboxes, programs[0])[0] is not before[0]


def test_no_sandbox_is_kept_if_few_files_may_be_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.sandbox.host_limits._limits_of", lambda _: (15, 15))
    sandboxes = IdleSandboxes()
    monkeypatch.undo()
    with sandboxes:
        run(sandboxes, script(tmp_path, "true"))
        assert keepers(os.getpid()) == []


@pytest.mark.parametrize("offender", LEAVES_SOMETHING, ids=str)
def test_no_game_finds_a_note_of_the_game_before(offender: Offender, tmp_path: Path) -> None:
    limits = offender.setting["judging"].limits
    first = start(Decimal(5))
    later = replace(first, position=replace(first.position, half_move=3))
    with listening_sockets() as port, IdleSandboxes() as sandboxes:
        program = program_of(offender, tmp_path, port)
        before, first_result = run(sandboxes, program, limits, file=write_matrix(first).encode())
        after, second_result = run(sandboxes, program, limits, file=write_matrix(later).encode())
        assert (
            (first_result.end, first_result.status)
            == (second_result.end, second_result.status)
            == (RunEnd.EXITED, 0)
        )
        assert after is before
    assert leftover_processes(program) == []
    assert leftover_notes() == []


def test_games_are_the_same_as_in_new_sandboxes() -> None:
    honest = Program("honest", compiled_c(HERE / "honest.c"))
    setting = Setting(start(Decimal(5)), isolation=IsolationLevel.NAMESPACES)
    with IdleSandboxes() as sandboxes:
        games = [play_game({"A": honest, "B": honest}, setting, None, sandboxes) for _ in range(3)]
        assert len(keepers(os.getpid())) == 2
    games.append(play_game({"A": honest, "B": honest}, setting))
    moves = [[move.text for move in game.record.moves] for game in games]
    assert all(game_moves == moves[0] for game_moves in moves)
    assert all(game.verdict == games[0].verdict for game in games)

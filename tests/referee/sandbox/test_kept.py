"""Sandboxes that are kept for the next game: it finds nothing in them, and nobody else has them."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from formats.matrix import write_matrix
from referee.bot_game import Setting, play_game
from referee.program import Allowance, Limits, Program, RefereeError
from referee.sandbox import Sandbox
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.kept import KeptSandboxes
from referee.sandbox.run_result import RunEnd, RunResult
from tests.referee.needs import WHY_NOT, needs_namespaces
from tests.referee.offending import (
    HERE,
    Offender,
    built_c,
    keepers,
    left_of,
    listening,
    notes,
    offenders,
    program_of,
    start,
)

ALLOWED = Allowance(own=Decimal(5), wall=Decimal(60))
LEAVES_SOMETHING = [
    each
    for each in offenders()
    if each.ending == "won" and each.name.startswith(("note-", "daemon", "keeps-", "children-"))
]

pytestmark = needs_namespaces


def script(place: Path, text: str, name: str = "script") -> Program:
    path = place / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return Program(name, path)


def run(
    kept: KeptSandboxes,
    program: Program,
    limits: Limits | None = None,
    isolation: IsolationLevel = IsolationLevel.NAMESPACES,
    file: bytes = b"given\n",
) -> tuple[Sandbox, RunResult]:
    """A game of one turn, and where it was played."""
    with kept.lend(program, limits or Limits(), isolation) as sandbox:
        return sandbox, sandbox.run(file, ALLOWED)


def test_the_next_game_of_a_program_is_played_where_it_was(tmp_path: Path) -> None:
    program = script(tmp_path, "echo $$; ls -A . /tmp /dev/shm; touch here /tmp/there; sleep 99 &")
    with KeptSandboxes() as kept:
        before, first = run(kept, program)
        after, second = run(kept, program)
        assert after is before
        assert (first.printed, first.others) == (second.printed, second.others)
        assert len(keepers(os.getpid())) == 1
    until = time.monotonic() + 5
    while left_of(program) and time.monotonic() < until:
        time.sleep(0.01)  # who is dead may take a moment to be cleared away
    assert left_of(program) == []
    assert keepers(os.getpid()) == []


def test_both_players_of_a_game_have_one_each(tmp_path: Path) -> None:
    program = script(tmp_path, "true")
    with KeptSandboxes() as kept:
        for _ in range(2):
            with (
                kept.lend(program, Limits(), IsolationLevel.NAMESPACES) as one,
                kept.lend(program, Limits(), IsolationLevel.NAMESPACES) as other,
            ):
                assert one is not other
                assert len(keepers(os.getpid())) == 2


def test_nobody_else_gets_it(tmp_path: Path) -> None:
    program, other = script(tmp_path, "true"), script(tmp_path, "true", "other")
    with KeptSandboxes() as kept:
        first, _ = run(kept, program)
        found = [
            run(kept, other)[0],
            run(kept, replace(program, arguments=("1",)))[0],
            run(kept, program, Limits(temporary_files=False))[0],
        ]
        assert first not in found
        program.path.write_text("#!/bin/sh\necho new\n")
        after, run_result = run(kept, program)
        assert after is not first
        assert run_result.printed == b"new\n"


@pytest.mark.parametrize("isolation", [IsolationLevel.LANDLOCK, IsolationLevel.NONE])
def test_no_other_stage_is_kept(isolation: IsolationLevel, tmp_path: Path) -> None:
    if WHY_NOT.get(isolation):
        pytest.skip(WHY_NOT[isolation])
    program = script(tmp_path, "true")
    with KeptSandboxes() as kept:
        run(kept, program, isolation=isolation)
        assert keepers(os.getpid()) == []


@pytest.mark.parametrize("text", ["kill -9 $$", "while :; do :; done"])
def test_where_a_bot_was_stopped_no_other_game_is_played(text: str, tmp_path: Path) -> None:
    program = script(tmp_path, text)
    with (
        KeptSandboxes() as kept,
        kept.lend(program, Limits(), IsolationLevel.NAMESPACES) as sandbox,
    ):
        run_result = sandbox.run(b"", Allowance(own=Decimal("0.2"), wall=Decimal(60)))
        assert run_result.end is not RunEnd.EXITED
        assert not sandbox.can_go_on


def kill(keeper: int) -> None:
    os.kill(keeper, signal.SIGKILL)
    while Path(f"/proc/{keeper}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)


def test_one_that_has_died_meanwhile_is_replaced(tmp_path: Path) -> None:
    program = script(tmp_path, "true")
    with KeptSandboxes() as kept:
        before, _ = run(kept, program)
        kill(*keepers(os.getpid()))
        after, run_result = run(kept, program)
        assert after is not before
        assert run_result.end is RunEnd.EXITED


def test_a_void_game_ends_all(tmp_path: Path) -> None:
    with KeptSandboxes() as kept:
        run(kept, script(tmp_path, "true"))
        assert len(keepers(os.getpid())) == 1
        with (
            pytest.raises(RefereeError, match="ours"),
            kept.lend(script(tmp_path, "true", "other"), Limits(), IsolationLevel.NAMESPACES),
        ):
            raise RefereeError("a fault of ours")
        assert keepers(os.getpid()) == []


@pytest.mark.parametrize(("what", "most"), [("_MOST", 2), ("_MOST_BYTES", 2 * 15)])
def test_the_oldest_ends_where_there_are_too_many(
    what: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"referee.sandbox.kept.{what}", most)
    some = [script(tmp_path, "true", name) for name in "abc"]
    with KeptSandboxes() as kept:
        before = [run(kept, one)[0] for one in some]
        assert len(keepers(os.getpid())) == 2
        assert run(kept, some[2])[0] is before[2]
        assert run(kept, some[0])[0] is not before[0]


def test_where_files_are_few_none_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.sandbox.host_limits._limits_of", lambda _: (15, 15))
    kept = KeptSandboxes()
    monkeypatch.undo()
    with kept:
        run(kept, script(tmp_path, "true"))
        assert keepers(os.getpid()) == []


@pytest.mark.parametrize("offender", LEAVES_SOMETHING, ids=str)
def test_no_game_finds_what_the_one_before_has_left(offender: Offender, tmp_path: Path) -> None:
    limits = offender.setting["rules"].limits
    first = start(Decimal(5))
    later = replace(first, position=replace(first.position, half_move=3))
    with listening() as port, KeptSandboxes() as kept:
        program = program_of(offender, tmp_path, port)
        before, left = run(kept, program, limits, file=write_matrix(first).encode())
        after, looked = run(kept, program, limits, file=write_matrix(later).encode())
        assert (left.end, left.status) == (looked.end, looked.status) == (RunEnd.EXITED, 0)
        assert after is before
    assert left_of(program) == []
    assert notes() == []


def test_games_are_the_same_as_in_new_sandboxes() -> None:
    honest = Program("honest", built_c(HERE / "honest.c"))
    setting = Setting(start(Decimal(5)), isolation=IsolationLevel.NAMESPACES)
    with KeptSandboxes() as kept:
        games = [play_game({"A": honest, "B": honest}, setting, None, kept) for _ in range(3)]
        assert len(keepers(os.getpid())) == 2
    games.append(play_game({"A": honest, "B": honest}, setting))
    moves = [[made.text for made in one.record.moves] for one in games]
    assert all(one == moves[0] for one in moves)
    assert all(one.verdict == games[0].verdict for one in games)

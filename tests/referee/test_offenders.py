"""Tests that each offender gets its verdict in time and leaves nothing behind."""

from __future__ import annotations

from contextlib import nullcontext
from decimal import Decimal
from pathlib import Path

import pytest

from referee.bot_game import PlayedGame
from referee.program import Program
from referee.sandbox.cgroup import Group
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunEnd
from tests.present import present
from tests.referee.needs import WHY_NOT, needs_sandbox
from tests.referee.offending import (
    FOLDER,
    HERE,
    Offender,
    compiled_c,
    game_against_honest,
    leftover_notes,
    leftover_processes,
    listening_sockets,
    offender_cases,
    offenders,
    program_of,
    start,
)

LATEST = Decimal(1)
"""Seconds after its deadline within which a bot is killed: usually 50 ms, more on a busy machine.
"""
ALL = offenders()
FOR_CONTROL_GROUP = [
    offender
    for offender in ALL
    if offender.name.startswith("children-disowned") or offender.name == "memory-of-a-thread"
]
"""Offenders whose time or memory only a control group counts at once."""
BARE = [offender for offender in ALL if offender.bare]


def check(offender: Offender, played: PlayedGame) -> None:
    """Assert that the verdict is the expected one, and came in time."""
    check_verdict(offender, played)
    check_deadline(offender, played)


def check_verdict(offender: Offender, played: PlayedGame) -> None:
    """Assert that the verdict is the expected one."""
    verdict = played.verdict
    message = f"{verdict.ending.label}: {verdict.say()} / {verdict.say('ru')}"
    assert verdict.ending.label == offender.ending, message
    assert verdict.winner == ("B" if offender.loser == "A" else "A"), message
    assert offender.sentence in verdict.say(), message
    assert verdict.say("ru"), message
    assert verdict.say("ru") != verdict.say(), message
    assert len(played.turns) == offender.turns


def check_deadline(offender: Offender, played: PlayedGame) -> None:
    """Assert that a bot that was out of time was killed at once."""
    run_result = played.turns[-1].run_result
    allowance = offender.setting["judging"].timing.allowance(offender.left)
    over = {
        RunEnd.OWN_TIME_OVER: run_result.own_time - allowance.own,
        RunEnd.CPU_OVER: run_result.cpu - (allowance.cpu or 0),
    }
    if run_result.end in over and offender.turns == 1:
        print(f"{offender}: killed {over[run_result.end] * 1000:.1f} ms after its deadline")
        assert Decimal(0) <= over[run_result.end] < LATEST


def play_next_game(program: Program, isolation: IsolationLevel) -> None:
    """Assert that two honest bots play to the end, and nothing of the earlier game is left."""
    honest = Program("honest", compiled_c(HERE / "honest.c"))
    played = game_against_honest(honest, isolation, start=start(Decimal(5)))
    assert (played.verdict.reason, len(played.turns)) == ("far-row", 5)
    assert leftover_processes(program) == []
    assert leftover_notes() == []


@pytest.mark.parametrize(("offender", "isolation"), present(offender_cases(ALL, WHY_NOT)))
def test_an_offender_gets_its_verdict(
    offender: Offender, isolation: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OFFENDER_SECRET", "what the bot must not know")
    with listening_sockets() as port:
        program = program_of(offender, tmp_path, port)
        offender = offender.on(isolation)
        check(offender, game_against_honest(program, isolation, **offender.setting))
    play_next_game(program, isolation)


@needs_sandbox
@pytest.mark.parametrize("offender", BARE, ids=str)
def test_an_offender_without_a_sandbox_gets_the_same_verdict(
    offender: Offender, tmp_path: Path
) -> None:
    program = program_of(offender, tmp_path)
    check(offender, game_against_honest(program, IsolationLevel.NONE, **offender.setting))
    play_next_game(program, IsolationLevel.NONE)


@pytest.mark.parametrize(
    ("offender", "isolation"), present(offender_cases(FOR_CONTROL_GROUP, WHY_NOT))
)
def test_an_offender_without_a_control_group_gets_the_same_verdict(
    offender: Offender, isolation: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.sandbox.keeper_start.group", lambda _: nullcontext(Group()))
    program = program_of(offender, tmp_path)
    check(offender, game_against_honest(program, isolation, **offender.setting))


def test_every_folder_of_offenders_is_read() -> None:
    assert len(ALL) >= 40
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == {str(each) for each in ALL}

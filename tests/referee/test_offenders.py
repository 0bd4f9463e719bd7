"""Each offender gets its verdict, in time; nothing of it is left, and the next game works."""

from __future__ import annotations

from contextlib import nullcontext
from decimal import Decimal
from pathlib import Path

import pytest

from referee.bot_game import Played
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
    against_honest,
    built_c,
    left_of,
    listening,
    notes,
    offenders,
    on_isolation_levels,
    program_of,
    start,
)

LATEST = Decimal(1)
"""A bot is killed within 50 ms of its deadline; how much of that a busy machine may add."""
ALL = offenders()
IN_NO_ACCOUNT = [
    *(each for each in ALL if each.name.startswith("children-disowned")),
    *(each for each in ALL if each.name == "memory-of-a-thread"),
]
"""Those whom a control group sees at a glance."""
BARE = [offender for offender in ALL if offender.bare]


def check(offender: Offender, played: Played) -> None:
    """The verdict is the expected one, and came in time."""
    verdict = played.verdict
    said = f"{verdict.ending.label}: {verdict.say()} / {verdict.say('ru')}"
    assert verdict.ending.label == offender.ending, said
    assert verdict.winner == ("B" if offender.loser == "A" else "A"), said
    assert offender.sentence in verdict.say(), said
    assert verdict.say("ru"), said
    assert verdict.say("ru") != verdict.say(), said
    assert len(played.turns) == offender.turns
    check_deadline(offender, played)


def check_deadline(offender: Offender, played: Played) -> None:
    """Who was killed for want of time was so at once."""
    run_result = played.turns[-1].run_result
    allowance = offender.setting["rules"].timing.allowance(offender.left)
    over = {
        RunEnd.OWN_TIME_OVER: run_result.own - allowance.own,
        RunEnd.CPU_OVER: run_result.cpu - (allowance.cpu or 0),
    }
    if run_result.end in over and offender.turns == 1:
        print(f"{offender}: killed {over[run_result.end] * 1000:.1f} ms after its deadline")
        assert Decimal(0) <= over[run_result.end] < LATEST


def play_next_game(program: Program, isolation: IsolationLevel) -> None:
    """Two honest bots play to the end, and nothing of the game before is left."""
    honest = Program("honest", built_c(HERE / "honest.c"))
    played = against_honest(honest, isolation, start=start(Decimal(5)))
    assert (played.verdict.reason, len(played.turns)) == ("far-row", 5)
    assert left_of(program) == []
    assert notes() == []


@pytest.mark.parametrize(("offender", "isolation"), present(on_isolation_levels(ALL, WHY_NOT)))
def test_an_offender_gets_its_verdict(
    offender: Offender, isolation: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OFFENDER_SECRET", "what the bot must not know")
    with listening() as port:
        program = program_of(offender, tmp_path, port)
        offender = offender.on(isolation)
        check(offender, against_honest(program, isolation, **offender.setting))
    play_next_game(program, isolation)


@needs_sandbox
@pytest.mark.parametrize("offender", BARE, ids=str)
def test_without_a_sandbox_the_verdict_is_the_same(offender: Offender, tmp_path: Path) -> None:
    program = program_of(offender, tmp_path)
    check(offender, against_honest(program, IsolationLevel.NONE, **offender.setting))
    play_next_game(program, IsolationLevel.NONE)


@pytest.mark.parametrize(
    ("offender", "isolation"), present(on_isolation_levels(IN_NO_ACCOUNT, WHY_NOT))
)
def test_without_a_control_group_the_verdict_is_the_same(
    offender: Offender, isolation: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.sandbox.keeper_start.group", lambda _: nullcontext(Group()))
    program = program_of(offender, tmp_path)
    check(offender, against_honest(program, isolation, **offender.setting))


def test_there_are_offenders_of_every_sort() -> None:
    assert len(ALL) >= 40
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == {str(each) for each in ALL}

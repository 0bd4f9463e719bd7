"""Tests of the plain runner with honest bots and offenders."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from referee.sandbox import keeper_link
from referee.sandbox.isolation_levels import IsolationLevel
from tests.class_bots import ClassBot, bot_cases
from tests.full_load import FULL
from tests.present import present
from tests.referee.offending import Offender, game_against_honest, program_of
from tests.referee.test_honest_bots import ALL, play_games
from tests.referee.test_offenders import BARE, check_verdict, play_next_game

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="they are written for Linux")

QUICK_TO_TEST = {
    *("awk", "bash-many-processes", "c-forks", "c-prints-much", "c-threads", "cpp-streams"),
    *("perl", "python-decimal", "python-imports", "python-processes", "python-sleeps"),
}
NOT_SEEN = {
    "children-unwaited",  # The time of ended children is in no account if nobody waited for them.
    "memory-hog-many",  # Memory is limited, and known, for each process.
    "memory-of-a-thread",  # It takes less than a bot's peak must be to differ from the referee's.
}
"""Offenders whose offence no system reports by itself."""
MEMORY = 512
"""MiB that offenders by memory may take: more than the referee itself, below which none is seen."""


def as_seen(offender: Offender) -> Offender:
    """Return the offender with a limit on memory that is seen to be exceeded."""
    if offender.ending != "out-of-memory":
        return offender
    return replace(offender, memory=MEMORY, sentence=f"the {MEMORY} MiB allowed")


@pytest.fixture(autouse=True)
def without_keeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the keeper in C, as on a system that has none."""
    monkeypatch.setattr(keeper_link, "is_built", lambda: False)


@pytest.mark.parametrize(
    ("bot", "isolation"),
    present(
        bot_cases(
            (bot for bot in ALL if FULL or bot.name in QUICK_TO_TEST),
            [IsolationLevel.NONE],
        )
    ),
)
def test_an_honest_bot_plays_to_the_end(bot: ClassBot, isolation: IsolationLevel) -> None:
    play_games(bot, isolation=isolation)


@pytest.mark.parametrize(
    "offender", [as_seen(offender) for offender in BARE if offender.name not in NOT_SEEN], ids=str
)
def test_an_offender_gets_its_verdict(offender: Offender, tmp_path: Path) -> None:
    program = program_of(offender, tmp_path)
    played = game_against_honest(program, IsolationLevel.NONE, **offender.setting)
    check_verdict(offender, played)
    most = offender.setting["judging"].timing.allowance(offender.left).own
    assert played.turns[-1].run_result.wall < most + 5
    play_next_game(program, IsolationLevel.NONE)


def test_the_bots_to_test_exist() -> None:
    assert {each.name for each in ALL} >= QUICK_TO_TEST
    assert {offender.name for offender in BARE} >= NOT_SEEN

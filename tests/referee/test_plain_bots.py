"""Tests of the keeper in plain Python with honest bots and offenders."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from referee.sandbox import keeper_link
from referee.sandbox.isolation_levels import IsolationLevel
from tests.class_bots import ClassBot, bot_cases
from tests.present import present
from tests.referee.offending import Offender, game_against_honest, program_of
from tests.referee.test_honest_bots import ALL, play_games
from tests.referee.test_offenders import BARE, check, play_next_game

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="they are written for Linux")

QUICK_TO_TEST = {
    *("awk", "bash-many-processes", "c-forks", "c-prints-much", "c-threads", "cpp-streams"),
    *("perl", "python-decimal", "python-imports", "python-processes", "python-sleeps"),
}


@pytest.fixture(autouse=True)
def without_keeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the keeper in C, as on a system that has none."""
    monkeypatch.setattr(keeper_link, "is_built", lambda: False)


@pytest.mark.parametrize(
    ("bot", "isolation"),
    present(
        bot_cases(
            (bot for bot in ALL if os.environ.get("FULL_LOAD") or bot.name in QUICK_TO_TEST),
            [IsolationLevel.NONE],
        )
    ),
)
def test_an_honest_bot_plays_to_the_end(bot: ClassBot, isolation: IsolationLevel) -> None:
    play_games(bot, isolation=isolation)


@pytest.mark.parametrize("offender", BARE, ids=str)
def test_an_offender_gets_its_verdict(offender: Offender, tmp_path: Path) -> None:
    program = program_of(offender, tmp_path)
    check(offender, game_against_honest(program, IsolationLevel.NONE, **offender.setting))
    play_next_game(program, IsolationLevel.NONE)


def test_all_bots_to_test_exist() -> None:
    assert {each.name for each in ALL} >= QUICK_TO_TEST

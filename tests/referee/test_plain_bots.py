"""The runner in plain Python plays innocents to the end, and sees through offenders."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from referee.sandbox import keeper_link
from referee.sandbox.isolation_levels import IsolationLevel
from tests.class_bots import ClassBot, playing_on
from tests.present import present
from tests.referee.offending import Offender, against_honest, program_of
from tests.referee.test_innocents import ALL, play_games
from tests.referee.test_offenders import BARE, check, play_next_game

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="they are written for Linux")

EVERY_DAY = {
    *("awk", "bash-many-processes", "c-forks", "c-prints-much", "c-threads", "cpp-streams"),
    *("perl", "python-decimal", "python-imports", "python-processes", "python-sleeps"),
}


@pytest.fixture(autouse=True)
def without_keeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a system for which there is none."""
    monkeypatch.setattr(keeper_link, "is_built", lambda: False)


@pytest.mark.parametrize(
    ("innocent", "isolation"),
    present(
        playing_on(
            (each for each in ALL if os.environ.get("FULL_LOAD") or each.name in EVERY_DAY),
            [IsolationLevel.NONE],
        )
    ),
)
def test_an_innocent_plays_to_the_end(innocent: ClassBot, isolation: IsolationLevel) -> None:
    play_games(innocent, isolation=isolation)


@pytest.mark.parametrize("offender", BARE, ids=str)
def test_an_offender_gets_its_verdict(offender: Offender, tmp_path: Path) -> None:
    program = program_of(offender, tmp_path)
    check(offender, against_honest(program, IsolationLevel.NONE, **offender.setting))
    play_next_game(program, IsolationLevel.NONE)


def test_those_of_every_day_are_there() -> None:
    assert {each.name for each in ALL} >= EVERY_DAY

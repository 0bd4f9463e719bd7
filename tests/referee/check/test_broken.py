"""Each broken bot is told its slip in one sentence, and the worst is not waited for long."""

from __future__ import annotations

from decimal import Decimal
from shutil import which

import pytest

from arena.bots.check_report import cause
from formats.games import all_games
from referee.check import examine
from referee.check.candidate import SIZE_LIMIT, Candidate
from referee.program import MIB
from referee.sandbox.stages import Stage
from tests.formats.games.example_games import DEFAULT
from tests.present import Case, not_here, present
from tests.referee.check.broken_bots import BrokenBot, broken_bots
from tests.referee.needs import WHY_NOT, strongest_here

pytestmark = pytest.mark.xdist_group("checks")

GAME = all_games()[DEFAULT].with_rules(None)
SIZE = SIZE_LIMIT if which("musl-gcc") else 2 * MIB
"""Without musl a static program takes nearly one."""
MOST_TIME = 20
"""Seconds that a bot may run and sleep while it is checked; waiting for a core is not its doing."""


def cases() -> list[Case]:
    return [Case(bot.name, (bot,), _why_not(bot)) for bot in broken_bots()]


def _why_not(bot: BrokenBot) -> str:
    if bot.sandboxed and strongest_here() is Stage.NONE:
        return " and ".join(WHY_NOT.values())
    return not_here(*bot.commands)


@pytest.mark.parametrize("bot", present(cases()))
def test_the_cause_is_named(bot: BrokenBot) -> None:
    stage = strongest_here() if bot.sandboxed else Stage.NONE
    candidate = Candidate(bot.program(), GAME, stage=stage, size_limit=SIZE)
    why = cause(list(examine(candidate)))
    assert why is not None
    assert bot.says in why.en
    assert bot.says_ru in why.ru
    assert bot.says, "an empty sentence would be found in any"
    if "trials" in vars(candidate):
        spent = sum((trial.turn.happened.own for trial in candidate.trials.all), Decimal(0))
        assert spent < MOST_TIME


def test_there_are_enough_of_them() -> None:
    assert len(broken_bots()) >= 30

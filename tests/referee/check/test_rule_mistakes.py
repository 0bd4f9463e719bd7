"""Tests that the check detects every mistake in the rules, and passes a correct bot."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import pytest

from referee.check import examine
from referee.check.checked_bot import CheckedBot
from referee.check.finding import CheckResult, Finding
from referee.program import Program
from referee.sandbox.isolation_levels import IsolationLevel
from tests.referee.check.rule_mistakes import (
    RuleMistake,
    correct_skeletons,
    is_detected,
    positions_of,
    rule_mistakes,
    time_mistakes,
)

pytestmark = pytest.mark.xdist_group("checks")


def failures(mistake: RuleMistake, folder: Path) -> list[Finding]:
    """Return the failed findings of the check of the bot as a program."""
    path = folder / "ivanov"
    path.write_text(mistake.source(), encoding="utf-8")
    path.chmod(0o755)
    checked_bot = CheckedBot(Program("ivanov", path), mistake.game, isolation=IsolationLevel.NONE)
    return [finding for finding in examine(checked_bot) if finding.result is CheckResult.FAILED]


@pytest.mark.parametrize("mistake", rule_mistakes(), ids=str)
def test_a_mistake_is_detected_however_the_bot_chooses(
    mistake: RuleMistake, tmp_path: Path
) -> None:
    with chdir(tmp_path):
        for seed in range(2):
            for choice in mistake.choices:
                assert is_detected(mistake, choice, positions_of(mistake.game), seed)


@pytest.mark.parametrize("mistake", correct_skeletons(), ids=str)
def test_a_correct_bot_passes(mistake: RuleMistake, tmp_path: Path) -> None:
    with chdir(tmp_path):
        for seed in range(3):
            for choice in mistake.choices:
                assert not is_detected(mistake, choice, positions_of(mistake.game), seed)


@pytest.mark.parametrize("mistake", time_mistakes(), ids=str)
def test_a_mistake_in_the_times_fails_the_check(tmp_path: Path, mistake: RuleMistake) -> None:
    assert {finding.check for finding in failures(mistake, tmp_path)} == {"clock"}

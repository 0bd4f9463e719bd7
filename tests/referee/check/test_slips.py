"""A bot that knows one rule wrongly fails the check, whatever it plays; who knows all passes."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import pytest

from referee.check import examine
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, Grade
from referee.program import Program
from referee.sandbox.isolation_levels import IsolationLevel
from tests.referee.check.slipping import WeakMove, honest, is_seen, positions_of, slips, time_slips

pytestmark = pytest.mark.xdist_group("checks")


def failures(slip: WeakMove, folder: Path) -> list[Finding]:
    """What the check of it as a program finds wrong."""
    path = folder / "ivanov"
    path.write_text(slip.source(), encoding="utf-8")
    path.chmod(0o755)
    checked_bot = CheckedBot(Program("ivanov", path), slip.game, isolation=IsolationLevel.NONE)
    return [finding for finding in examine(checked_bot) if finding.grade is Grade.FAILED]


@pytest.mark.parametrize("slip", slips(), ids=str)
def test_a_slip_is_seen_whatever_the_bot_plays(slip: WeakMove, tmp_path: Path) -> None:
    with chdir(tmp_path):
        for seed in range(2):
            for choice in slip.choices:
                assert is_seen(slip, choice, positions_of(slip.game), seed)


@pytest.mark.parametrize("slip", honest(), ids=str)
def test_who_makes_no_slip_passes(slip: WeakMove, tmp_path: Path) -> None:
    with chdir(tmp_path):
        for seed in range(3):
            for choice in slip.choices:
                assert not is_seen(slip, choice, positions_of(slip.game), seed)


@pytest.mark.parametrize("slip", time_slips(), ids=str)
def test_a_slip_in_the_times_fails_the_check(tmp_path: Path, slip: WeakMove) -> None:
    assert {finding.check for finding in failures(slip, tmp_path)} == {"clock"}

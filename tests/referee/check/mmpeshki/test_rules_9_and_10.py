"""Who takes rules 9 and 10 of MMPeshki for each other is told in which position it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.check.slipping import slips
from tests.referee.check.test_slips import failures

pytestmark = pytest.mark.xdist_group("checks")


@pytest.mark.parametrize("name", ["rule-9-reversed", "rule-10-before-rule-9"])
def test_a_slip_fails_the_check_as_a_program_and_is_told(tmp_path: Path, name: str) -> None:
    slip = next(each for each in slips() if (each.name, each.game.name) == (name, "mmpeshki"))
    (finding,) = failures(slip, tmp_path)
    assert finding.check == "moves"
    assert "in this one every move ends the game: " in finding.sentence.en
    assert "в этой любой ход заканчивает партию: " in finding.sentence.ru

"""Test that the check explains a confusion of rules 9 and 10 of MMPeshki."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.check.rule_mistakes import rule_mistakes
from tests.referee.check.test_rule_mistakes import failures

pytestmark = pytest.mark.xdist_group("checks")


@pytest.mark.parametrize("name", ["rule-9-reversed", "rule-10-before-rule-9"])
def test_a_confusion_of_the_rules_fails_the_check_and_is_explained(
    tmp_path: Path, name: str
) -> None:
    mistake = next(m for m in rule_mistakes() if (m.name, m.game.name) == (name, "mmpeshki"))
    (finding,) = failures(mistake, tmp_path)
    assert finding.check == "moves"
    assert "in this one every move ends the game: " in finding.sentence.en
    assert "в этой любой ход заканчивает партию: " in finding.sentence.ru

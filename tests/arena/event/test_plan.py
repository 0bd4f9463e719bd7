"""When an event will be done, at the latest, and whether that is within its evening."""

from __future__ import annotations

from pathlib import Path

from arena.event.plan import plan, seconds_left
from tests.tournaments.events import tournament_in
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL


def test_what_is_left_is_told_until_nothing_is(tmp_path: Path) -> None:
    half = tournament_in(fill(tmp_path / "half", SMALL, most=2))
    (said,) = plan(half, 2, "en")
    assert said.startswith("games left: 4, at most ")
    assert "with 2 at a time" in said
    assert seconds_left(half, 1) == 2 * seconds_left(half, 2) > 4 * 60
    assert list(plan(tournament_in(fill(tmp_path / "whole", SMALL)), 2, "en")) == []

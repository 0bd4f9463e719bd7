"""The events of Virus War that are shipped are by the rules that they are named after."""

from __future__ import annotations

from tests.tournaments.event.test_reader import shipped_events


def test_virus_war_is_played_on_ten_by_ten_and_petersburg_by_its_rules() -> None:
    (classic,) = shipped_events("virus-war").sections
    assert (classic.game.rules_line, classic.size) == ("classic", (10, 10))
    (petersburg,) = shipped_events("petersburg").sections
    assert petersburg.game.rules_line == "petersburg"
    assert petersburg.game.start(petersburg.starts.requests[0]).board.width == 11

"""The event of the class's assignment says what the assignment does."""

from __future__ import annotations

from decimal import Decimal

from referee.check.examiner_machine import MACHINES
from tests.tournaments.event.test_reader import shipped_events
from tournaments.event.auto_format import Conditions, most_seconds, pick_format
from tournaments.standings.scoring import Penalty


def test_the_assignment_to_the_letter() -> None:
    event = shipped_events("mmpeshki-2014")
    assert event.has_secret_seed
    (section,) = event.sections
    limits = section.limits
    assert (section.game.name, section.game.limit) == ("mmpeshki", 60)
    assert limits.time == 30
    assert (limits.program_size, limits.memory) == (500_000, 2**30)
    assert limits.lenient_letters
    assert limits.timing.is_strict
    assert limits.timing.margin + limits.timing.unmeasured < Decimal("0.5")
    assert limits.machine is MACHINES["win7"]
    assert section.hand_in.required == ("sources", "report")
    assert [step.points for step in section.bonuses] == [10, 5, 3]
    assert [step.stage for step in section.bonuses] == [0, 1, 2]
    assert section.scoring.disqualification is Penalty.TOURNAMENT
    assert section.starts.count == 1
    assert section.format.name == "auto"
    conditions = Conditions(
        30, 1, most_seconds(limits, 60), 2, float(section.format.options["evening"])
    )
    assert pick_format(conditions).fits

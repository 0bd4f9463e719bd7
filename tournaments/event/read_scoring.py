"""Reader of the points of games and places, and of the tie-breaks."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from formats.fault import Fault
from tournaments.event import event_faults as faults
from tournaments.event.toml_table import TomlTable
from tournaments.event.toml_values import bonus_step, choice, fraction, listed
from tournaments.standings.scoring import STAGES, BonusStep, Penalty, Points, Removed, Scoring
from tournaments.standings.tie_breaks import TIE_BREAKS

MOST_PLACES = 1000
MOST_POINTS = 1000


def read_scoring(table: TomlTable) -> Scoring:
    usual = Scoring()
    penalties = choice({str(penalty): penalty for penalty in Penalty})
    disqualification = table.take("disqualification", penalties, usual.disqualification)
    removed = table.take(
        "disqualified-games", choice({str(kind): kind for kind in Removed}), usual.removed
    )
    is_valid = not isinstance(penalties(table.get("disqualification")), Fault)
    is_valid_or_missing = is_valid or not table.has("disqualification")
    if (
        is_valid_or_missing
        and table.has("disqualified-games")
        and disqualification is not Penalty.TOURNAMENT
    ):
        table.note(faults.NOBODY_REMOVED(), "disqualified-games")
    return Scoring(_points(table), disqualification, removed, _tie_breaks(table, usual.tie_breaks))


def _points(table: TomlTable) -> Points:
    inner = table.inner("points")
    if inner is None:
        return Points()
    usual, read_points = Points(), fraction(-MOST_POINTS, MOST_POINTS)
    points = Points(
        inner.take("win", read_points, usual.win),
        inner.take("draw", read_points, usual.draw),
        inner.take("loss", read_points, usual.loss),
    )
    inner.close()
    if not points.loss <= points.draw <= points.win or points.loss == points.win:
        table.note(faults.POINTS_ORDER(), "points")
    return points


def _tie_breaks(table: TomlTable, usual: tuple[str, ...]) -> tuple[str, ...]:
    read_names = listed(choice({name: name for name in TIE_BREAKS}), 100)
    names = table.take("tie-breaks", read_names, usual)
    for name in sorted({name for name in names if names.count(name) > 1}):
        table.note(faults.SAME_TIE_BREAK(name=name), "tie-breaks")
    return names


def read_bonuses(table: TomlTable) -> tuple[BonusStep, ...]:
    """Return the bonuses of the places, from the first on."""
    if isinstance(table.get("bonuses"), dict):
        bonuses = _bonuses_of_stages(table)
    else:
        no_bonuses: tuple[BonusStep, ...] = ()
        bonuses = table.take("bonuses", listed(bonus_step, MOST_PLACES), no_bonuses)
    if any(above.points < below.points for above, below in pairwise(bonuses)):
        table.note(faults.RISING_BONUSES(), "bonuses")
    return bonuses


def _bonuses_of_stages(table: TomlTable) -> tuple[BonusStep, ...]:
    """Read the bonuses of the champion, the finalists and so on; a missing one is zero."""
    inner = table.inner("bonuses")
    assert inner is not None, "a table"
    read_points = fraction(0, 1_000_000)
    points = [inner.take(stage, read_points, Fraction(0)) for stage in STAGES]
    inner.close()
    while points and not points[-1]:
        points.pop()
    return tuple(BonusStep(bonus, stage=stage) for stage, bonus in enumerate(points))

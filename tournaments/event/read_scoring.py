"""Reads what games and places are worth, and what decides between equals."""

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
    understood = not isinstance(penalties(table.get("disqualification")), Fault)
    known = understood or not table.has("disqualification")
    if known and table.has("disqualified-games") and disqualification is not Penalty.TOURNAMENT:
        table.note(faults.NOBODY_REMOVED(), "disqualified-games")
    return Scoring(_points(table), disqualification, removed, _tie_breaks(table, usual.tie_breaks))


def _points(table: TomlTable) -> Points:
    inner = table.inner("points")
    if inner is None:
        return Points()
    usual, worth = Points(), fraction(-MOST_POINTS, MOST_POINTS)
    points = Points(
        inner.take("win", worth, usual.win),
        inner.take("draw", worth, usual.draw),
        inner.take("loss", worth, usual.loss),
    )
    inner.close()
    if not points.loss <= points.draw <= points.win or points.loss == points.win:
        table.note(faults.POINTS_ORDER(), "points")
    return points


def _tie_breaks(table: TomlTable, usual: tuple[str, ...]) -> tuple[str, ...]:
    read = listed(choice({name: name for name in TIE_BREAKS}), 100)
    names = table.take("tie-breaks", read, usual)
    for name in sorted({name for name in names if names.count(name) > 1}):
        table.note(faults.SAME_TIE_BREAK(name=name), "tie-breaks")
    return names


def read_bonuses(table: TomlTable) -> tuple[BonusStep, ...]:
    """The bonuses of the places, from the first on."""
    if isinstance(table.get("bonuses"), dict):
        bonuses = _bonuses_of_stages(table)
    else:
        none: tuple[BonusStep, ...] = ()
        bonuses = table.take("bonuses", listed(bonus_step, MOST_PLACES), none)
    if any(above.points < below.points for above, below in pairwise(bonuses)):
        table.note(faults.RISING_BONUSES(), "bonuses")
    return bonuses


def _bonuses_of_stages(table: TomlTable) -> tuple[BonusStep, ...]:
    """Read what the champion, the finalists and so on earn; who is not named earns nothing."""
    inner = table.inner("bonuses")
    assert inner is not None, "a table"
    worth = fraction(0, 1_000_000)
    points = [inner.take(stage, worth, Fraction(0)) for stage in STAGES]
    inner.close()
    while points and not points[-1]:
        points.pop()
    return tuple(BonusStep(each, stage=stage) for stage, each in enumerate(points))

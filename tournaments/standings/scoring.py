"""What games are worth, and what a disqualification costs: the event's choices.

A disqualification always loses its game. What else it costs:

- ``game``: nothing.
- ``match``: the whole match. Each of its games counts as lost, those won before too; games of the
  match that come later are not played.
- ``tournament``: the entrant is out and stands last, earns no bonus and plays no more. What then
  becomes of all his games is told by ``Removed``.

What is *before* and *later* here goes by the order of the schedule, not by the clock: a table is
the same whichever of two games that ran side by side came to its end first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from formats.outcome import Winner


class Penalty(StrEnum):
    GAME = "game"
    MATCH = "match"
    TOURNAMENT = "tournament"


class Removed(StrEnum):
    """What becomes of the games of an entrant who is disqualified from the tournament."""

    LOST = "lost"
    """All are lost, played or not: every opponent has the same of him. The default."""
    ANNULLED = "annulled"
    """None counts, as if he had never entered."""
    STAND = "stand"
    """What he played up to his disqualification stands, the rest is lost."""


@dataclass(frozen=True, slots=True)
class Points:
    """What a win, a draw and a loss are worth."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)

    def of(self, winner: Winner, side: Winner) -> Fraction:
        """What the player of that side earns."""
        if winner == "D":
            return self.draw
        return self.win if winner == side else self.loss


@dataclass(frozen=True, slots=True)
class BonusStep:
    """What some places earn that follow each other."""

    points: Fraction
    places: Fraction = Fraction(1)
    """How many; below 1 it is a share of the entrants, rounded down, but at least one place."""
    stage: int | None = None
    """The stage of the tournament that these places are, as ``STAGES`` counts; the format says how
    many they are.
    """

    def count(self, entrants: int, stages: Sequence[int]) -> int:
        """How many places that are."""
        if self.stage is not None:
            return stages[self.stage]
        share = self.places * entrants if self.places < 1 else self.places
        return max(1, int(share))


STAGES = ("champion", "finalists", "semifinalists", "quarterfinalists")
"""How far somebody has come, from the first place on, as an event file names it."""
_TIMES = " x "


def text_of_bonuses(steps: Sequence[BonusStep]) -> str:
    """Return bonuses as people read them, and as ``bonuses_of_text`` does."""
    return ", ".join(
        f"{STAGES[step.stage]} {step.points}"
        if step.stage is not None
        else f"{step.points}{'' if step.places == 1 else f'{_TIMES}{step.places}'}"
        for step in steps
    )


def bonuses_of_text(text: str) -> tuple[BonusStep, ...]:
    """Return the bonuses of a text that ``text_of_bonuses`` has made. Raises ValueError."""
    return tuple(map(_step, text.split(", "))) if text else ()


def _step(text: str) -> BonusStep:
    stage, _, points = text.rpartition(" ")
    if stage in STAGES:
        return BonusStep(Fraction(points), stage=STAGES.index(stage))
    points, _, places = text.partition(_TIMES)
    return BonusStep(Fraction(points), Fraction(places or 1))


BRACKET = (1, 1, 2, 4)
"""How many places these are in a knockout, where others are no finalists but reach the final."""


def bonuses_of(
    steps: Sequence[BonusStep], entrants: int, stages: Sequence[int] = BRACKET
) -> tuple[Fraction, ...]:
    """What the first place earns, the second and so on; ``stages`` are the places of a format."""
    places = [step.points for step in steps for _ in range(step.count(entrants, stages))]
    has_stages = any(step.stage is not None for step in steps)
    return tuple(places[:entrants] if has_stages else places)


DEFAULT_TIE_BREAKS = (
    "head-to-head",
    "sonneborn-berger",
    "wins",
    "wins-as-second",
    "fewer-disqualifications",
)
"""Whom they leave equal share their places. What an event names itself is another object."""
FORMER_TIE_BREAKS = (*DEFAULT_TIE_BREAKS, "time-used")
"""Those of events that were begun by former versions, and named none."""


@dataclass(frozen=True, slots=True)
class Scoring:
    points: Points = field(default_factory=Points)
    disqualification: Penalty = Penalty.GAME
    removed: Removed = Removed.LOST
    tie_breaks: tuple[str, ...] = DEFAULT_TIE_BREAKS
    """By their names in ``tie_breaks``, the first to decide first."""

    @property
    def costs_more_than_a_game(self) -> bool:
        """Whether who is disqualified loses other games by it."""
        return self.disqualification is not Penalty.GAME

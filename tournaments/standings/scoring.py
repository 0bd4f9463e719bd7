"""Points of games, bonuses of places, and the cost of a disqualification.

A disqualification always loses its game. What else it costs:

- ``game``: nothing.
- ``match``: the whole match. Each of its games counts as lost, those won before too; games of the
  match that come later are not played.
- ``tournament``: the entrant is out and stands last, earns no bonus and plays no more. ``Removed``
  says how the entrant's games count then.

*Before* and *later* mean the order of the schedule, not the time: a table is the same whichever of
two parallel games ended first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from formats.outcome import Winner


class Penalty(StrEnum):
    GAME = "game"
    MATCH = "match"
    TOURNAMENT = "tournament"


class Removed(StrEnum):
    """Rules by which the games of an entrant who is disqualified from the tournament count."""

    LOST = "lost"
    """The default: all games are lost, played or not, so that every opponent gains the same."""
    ANNULLED = "annulled"
    """No game counts, as if the entrant had never entered."""
    STAND = "stand"
    """Games played before the disqualification stand, the rest is lost."""


@dataclass(frozen=True, slots=True)
class Points:
    """Points for a win, a draw and a loss."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)

    def of(self, winner: Winner, side: Winner) -> Fraction:
        """Return the points of the entrant who had ``side``."""
        if winner == "D":
            return self.draw
        return self.win if winner == side else self.loss

    def of_all(self, results: Iterable[tuple[Winner, Winner]]) -> Fraction:
        """Return the points of an entrant, given the winner and the entrant's side of each game."""
        counts = Counter(results)
        return sum((count * self.of(*result) for result, count in counts.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class BonusStep:
    """The bonus of each of some places that follow each other."""

    points: Fraction
    places: Fraction = Fraction(1)
    """Number of places; below 1 a share of the entrants, rounded down, at least one place."""
    stage: int | None = None
    """Index in ``STAGES`` of the stage that these places are; the format gives their number."""

    def count(self, entrants: int, stages: Sequence[int]) -> int:
        """Return the number of places of the step."""
        if self.stage is not None:
            return stages[self.stage]
        share = self.places * entrants if self.places < 1 else self.places
        return max(1, int(share))


STAGES = ("champion", "finalists", "semifinalists", "quarterfinalists")
"""Stages of a tournament by their keys in an event file, from the first place on."""
_TIMES_SIGN = " x "


def text_from_bonuses(steps: Sequence[BonusStep]) -> str:
    """Return bonuses as a readable text, which ``bonuses_from_text`` reads."""
    return ", ".join(
        f"{STAGES[step.stage]} {step.points}"
        if step.stage is not None
        else f"{step.points}{'' if step.places == 1 else f'{_TIMES_SIGN}{step.places}'}"
        for step in steps
    )


def bonuses_from_text(text: str) -> tuple[BonusStep, ...]:
    """Return the bonuses of a text by ``text_from_bonuses``; raise ValueError for another one."""
    return tuple(map(_step_from_text, text.split(", "))) if text else ()


def _step_from_text(text: str) -> BonusStep:
    stage, _, points = text.rpartition(" ")
    if stage in STAGES:
        return BonusStep(Fraction(points), stage=STAGES.index(stage))
    points, _, places = text.partition(_TIMES_SIGN)
    return BonusStep(Fraction(points), Fraction(places or 1))


BRACKET = (1, 1, 2, 4)
"""Numbers of places of the stages in a knockout: the second place is the only other finalist."""


def bonuses_by_place(
    steps: Sequence[BonusStep], entrants: int, stages: Sequence[int] = BRACKET
) -> tuple[Fraction, ...]:
    """Return the bonus of each place; ``stages`` has the numbers of places of the stages."""
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
"""Tie-breaks of an event that names none; it is known by identity, not by equality."""
FORMER_TIE_BREAKS = (*DEFAULT_TIE_BREAKS, "time-used")
"""Tie-breaks of an event that was begun by a former version and named none."""


@dataclass(frozen=True, slots=True)
class Scoring:
    points: Points = field(default_factory=Points)
    disqualification: Penalty = Penalty.GAME
    removed: Removed = Removed.LOST
    tie_breaks: tuple[str, ...] = DEFAULT_TIE_BREAKS
    """Names of tie-breaks, the first to decide first."""

    @property
    def costs_more_than_a_game(self) -> bool:
        """Return whether a disqualification costs other games, too."""
        return self.disqualification is not Penalty.GAME

"""Who met whom with what result: the data of a crosstable."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from tournaments.course import Counted, Course


@dataclass(frozen=True, slots=True)
class Cell:
    """The games of one entrant with another, as the first of them sees them."""

    points: Fraction
    games: tuple[Counted, ...]
    """In the order of the schedule."""


def crosstable(course: Course) -> dict[tuple[str, str], Cell]:
    """The cell of each entrant's row in each opponent's column; of pairs who have met only."""
    met: defaultdict[tuple[str, str], list[Counted]] = defaultdict(list)
    for game in course.counted():
        one, two = game.pairing.match.players
        met[one, two].append(game)
        met[two, one].append(game)
    return {pair: _cell(pair[0], games, course) for pair, games in met.items()}


def _cell(player: str, games: list[Counted], course: Course) -> Cell:
    worth = course.scoring.points.of
    points = sum((worth(game.winner, game.side(player)) for game in games), Fraction(0))
    return Cell(points, tuple(games))

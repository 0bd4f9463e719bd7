"""The score of a match: games won, drawn and lost, and the results of its pairs of games.

Two games from one start, with the players exchanged, are one experiment: a start that favours a
player gives each bot a win. So the results of pairs, not of games, show the strength of the bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TypeAlias


class Result(IntEnum):
    """The result of a game for the first bot, in half points."""

    LOSS = 0
    DRAW = 1
    WIN = 2


Pentanomial: TypeAlias = tuple[int, int, int, int, int]
"""Numbers of pairs that brought the first bot 0, 1/2, 1, 3/2 and 2 points."""


@dataclass(frozen=True, slots=True)
class Score:
    """The results of a match for the first bot."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: Pentanomial = (0, 0, 0, 0, 0)
    half_pairs: Mapping[int, Result] = field(default_factory=dict)
    """Results of pairs of which only one game is finished, by the number of the pair."""

    @property
    def games(self) -> int:
        """Number of finished games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Points of the first bot: one for a win, one half for a draw."""
        return self.wins + self.draws / 2

    def after(self, pair: int, result: Result) -> Score:
        """Return the score after one more game, which belongs to the pair."""
        counted = replace(
            self,
            wins=self.wins + (result is Result.WIN),
            draws=self.draws + (result is Result.DRAW),
            losses=self.losses + (result is Result.LOSS),
        )
        others = {number: r for number, r in self.half_pairs.items() if number != pair}
        if pair not in self.half_pairs:
            return replace(counted, half_pairs={**others, pair: result})
        pairs = list(self.pairs)
        pairs[self.half_pairs[pair] + result] += 1
        a, b, c, d, e = pairs
        return replace(counted, pairs=(a, b, c, d, e), half_pairs=others)

"""A match of two bots: pairs of games, both of a pair from the same start with sides swapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from formats.matrix import Matrix
from referee.game import Setting
from referee.jobs import Finished, Game
from referee.judge import Rules
from referee.program import Program
from referee.score import Result, Score
from referee.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays, and under what; the start of each pair comes with the pair."""

    first: Program
    second: Program
    rules: Rules = field(default_factory=Rules)
    isolated: bool = True

    def games(self, starts: Iterable[Matrix]) -> Iterator[Game]:
        """Two games for each start; the first bot is A in those of even numbers."""
        for pair, start in enumerate(starts):
            for number in (2 * pair, 2 * pair + 1):
                tags = {"Round": f"{pair + 1}.{number % 2 + 1}"}
                setting = Setting(start, self.rules, self.isolated, tags)
                one, other = self.first, self.second
                if number % 2:
                    one, other = other, one
                yield Game(number, {"A": one, "B": other}, setting)

    @staticmethod
    def score(before: Score, finished: Finished) -> Score:
        """The score after one more of the games."""
        number, verdict = finished.game.number, finished.played.verdict
        return before.after(number // 2, _result(number, verdict))


def _result(number: int, verdict: Verdict) -> Result:
    if verdict.winner == "D":
        return Result.DRAW
    first_is = "B" if number % 2 else "A"
    return Result.WIN if verdict.winner == first_is else Result.LOSS

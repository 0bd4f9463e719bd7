"""A match of two bots: pairs of games, both of a pair from the same start with sides swapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from formats.matrix import Matrix, write_matrix
from formats.record import write_record
from referee.bot_game import Played, Setting
from referee.judge import Rules
from referee.match.score import Result, Score
from referee.pool import Finished, GameJob
from referee.program import Program
from referee.sandbox.stages import Stage
from referee.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Match:
    """The two bots and the rules; each pair of games brings its own start."""

    first: Program
    second: Program
    rules: Rules = field(default_factory=Rules)
    stage: Stage | None = None

    def games(self, starts: Iterable[Matrix]) -> Iterator[GameJob]:
        """Two games for each start; the first bot is A in those of even numbers."""
        for pair, start in enumerate(starts):
            for number in (2 * pair, 2 * pair + 1):
                tags = {"Round": f"{pair + 1}.{number % 2 + 1}"}
                setting = Setting(start, self.rules, self.stage, tags)
                one, other = self.first, self.second
                if number % 2:
                    one, other = other, one
                yield GameJob(number, {"A": one, "B": other}, setting)

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


class KeptFile(NamedTuple):
    """A file to be kept: what its name ends with, and its bytes."""

    ending: str
    data: bytes


def kept_files(played: Played) -> Iterator[KeptFile]:
    """The record; and of a bot that lost by what it did: the file it got, the file it made of it,
    and what it printed.
    """  # noqa: D205  # one sentence
    yield KeptFile(".txt", write_record(played.record).encode())
    last = played.turns[-1] if played.turns else None
    if last is None or last.judged.matrix is not None:
        return
    *_, before = played.record.files()
    yield KeptFile("-before.txt", write_matrix(before).encode())
    if last.happened.file.data:
        yield KeptFile("-after.txt", last.happened.file.data)
    if last.happened.printed:
        yield KeptFile("-printed.txt", last.happened.printed)

"""A match of two bots: pairs of games from the same start with the players exchanged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from formats.matrix import Matrix, write_matrix
from formats.record import write_record
from referee.bot_game import PlayedGame, Setting
from referee.judge import JudgingOptions
from referee.match.score import Result, Score
from referee.pool import FinishedGame, GameJob
from referee.program import Program
from referee.sandbox.isolation_levels import IsolationLevel
from referee.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Match:
    """The two bots of a match and the options of judging them; the starts come from elsewhere."""

    first: Program
    second: Program
    judging: JudgingOptions = field(default_factory=JudgingOptions)
    isolation: IsolationLevel | None = None

    def games(self, starts: Iterable[Matrix]) -> Iterator[GameJob]:
        """Yield two games for each start; the first bot is A in those with even numbers."""
        for pair, start in enumerate(starts):
            for number in (2 * pair, 2 * pair + 1):
                tags = {"Round": f"{pair + 1}.{number % 2 + 1}"}
                setting = Setting(start, self.judging, self.isolation, tags)
                a, b = self.first, self.second
                if number % 2:
                    a, b = b, a
                yield GameJob(number, {"A": a, "B": b}, setting)

    @staticmethod
    def score(before: Score, finished: FinishedGame) -> Score:
        """Return the score after one more game."""
        number, verdict = finished.game.number, finished.played.verdict
        return before.after(number // 2, _result(number, verdict))


def _result(number: int, verdict: Verdict) -> Result:
    if verdict.winner == "D":
        return Result.DRAW
    first_is = "B" if number % 2 else "A"
    return Result.WIN if verdict.winner == first_is else Result.LOSS


class SavedFile(NamedTuple):
    """A file of a game to be saved: the ending of its name, and its bytes."""

    ending: str
    data: bytes


def saved_files(played: PlayedGame) -> Iterator[SavedFile]:
    """Yield the record; after an offence also the file before it, the bot's file and its output."""
    yield SavedFile(".txt", write_record(played.record).encode())
    last = played.turns[-1] if played.turns else None
    if last is None or last.judgement.matrix is not None:
        return
    *_, before = played.record.files()
    yield SavedFile("-before.txt", write_matrix(before).encode())
    if last.run_result.file.data:
        yield SavedFile("-after.txt", last.run_result.file.data)
    if last.run_result.printed:
        yield SavedFile("-printed.txt", last.run_result.printed)

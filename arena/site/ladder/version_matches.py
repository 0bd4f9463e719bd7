"""Matches of two versions of a student's bot: queue, games, scores.

They are played in a background worker, a game at a time, on the cores that are left, and not at
all while games that count are played. The author that has used least time is next
(``arena/site/traffic/fair_queue.py``), every few seconds: so a short match does not wait for the
end of a long one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from arena.site.background import BackgroundWorker
from arena.site.errors import Refusal
from arena.site.ladder import texts
from arena.site.submit.check_worker import submissions_to
from arena.site.supervision import begin_task
from arena.site.traffic.fair_queue import FairQueue
from formats.game import StartRequest
from formats.matrix import Matrix, read_matrix
from referee.match import Match
from referee.match.openings import Openings
from referee.match.score import Score
from referee.pool import FinishedGame, GameJob, play_all
from referee.program import Program
from referee.sandbox.core_claims import claimed_cores
from referee.sandbox.isolation_levels import IsolationLevel
from tournaments.event.model import Section
from tournaments.ladder.ladder_players import version_name
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.game_run import entry_from_game
from tournaments.run.setup import starts
from tournaments.standings.match import ScheduledGame, ScheduledMatch
from tournaments.submission import Submissions

GAMES = (10, 20, 40)
"""Numbers of games that a match may have."""
MOST_WAITING = 40
_MOST_KEPT = 200
"""Largest number of finished matches that can still be shown."""
_MOST_PRINTED = 4000
"""Characters of a game's output that are kept."""
_MOST_EVIDENCE = 8000
"""Bytes that are kept of a file that lost a game."""
_SLICE = 10.0
"""Seconds after which another match goes on, once a pair of games is over."""
_LONGEST = 1800.0
"""Seconds after which a slice of a match is given up: it hangs by our own fault."""
_BETWEEN_SEARCHES = 1.0
"""Seconds between two searches for a free core."""


@dataclass(frozen=True, slots=True)
class MatchOrder:
    """Order of a match of two versions of one bot."""

    name: str
    event: Path
    """File of the event."""
    section: str
    title: str
    """Title of event and section."""
    versions: tuple[int, int]
    games: int
    seed: int
    isolation: IsolationLevel
    beside_games: bool = False
    """Permission to go on while games that count are played."""

    @property
    def names(self) -> tuple[str, str]:
        """Names of the two versions."""
        first, second = (version_name(self.name, number) for number in self.versions)
        return first, second


@dataclass(eq=False)
class VersionMatch:
    """A match of two versions, waiting, being played or over."""

    order: MatchOrder
    score: Score = field(default_factory=Score)
    games: dict[int, LedgerGame] = field(default_factory=dict)
    """Games that were played, by their numbers from 0."""
    has_begun: bool = False
    is_over: bool = False
    has_failed: bool = False
    """True if a fault of the site ended the match."""

    @property
    def waits_for_core(self) -> bool:
        """Return whether the match rests because games that count are being played."""
        return not (self.is_over or self.order.beside_games) and bool(claimed_cores())

    def fail(self, _error: Exception) -> None:
        """Mark the match as ended by our own fault."""
        self.has_failed = True

    def take(self, part: Part) -> None:
        """Add games that were played, and their score."""
        self.score = part.score
        self.games |= part.games
        self.is_over = len(self.games) >= self.order.games


class Part(NamedTuple):
    """Games played in one slice of time, and the score after them."""

    score: Score
    games: dict[int, LedgerGame]


class VersionMatches:
    """Matches, of which the last one of each student is kept to be shown."""

    def __init__(self) -> None:
        self.worker = BackgroundWorker()
        self._queue = FairQueue(slots=1)
        self._last: OrderedDict[str, VersionMatch] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def last(self, name: str) -> VersionMatch | None:
        """Return the student's last match."""
        return self._last.get(name)

    def add(self, order: MatchOrder) -> None:
        """Add a match and start its task. Raise Refusal if the student or too many others wait."""
        last = self._last.get(order.name)
        if last and not last.is_over:
            raise Refusal(409, texts.PLAYED_ALREADY)
        if sum(not other.is_over for other in self._last.values()) >= MOST_WAITING:
            raise Refusal(503, texts.TOO_MANY_MATCHES, {"retry-after": "120"})
        match = VersionMatch(order)
        self._last[order.name] = match
        self._last.move_to_end(order.name)
        self._forget()
        task = begin_task(self._play(match), "a match of two versions", match.fail)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.worker.close()

    def _forget(self) -> None:
        """Forget the oldest finished matches if too many are kept."""
        over = [name for name, match in self._last.items() if match.is_over]
        for name in over[: max(0, len(self._last) - _MOST_KEPT)]:
            del self._last[name]

    async def _play(self, match: VersionMatch) -> None:
        """Play the match part by part, each when its turn has come."""
        try:
            while not match.is_over:
                async with self._queue.slot(match.order.name):
                    while match.waits_for_core:
                        await asyncio.sleep(_BETWEEN_SEARCHES)
                    match.has_begun = True
                    work = partial(play_part, match.order, match.score, frozenset(match.games))
                    match.take((await self.worker.run(work, _LONGEST))[0])
        finally:
            match.is_over = True


def play_part(order: MatchOrder, score: Score, played: frozenset[int]) -> Part:
    """Play games for some seconds, and then to the end of the pair."""
    section, submissions = section_and_submissions(order)
    programs = [_program(order, submissions, number) for number in order.versions]
    match = Match(programs[0], programs[1], section.limits.judging, order.isolation)
    part = Part(score, {})
    games = islice(match.games(_starts(order, section)), order.games)
    due = _until_slice_ends(game for game in games if game.number not in played)
    with closing(
        play_all(due, 1, gives_way=True, beside_games=order.beside_games)
    ) as finished_games:
        for finished in finished_games:
            entry = _ledger_game(order, finished)
            part = Part(
                match.score(part.score, finished), {**part.games, finished.game.number: entry}
            )
    return part


def section_and_submissions(order: MatchOrder) -> tuple[Section, Submissions]:
    """Return section and submissions of the match. Raise LookupError if the event is gone."""
    submissions = submissions_to(order.event, order.section)
    if isinstance(submissions, Submissions):
        return submissions.section, submissions
    raise LookupError(f"there is no section {order.section} any more")


def _program(order: MatchOrder, submissions: Submissions, number: int) -> Program:
    """Return the program of the version. Raise LookupError if it is gone."""
    for version in submissions.versions():
        if (version.name, version.number) == (order.name, number):
            return Program(version_name(order.name, number), submissions.program(version))
    raise LookupError(f"there is no version {number} of {order.name}")


def _until_slice_ends(games: Iterator[GameJob]) -> Iterator[GameJob]:
    """Yield games until the slice is over and a pair is complete."""
    end = monotonic() + _SLICE
    for number, game in enumerate(games):
        if number % 2 == 0 and number and monotonic() > end:
            return
        yield game


def _starts(order: MatchOrder, section: Section) -> Iterator[Matrix]:
    """Yield the event's own starts, and then others.

    From one start the same game may be played again.
    """
    start_texts = [text for text in starts(section, order.event.parent) if isinstance(text, str)]
    matrices = (read_matrix(text.encode(), limit=section.game.limit).matrix for text in start_texts)
    own = [matrix for matrix in matrices if matrix is not None]
    openings = Openings(order.seed)
    others = openings.of_game(section.game, StartRequest(section.size), section.limits.time)
    first = next(others)  # the game's own, as it may be among the event's
    is_known = any(matrix.position == first.position for matrix in own)
    return chain(own, [] if is_known else [first], others)


def _ledger_game(order: MatchOrder, finished: FinishedGame) -> LedgerGame:
    """Return the game as a ledger holds it, without what is too large to be kept in memory."""
    pair, leg = divmod(finished.game.number, 2)
    match = ScheduledMatch(pair + 1, pair + 1, *order.names)
    game = ScheduledGame(finished.game.number + 1, match, pair, swapped=bool(leg))
    entry = entry_from_game(order.section, game, finished)
    characters_left, printed = _MOST_PRINTED, []
    for chunk in entry.printed:
        printed.append(replace(chunk, text=chunk.text[:characters_left]))
        characters_left -= len(chunk.text)
        if characters_left <= 0:
            break
    evidence = entry.evidence and entry.evidence[:_MOST_EVIDENCE]
    return replace(entry, printed=tuple(printed), evidence=evidence)

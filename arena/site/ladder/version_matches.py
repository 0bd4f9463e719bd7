"""Matches of two versions of one's own bot: who waits for one, who has one, and how they stand.

They are played in a process beside the site's, a game at a time, on what everything else leaves of
the cores, and not at all while games that count are played. Whoever has used least is next
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

from arena.site.errors import Refusal
from arena.site.ladder import texts as words
from arena.site.submit.check_worker import entry_to
from arena.site.supervision import begin_task
from arena.site.traffic.fair_queue import FairQueue
from arena.site.watch.background import BackgroundProcess
from formats.game import StartRequest
from formats.matrix import Matrix, read_matrix
from referee.match import Match
from referee.match.openings import Openings
from referee.match.score import Score
from referee.pool import Finished, GameJob, play_all
from referee.program import Program
from referee.sandbox.core_claims import claimed_cores
from referee.sandbox.stages import Stage
from tournaments.event.model import Section
from tournaments.ladder.ladder_players import version_name
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.event_run import entry_of
from tournaments.run.setup import starts
from tournaments.standings.meeting import Meeting, ScheduledGame
from tournaments.submission import Submissions

GAMES = (10, 20, 40)
"""How many games a match may have."""
MOST_WAITING = 40
_MOST_KEPT = 200
"""Matches that are over and can still be looked at."""
_MOST_PRINTED = 4000
"""Characters that are kept of what was printed in a game."""
_MOST_EVIDENCE = 8000
"""Bytes that are kept of a file that lost one."""
_SLICE = 10.0
"""Seconds after which another's match goes on, once a pair of games is over."""
_LONGEST = 1800.0
"""Seconds after which such a part of a match is given up: it hangs by a fault of ours."""
_LOOK = 1.0
"""Seconds between two looks for a core."""


@dataclass(frozen=True, slots=True)
class MatchOrder:
    """Two versions of a name, and how often they are to meet."""

    name: str
    event: Path
    """The file of the event."""
    section: str
    title: str
    """Of both, as people call them."""
    versions: tuple[int, int]
    games: int
    seed: int
    stage: Stage
    beside_games: bool = False
    """Whether it goes on while games that count are played."""

    @property
    def names(self) -> tuple[str, str]:
        first, second = (version_name(self.name, number) for number in self.versions)
        return first, second


@dataclass(eq=False)
class VersionMatch:
    order: MatchOrder
    score: Score = field(default_factory=Score)
    games: dict[int, LedgerGame] = field(default_factory=dict)
    """Those that were played, by their numbers from 0."""
    has_begun: bool = False
    is_over: bool = False
    has_failed: bool = False
    """Whether a fault of ours has ended it."""

    @property
    def waits_for_core(self) -> bool:
        """Whether games that count are being played, so that it does not go on."""
        return not (self.is_over or self.order.beside_games) and bool(claimed_cores())

    def fail(self, _error: Exception) -> None:
        """Mark the match as ended by a fault of ours."""
        self.has_failed = True

    def take(self, part: Part) -> None:
        """Takes in what was played of it."""
        self.score = part.score
        self.games |= part.games
        self.is_over = len(self.games) >= self.order.games


class Part(NamedTuple):
    """What was played in one go, and the score after it."""

    score: Score
    games: dict[int, LedgerGame]


class VersionMatches:
    """All of them; the last one of each name is kept to be shown."""

    def __init__(self) -> None:
        self.process = BackgroundProcess()
        self._queue = FairQueue(places=1)
        self._last: OrderedDict[str, VersionMatch] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def last(self, name: str) -> VersionMatch | None:
        return self._last.get(name)

    def add(self, order: MatchOrder) -> None:
        """One more. Raises Refusal."""
        last = self._last.get(order.name)
        if last and not last.is_over:
            raise Refusal(409, words.PLAYED_ALREADY)
        if sum(not one.is_over for one in self._last.values()) >= MOST_WAITING:
            raise Refusal(503, words.TOO_MANY_MATCHES, {"retry-after": "120"})
        one = VersionMatch(order)
        self._last[order.name] = one
        self._last.move_to_end(order.name)
        self._forget()
        task = begin_task(self._play(one), "a match of two versions", one.fail)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.process.close()

    def _forget(self) -> None:
        over = [name for name, one in self._last.items() if one.is_over]
        for name in over[: max(0, len(self._last) - _MOST_KEPT)]:
            del self._last[name]

    async def _play(self, one: VersionMatch) -> None:
        """Plays it, part by part, each when it is its turn."""
        try:
            while not one.is_over:
                async with self._queue.turn(one.order.name):
                    while one.waits_for_core:
                        await asyncio.sleep(_LOOK)
                    one.has_begun = True
                    work = partial(play_part, one.order, one.score, frozenset(one.games))
                    one.take((await self.process.do(work, _LONGEST))[0])
        finally:
            one.is_over = True


def play_part(order: MatchOrder, score: Score, played: frozenset[int]) -> Part:
    """Plays on for a while: what is begun then is played to the end of its pair."""
    section, entry = place_of(order)
    programs = [_program(order, entry, number) for number in order.versions]
    match = Match(programs[0], programs[1], section.limits.rules, order.stage)
    part = Part(score, {})
    games = islice(match.games(_starts(order, section)), order.games)
    due = _for_a_while(one for one in games if one.number not in played)
    with closing(
        play_all(due, 1, gives_way=True, beside_games=order.beside_games)
    ) as finished_games:
        for finished in finished_games:
            entered = _entered(order, finished)
            part = Part(
                match.score(part.score, finished), {**part.games, finished.game.number: entered}
            )
    return part


def place_of(order: MatchOrder) -> tuple[Section, Submissions]:
    """Where it is played. Raises LookupError where the event has gone meanwhile."""
    entry = entry_to(order.event, order.section)
    if isinstance(entry, Submissions):
        return entry.section, entry
    raise LookupError(f"there is no section {order.section} any more")


def _program(order: MatchOrder, entry: Submissions, number: int) -> Program:
    """Raises LookupError."""
    for version in entry.versions():
        if (version.name, version.number) == (order.name, number):
            return Program(version_name(order.name, number), entry.program(version))
    raise LookupError(f"there is no version {number} of {order.name}")


def _for_a_while(games: Iterator[GameJob]) -> Iterator[GameJob]:
    end = monotonic() + _SLICE
    for number, game in enumerate(games):
        if number % 2 == 0 and number and monotonic() > end:
            return
        yield game


def _starts(order: MatchOrder, section: Section) -> Iterator[Matrix]:
    """The event's own, and then others: from the same one, the same game may be played again."""
    texts = [one for one in starts(section, order.event.parent) if isinstance(one, str)]
    found = (read_matrix(text.encode(), limit=section.game.limit).matrix for text in texts)
    own = [one for one in found if one is not None]
    openings = Openings(order.seed)
    others = openings.of_game(section.game, StartRequest(section.size), section.limits.time)
    first = next(others)  # the game's own, as it may be among the event's
    is_known = any(one.position == first.position for one in own)
    return chain(own, [] if is_known else [first], others)


def _entered(order: MatchOrder, finished: Finished) -> LedgerGame:
    """As a game of an event is told of; but no more of it is kept in memory than is shown."""
    pair, leg = divmod(finished.game.number, 2)
    meeting = Meeting(pair + 1, pair + 1, *order.names)
    game = ScheduledGame(finished.game.number + 1, meeting, pair, swapped=bool(leg))
    entry = entry_of(order.section, game, finished)
    left, printed = _MOST_PRINTED, []
    for one in entry.printed:
        printed.append(replace(one, text=one.text[:left]))
        left -= len(one.text)
        if left <= 0:
            break
    evidence = entry.evidence and entry.evidence[:_MOST_EVIDENCE]
    return replace(entry, printed=tuple(printed), evidence=evidence)

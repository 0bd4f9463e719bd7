"""The engine of scheduled games: it hands them to workers and enters each in a ledger when it ends.

An event and a ladder are its two sources of games: a subclass of ``GameRun`` says which game comes
next. The next games follow from the ledger alone. So a run may be stopped at any time in any way:
it goes on where the ledger ends, and a game that was in play then is played again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import count
from typing import NamedTuple, Self, TypeAlias

from formats.game import Player, Position, player_of
from formats.matrix import Matrix
from formats.record import changes_between, write_record
from referee.bot_game import PlayedGame, Setting
from referee.pool import FinishedGame, GameJob, JobResult, Watcher, play_batches
from referee.program import Program
from referee.sandbox.core_claims import claimed_cores
from referee.turn import Turn
from tournaments.entrants.enrolment import BotVersion
from tournaments.event.model import Section
from tournaments.ledger.chain import Head
from tournaments.ledger.ledger_game import LedgerGame, Printed
from tournaments.run.live import Feed
from tournaments.run.setup import OpenEvent
from tournaments.standings.match import ScheduledGame


@dataclass(frozen=True, slots=True)
class LedgerJob(GameJob):
    """A game to be played for the ledger."""

    section: str
    scheduled_game: ScheduledGame
    attempt: int = 0
    """Number of times that the game was played and annulled."""


class PlannedGame(NamedTuple):
    """A game that can be played now."""

    section: Section
    scheduled_game: ScheduledGame
    start: Matrix
    bots: tuple[BotVersion, BotVersion]
    """Bots that have A and B."""
    attempt: int = 0
    """Number of times that the game was played and annulled."""


ResultBatch: TypeAlias = list[JobResult[LedgerJob, LedgerGame]]
"""Games that have ended together."""


class GameWorkers(NamedTuple):
    """Workers that play games in parallel, on this machine or on a cluster."""

    play: Callable[
        [Iterable[LedgerJob], Watcher[LedgerJob] | None], Generator[ResultBatch, None, None]
    ]
    """Function that plays games; the watcher learns of games on this machine only."""
    parallel_games: int
    """Number of games in parallel."""
    is_busy: Callable[[], bool] = lambda: False
    """Return whether other games use the cores, so that no game may begin now."""


def local_workers(parallel_games: int) -> GameWorkers:
    """Return workers on this machine."""
    return GameWorkers(
        lambda games, watcher: play_batches(games, ledger_game, parallel_games, watcher),
        parallel_games,
    )


def workers_on_idle_cores(parallel_games: int) -> GameWorkers:
    """Return workers on this machine that stop when games of events are played."""
    return GameWorkers(
        lambda games, watcher: play_batches(
            games, ledger_game, parallel_games, watcher, gives_way=True
        ),
        parallel_games,
        lambda: bool(claimed_cores()),
    )


class GameRun(ABC):
    """An iterator of the games that can be played now; nobody else writes into its ledger.

    The iterator may be exhausted and yield more after further games have ended.
    """

    def __init__(self, open_event: OpenEvent, title: str) -> None:
        """Take the title of the event, which is written into the records."""
        self._ledger, self._store = open_event
        self._title = title
        self._in_play: dict[int, LedgerJob] = {}
        self._numbers = count(1)
        self._programs: dict[tuple[str, str, tuple[str, ...]], Program] = {}

    @abstractmethod
    def _next_game(self) -> PlannedGame | None:
        """Return a game that is neither entered nor in play; None if there is none now."""

    @abstractmethod
    def _take(self, entry: LedgerGame, head: Head) -> None:
        """Apply a game that was entered, with the ledger's new head, to the run's state."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> LedgerJob:
        planned = self._next_game()
        if planned is None:
            raise StopIteration
        job = self._job(next(self._numbers), planned)
        self._in_play[job.number] = job
        return job

    @property
    def is_playing(self) -> bool:
        """Return whether games are in play."""
        return bool(self._in_play)

    def enter(self, batch: ResultBatch) -> list[LedgerGame]:
        """Enter games that have ended; they are on the disk on return."""
        entries = [
            replace(ended.result, voided=ended.result.voided + ended.killed)
            if ended.killed
            else ended.result
            for ended in batch
        ]
        heads = self._ledger.enter(*entries)
        for ended, entry, head in zip(batch, entries, heads, strict=True):
            del self._in_play[ended.game.number]
            self._take(entry, head)
        return entries

    def play(
        self, workers: GameWorkers, feed: Feed | None = None
    ) -> Generator[LedgerGame, None, None]:
        """Play the games and yield each entry; ``feed`` shows the games in play."""
        with closing(workers.play(self, feed.watch if feed else None)) as batches:
            for batch in batches:
                entries = self.enter(batch)
                if feed:
                    for ended in batch:
                        feed.remove(ended.game)
                yield from entries

    def _program(self, bot: BotVersion) -> Program:
        """Return the bot's program, which is the same in all its games."""
        key = bot.name, bot.sha256, bot.arguments
        if key not in self._programs:
            self._programs[key] = bot.program(self._store)
        return self._programs[key]

    def _job(self, number: int, planned: PlannedGame) -> LedgerJob:
        section, scheduled_game = planned.section, planned.scheduled_game
        tags = {
            "Event": self._title,
            "Section": section.name,
            "Game": str(scheduled_game.number),
            "Round": str(scheduled_game.match.round),
        }
        limits = section.limits
        setting = Setting(planned.start, limits.judging, limits.isolation, tags)
        first, second = map(self._program, planned.bots)
        programs: dict[Player, Program] = {"A": first, "B": second}
        return LedgerJob(number, programs, setting, section.name, scheduled_game, planned.attempt)


def ledger_game(finished: FinishedGame) -> LedgerGame:
    """Return the entry for a finished game, made by the worker that has played it."""
    job = finished.game
    assert isinstance(job, LedgerJob), "the games of an event or a ladder"
    return entry_from_game(job.section, job.scheduled_game, finished, job.attempt)


def entry_from_game(
    section: str, scheduled_game: ScheduledGame, finished: FinishedGame, attempt: int = 0
) -> LedgerGame:
    """Return the ledger's entry for a game that has ended."""
    played_game = finished.played
    return LedgerGame(
        section=section,
        id=scheduled_game.id,
        number=scheduled_game.number,
        round=scheduled_game.match.round,
        start=scheduled_game.start,
        first=scheduled_game.first,
        second=scheduled_game.second,
        winner=played_game.verdict.winner,
        ending=played_game.verdict.ending,
        sentence=played_game.verdict.sentence,
        seconds=(_seconds(played_game, "A"), _seconds(played_game, "B")),
        half_moves=len(played_game.record.moves),
        record=write_record(played_game.record),
        changes=changes_between(_positions(played_game)),
        printed=tuple(_printed(played_game)),
        evidence=_evidence(played_game),
        attempt=attempt,
        voided=finished.voided,
        machine=finished.machine,
        began=finished.began,
        ended=finished.ended,
        busy=float(sum(turn.run_result.wall for turn in played_game.turns)),
    )


def _turns(played_game: PlayedGame) -> Iterator[tuple[int, Player, Turn]]:
    """Yield each turn with its half-move and its player."""
    first = played_game.record.start.position.half_move
    for half_move, turn in enumerate(played_game.turns, start=first):
        yield half_move, player_of(half_move), turn


def _positions(played_game: PlayedGame) -> Iterator[Position]:
    """Yield the position at the start and after each half-move."""
    yield played_game.record.start.position
    for turn in played_game.turns:
        if turn.judgement.move and turn.judgement.matrix:
            yield turn.judgement.matrix.position


def _seconds(played_game: PlayedGame, player: Player) -> Decimal:
    """Return the player's time: that of the moves, and processor time of a losing turn."""
    used = Decimal(0)
    for _, mover, turn in _turns(played_game):
        if mover == player:
            used += turn.judgement.move.seconds if turn.judgement.move else turn.run_result.cpu
    return used


def _printed(played_game: PlayedGame) -> Iterator[Printed]:
    for half_move, player, turn in _turns(played_game):
        if turn.run_result.printed:
            text = turn.run_result.printed.decode("utf-8", "replace")
            yield Printed(half_move, player, text)


def _evidence(played_game: PlayedGame) -> bytes | None:
    """Return the file that lost the game for its writer, if there is one."""
    last = played_game.turns[-1] if played_game.turns else None
    if last is None or last.judgement.matrix is not None:
        return None
    return last.run_result.file.data or None

"""The engine of scheduled games: it hands them to workers and enters each in a ledger when it ends.

An event and a ladder are its two sources of games: a subclass of ``GameRun`` says which game comes
next. The next games follow from the ledger alone. So a run may be stopped at any time in any way:
it goes on where the ledger ends, and a game that was in play then is played again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from decimal import Decimal
from itertools import count
from typing import NamedTuple, Self

from formats.game import Player, player_of
from formats.matrix import Matrix
from formats.record import write_record
from referee.bot_game import Played, Setting
from referee.pool import Finished, GameJob, Watcher, play_all
from referee.sandbox.core_claims import claimed_cores
from referee.turn import Turn
from tournaments.entrants.enrolment import BotVersion
from tournaments.event.model import Section
from tournaments.ledger.chain import Head
from tournaments.ledger.ledger_game import LedgerGame, Printed
from tournaments.run.live import Feed
from tournaments.run.setup import OpenEvent
from tournaments.standings.meeting import ScheduledGame


class PlannedGame(NamedTuple):
    """A game that can be played now."""

    section: Section
    pairing: ScheduledGame
    start: Matrix
    bots: tuple[BotVersion, BotVersion]
    """Bots that have A and B."""
    attempt: int = 0
    """Number of times that the game was played and annulled."""


class GameWorkers(NamedTuple):
    """Workers that play games in parallel, on this machine or on a cluster."""

    play: Callable[[Iterable[GameJob], Watcher | None], Generator[Finished, None, None]]
    """Function that plays games; the watcher learns of games on this machine only."""
    at_once: int
    """Number of games in parallel."""
    is_busy: Callable[[], bool] = lambda: False
    """Return whether other games use the cores, so that no game may begin now."""


def local_workers(at_once: int) -> GameWorkers:
    """Return workers on this machine."""
    return GameWorkers(lambda games, watcher: play_all(games, at_once, watcher), at_once)


def workers_on_idle_cores(at_once: int) -> GameWorkers:
    """Return workers on this machine that stop when games of events are played."""
    return GameWorkers(
        lambda games, watcher: play_all(games, at_once, watcher, gives_way=True),
        at_once,
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
        self._in_play: dict[int, PlannedGame] = {}
        self._numbers = count(1)

    @abstractmethod
    def _next_game(self) -> PlannedGame | None:
        """Return a game that is neither entered nor in play; None if there is none now."""

    @abstractmethod
    def _take(self, entry: LedgerGame, head: Head) -> None:
        """Apply a game that was entered, with the ledger's new head, to the run's state."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> GameJob:
        planned = self._next_game()
        if planned is None:
            raise StopIteration
        number = next(self._numbers)
        self._in_play[number] = planned
        return self._job(number, planned)

    @property
    def is_playing(self) -> bool:
        """Return whether games are in play."""
        return bool(self._in_play)

    def enter(self, finished: Finished) -> LedgerGame:
        """Enter a game that has ended; it is on the disk on return."""
        planned = self._in_play.pop(finished.game.number)
        entry = entry_from_game(planned.section.name, planned.pairing, finished)
        entry = replace(entry, attempt=planned.attempt)
        self._take(entry, self._ledger.enter(entry))
        return entry

    def play(
        self, workers: GameWorkers, feed: Feed | None = None
    ) -> Generator[LedgerGame, None, None]:
        """Play the games and yield each entry; ``feed`` shows the games in play."""
        watcher = feed.watcher(self.place_of) if feed else None
        with closing(workers.play(self, watcher)) as games:
            for finished in games:
                entry = self.enter(finished)
                if feed:
                    feed.remove(finished.game)
                yield entry

    def place_of(self, game: GameJob) -> tuple[str, ScheduledGame]:
        """Return the section and the pairing of a game that is being played."""
        planned = self._in_play[game.number]
        return planned.section.name, planned.pairing

    def _job(self, number: int, planned: PlannedGame) -> GameJob:
        section, pairing = planned.section, planned.pairing
        tags = {
            "Event": self._title,
            "Section": section.name,
            "Game": str(pairing.number),
            "Round": str(pairing.match.round),
        }
        limits = section.limits
        setting = Setting(planned.start, limits.rules, limits.isolation, tags)
        first, second = (bot.program(self._store) for bot in planned.bots)
        return GameJob(number, {"A": first, "B": second}, setting)


def entry_from_game(section: str, pairing: ScheduledGame, finished: Finished) -> LedgerGame:
    """Return the ledger's entry for a game that has ended."""
    played_game = finished.played
    return LedgerGame(
        section=section,
        id=pairing.id,
        number=pairing.number,
        round=pairing.match.round,
        start=pairing.start,
        first=pairing.first,
        second=pairing.second,
        winner=played_game.verdict.winner,
        ending=played_game.verdict.ending,
        sentence=played_game.verdict.sentence,
        seconds=(_seconds(played_game, "A"), _seconds(played_game, "B")),
        half_moves=len(played_game.record.moves),
        record=write_record(played_game.record),
        printed=tuple(_printed(played_game)),
        evidence=_evidence(played_game),
        voided=finished.voided,
        machine=finished.machine,
        began=finished.began,
        ended=finished.ended,
        busy=float(sum(turn.run_result.wall for turn in played_game.turns)),
    )


def _turns(played_game: Played) -> Iterator[tuple[int, Player, Turn]]:
    """Yield each turn with its half-move and its player."""
    first = played_game.record.start.position.half_move
    for half_move, turn in enumerate(played_game.turns, start=first):
        yield half_move, player_of(half_move), turn


def _seconds(played_game: Played, player: Player) -> Decimal:
    """Return the player's time: that of the moves, and processor time of a losing turn."""
    used = Decimal(0)
    for _, mover, turn in _turns(played_game):
        if mover == player:
            used += turn.judged.move.seconds if turn.judged.move else turn.run_result.cpu
    return used


def _printed(played_game: Played) -> Iterator[Printed]:
    for half_move, player, turn in _turns(played_game):
        if turn.run_result.printed:
            text = turn.run_result.printed.decode("utf-8", "replace")
            yield Printed(half_move, player, text)


def _evidence(played_game: Played) -> bytes | None:
    """Return the file that lost the game for its writer, if there is one."""
    last = played_game.turns[-1] if played_game.turns else None
    if last is None or last.judged.matrix is not None:
        return None
    return last.run_result.file.data or None

"""The run of an event: a source of games to be played, which enters each game when it ends.

The next games follow from the ledger alone. So a run may be stopped at any time in any way: it goes
on where the ledger ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import count
from typing import NamedTuple

from formats.game import Player, player_of
from formats.record import write_record
from referee.bot_game import Played, Setting
from referee.pool import Finished, GameJob
from referee.program import Content, Program
from referee.turn import Turn
from tournaments.ledger.ledger_game import LedgerGame, Printed
from tournaments.run.setup import OpenEvent
from tournaments.run.tournament import SectionState, Tournament, tournament_from_reading
from tournaments.standings.meeting import ScheduledGame


class _Place(NamedTuple):
    """The place of a game: the index of its section, and its pairing."""

    state: int
    pairing: ScheduledGame


class Run:
    """An event that is being played: an iterator of the games that can be played now.

    The iterator may be exhausted and yield more after further games have ended. Nobody else writes
    into the ledger. Raises BadLedger if the ledger is not intact.
    """

    def __init__(self, open_event: OpenEvent) -> None:
        self._ledger, self._store = open_event
        start = tournament_from_reading(self._ledger.resume())
        self.event, self._head = start.event, start.head
        self._sections = list(start.sections)
        self._queue: deque[_Place] = deque()
        self._in_play: dict[int, _Place] = {}
        self._numbers = count(1)
        self._has_new_results = True
        self._games: int | None = None

    @property
    def games(self) -> int:
        """Return the number of games of the event, as far as it is known.

        It is counted again only after a change: counting at each game would take longer and longer.
        """
        if self._games is None:
            self._games = sum(state.games for state in self._sections)
        return self._games

    @property
    def tournament(self) -> Tournament:
        """Return the present state of the tournament."""
        return Tournament(self.event, tuple(self._sections), head=self._head)

    def __iter__(self) -> Run:
        return self

    def __next__(self) -> GameJob:
        if not self._queue and self._has_new_results:
            self._queue.extend(self._to_play())
            self._has_new_results = False
        if not self._queue:
            raise StopIteration
        place = self._queue.popleft()
        number = next(self._numbers)
        self._in_play[number] = place
        return self._game(number, place)

    def enter(self, finished: Finished) -> LedgerGame:
        """Enter a game that has ended; it is on the disk on return."""
        place = self._in_play.pop(finished.game.number)
        state = self._sections[place.state]
        attempt = state.decisions.times_played(place.pairing.id)
        entry = replace(
            entry_from_game(state.section.name, place.pairing, finished), attempt=attempt
        )
        self._head = self._ledger.enter(entry)
        self._sections[place.state] = state.after(entry)
        self._has_new_results = True
        if entry.result.disqualified and state.section.scoring.costs_more_than_a_game:
            self._queue.clear()  # Some of these games may not be played any more.
            self._games = None
        return entry

    def place_of(self, game: GameJob) -> tuple[str, ScheduledGame]:
        """Return the section and the pairing of a game that is being played."""
        place = self._in_play[game.number]
        return self._sections[place.state].section.name, place.pairing

    def _to_play(self) -> Iterator[_Place]:
        """Yield the games that can be played now and have not begun."""
        self._games = None
        begun = {(place.state, place.pairing.id) for place in self._in_play.values()}
        for number, state in enumerate(self._sections):
            for pairing in state.progress.to_play():
                if (number, pairing.id) not in begun:
                    yield _Place(number, pairing)

    def _game(self, number: int, place: _Place) -> GameJob:
        state, pairing = self._sections[place.state], place.pairing
        limits = state.section.limits
        tags = {
            "Event": self.event.title,
            "Section": state.section.name,
            "Game": str(pairing.number),
            "Round": str(pairing.match.round),
        }
        start = state.start_of(pairing.start)
        assert start, "only a format with play-offs has them"
        setting = Setting(start, limits.rules, limits.isolation, tags)
        programs: dict[Player, Program] = {
            "A": self._program(state, pairing.first),
            "B": self._program(state, pairing.second),
        }
        return GameJob(number, programs, setting)

    def _program(self, state: SectionState, name: str) -> Program:
        record = next(record for record in state.enrolled if record.name == name)
        path = self._store.path(record.sha256)
        return Program(name, path, record.arguments, Content(record.sha256, record.size))


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

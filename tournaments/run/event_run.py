"""Plays an event: whatever can be played now is, and each game is entered as it ends.

What is to be played next follows from the ledger alone. So it does not matter how often a run is
stopped, or how: it goes on where the ledger ends.
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
from tournaments.run.tournament import SectionState, Tournament, told_by
from tournaments.standings.meeting import ScheduledGame


class _Place(NamedTuple):
    """Where a game belongs: the number of its state, and its pairing there."""

    state: int
    pairing: ScheduledGame


class Run:
    """An event that is being played; an iterator of the games that can be played now.

    It may have none now, and some when more games have ended. Nobody else writes into its ledger.
    Raises BadLedger if not all of that is whole.
    """

    def __init__(self, kept: OpenEvent) -> None:
        self._ledger, self._store = kept
        start = told_by(self._ledger.take_up())
        self.event, self._head = start.event, start.head
        self._sections = list(start.sections)
        self._waiting: deque[_Place] = deque()
        self._begun: dict[int, _Place] = {}
        self._numbers = count(1)
        self._is_new = True
        self._games: int | None = None

    @property
    def games(self) -> int:
        """How many games there will be in all, as far as is known.

        Counted anew only where that may have changed: with each game it would take longer.
        """
        if self._games is None:
            self._games = sum(state.games for state in self._sections)
        return self._games

    @property
    def tournament(self) -> Tournament:
        """As far as it was played."""
        return Tournament(self.event, tuple(self._sections), head=self._head)

    def __iter__(self) -> Run:
        return self

    def __next__(self) -> GameJob:
        if not self._waiting and self._is_new:
            self._waiting.extend(self._to_play())
            self._is_new = False
        if not self._waiting:
            raise StopIteration
        place = self._waiting.popleft()
        number = next(self._numbers)
        self._begun[number] = place
        return self._game(number, place)

    def enter(self, finished: Finished) -> LedgerGame:
        """Enters a game that was played; when this returns it is on the disk."""
        place = self._begun.pop(finished.game.number)
        state = self._sections[place.state]
        attempt = state.rulings.played(place.pairing.id)
        entry = replace(entry_of(state.section.name, place.pairing, finished), attempt=attempt)
        self._head = self._ledger.enter(entry)
        self._sections[place.state] = state.after(entry)
        self._is_new = True
        if entry.result.disqualified and state.section.scoring.costs_more_than_a_game:
            self._waiting.clear()  # some of it may not be played any more
            self._games = None
        return entry

    def place_of(self, game: GameJob) -> tuple[str, ScheduledGame]:
        """The section and the pairing of a game that is being played."""
        place = self._begun[game.number]
        return self._sections[place.state].section.name, place.pairing

    def _to_play(self) -> Iterator[_Place]:
        """Everything that can be played now and is not begun yet."""
        self._games = None
        begun = {(place.state, place.pairing.id) for place in self._begun.values()}
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
        setting = Setting(start, limits.rules, limits.stage, tags)
        programs: dict[Player, Program] = {
            "A": self._program(state, pairing.first),
            "B": self._program(state, pairing.second),
        }
        return GameJob(number, programs, setting)

    def _program(self, state: SectionState, name: str) -> Program:
        one = next(one for one in state.enrolled if one.name == name)
        path = self._store.path(one.sha256)
        return Program(name, path, one.arguments, Content(one.sha256, one.size))


def entry_of(section: str, pairing: ScheduledGame, finished: Finished) -> LedgerGame:
    played = finished.played
    return LedgerGame(
        section=section,
        id=pairing.id,
        number=pairing.number,
        round=pairing.match.round,
        start=pairing.start,
        first=pairing.first,
        second=pairing.second,
        winner=played.verdict.winner,
        ending=played.verdict.ending,
        sentence=played.verdict.sentence,
        seconds=(_seconds(played, "A"), _seconds(played, "B")),
        half_moves=len(played.record.moves),
        record=write_record(played.record),
        printed=tuple(_printed(played)),
        evidence=_evidence(played),
        voided=finished.voided,
        machine=finished.machine,
        began=finished.began,
        ended=finished.ended,
        busy=float(sum(turn.happened.wall for turn in played.turns)),
    )


def _turns(played: Played) -> Iterator[tuple[int, Player, Turn]]:
    """Each turn with its half-move and who made it."""
    first = played.record.start.position.half_move
    for half_move, turn in enumerate(played.turns, start=first):
        yield half_move, player_of(half_move), turn


def _seconds(played: Played, player: Player) -> Decimal:
    """What the player used: what was charged, and in a turn that ended the game, what it took."""
    used = Decimal(0)
    for _, mover, turn in _turns(played):
        if mover == player:
            used += turn.judged.move.seconds if turn.judged.move else turn.happened.cpu
    return used


def _printed(played: Played) -> Iterator[Printed]:
    for half_move, player, turn in _turns(played):
        if turn.happened.printed:
            text = turn.happened.printed.decode("utf-8", "replace")
            yield Printed(half_move, player, text)


def _evidence(played: Played) -> bytes | None:
    """The file of a bot that lost by it."""
    last = played.turns[-1] if played.turns else None
    if last is None or last.judged.matrix is not None:
        return None
    return last.happened.file.data or None

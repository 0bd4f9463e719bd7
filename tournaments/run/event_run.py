"""The run of an event: the games of its sections, in the order of their schedules."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from tournaments.entrants.enrolment import BotVersion
from tournaments.ledger.chain import Head
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.game_run import GameRun, PlannedGame
from tournaments.run.setup import OpenEvent
from tournaments.run.tournament import SectionState, Tournament, tournament_from_reading
from tournaments.standings.match import ScheduledGame


class Run(GameRun):
    """An event that is being played. Raises BadLedger if the ledger is not intact."""

    def __init__(self, open_event: OpenEvent) -> None:
        tournament = tournament_from_reading(open_event.ledger.resume())
        super().__init__(open_event, tournament.event.title)
        self.event, self._head = tournament.event, tournament.head
        self._sections = {state.section.name: state for state in tournament.sections}
        self._queue: deque[tuple[str, ScheduledGame]] = deque()
        self._has_new_results = True
        self._games: int | None = None

    @property
    def games(self) -> int:
        """Return the number of games of the event, as far as it is known.

        It is counted again only after a change: counting at each game would take longer and longer.
        """
        if self._games is None:
            self._games = sum(state.games for state in self._sections.values())
        return self._games

    @property
    def tournament(self) -> Tournament:
        """Return the present state of the tournament."""
        return Tournament(self.event, tuple(self._sections.values()), head=self._head)

    def _next_game(self) -> PlannedGame | None:
        if not self._queue and self._has_new_results:
            self._queue.extend(self._to_play())
            self._has_new_results = False
        if not self._queue:
            return None
        name, scheduled_game = self._queue.popleft()
        state = self._sections[name]
        start = state.start_of(scheduled_game.start)
        assert start, "only a format with play-offs schedules games on their start position"
        programs = (
            _enrolled_bot(state, scheduled_game.first),
            _enrolled_bot(state, scheduled_game.second),
        )
        attempt = state.decisions.times_played(scheduled_game.id)
        return PlannedGame(state.section, scheduled_game, start, programs, attempt)

    def _to_play(self) -> Iterator[tuple[str, ScheduledGame]]:
        """Yield the games that can be played now and have not begun; forget the number of games."""
        self._games = None
        begun = {(game.section, game.scheduled_game.id) for game in self._in_play.values()}
        for name, state in self._sections.items():
            for scheduled_game in state.progress.to_play():
                if (name, scheduled_game.id) not in begun:
                    yield name, scheduled_game

    def _take(self, entry: LedgerGame, head: Head) -> None:
        self._head = head
        state = self._sections[entry.section].after(entry)
        self._sections[entry.section] = state
        self._has_new_results = True
        if entry.result.disqualified and state.section.scoring.costs_more_than_a_game:
            self._queue.clear()  # Some of these games may not be played any more.
            self._games = None


def _enrolled_bot(state: SectionState, name: str) -> BotVersion:
    return next(record for record in state.enrolled if record.name == name)

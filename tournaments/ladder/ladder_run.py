"""The run of a ladder: it chooses the most informative games, and enters each when it ends.

The next games follow from the ledger, so that a run may be stopped at any time in any way. A game
that was in play then is not in the ledger; its number is used again.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import NamedTuple

from formats.fault import Fault
from formats.game import Player
from formats.matrix import Matrix, read_matrix
from referee.bot_game import Setting
from referee.machine import machine
from referee.pool import Finished, GameJob
from referee.program import Content, Program
from tournaments.entrants.enrolment import Builder, CannotEnrol
from tournaments.event.model import Ladder, Section
from tournaments.event.reader import read_event
from tournaments.ladder import ladder_faults as faults
from tournaments.ladder.ladder_players import (
    LadderEntrant,
    author_of,
    number_of,
    read_ladder_entrants,
    version_name,
)
from tournaments.ladder.ladder_state import LadderState, states_of
from tournaments.ladder.ladder_table import posterior_of
from tournaments.ladder.pairing import Choice, Pairing
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.event_run import entry_from_game
from tournaments.run.setup import EventSource, OpenEvent, starts
from tournaments.standings.meeting import ScheduledGame

_CHECK_INTERVAL = 10.0
"""Least seconds between two checks for new versions."""
_GAMES_FOR_ONE_MORE = 50
"""The strengths are computed again after one more game for each so many games."""


class _PlannedGame(NamedTuple):
    section: str
    pairing: ScheduledGame


class LadderRun:
    """An iterator of the games that can be played now; nobody else writes into its ledger.

    Raises CannotEnrol if the event was changed so that the ladder cannot go on, or BadLedger.
    """

    def __init__(
        self,
        source: EventSource,
        open_event: OpenEvent,
        run: Path,
        build: Builder,
        wanted_games: int | None,
    ) -> None:
        """Take the folder ``run`` of the event, and the number of games to play if limited."""
        self._source, self._run, self._build, self._games_left = source, run, build, wanted_games
        self._ledger, self._store = open_event
        self._ladder = source.event.ladder or Ladder()
        if not open_event.has_begun:
            self._begin()
        reading = self._ledger.resume()
        self.sections = {section.name: section for section in source.event.sections}
        self._starts = self._checked_starts(reading.facts.get("event", ""), reading.starts)
        self.states = states_of(reading, list(self.sections))
        self._pairings: dict[str, tuple[int, Pairing]] = {}
        self._in_play: dict[int, _PlannedGame] = {}
        self._queue: deque[_PlannedGame] = deque()
        self._numbers = count(1)
        self._last_check = 0.0
        self.forget_begun()

    def __iter__(self) -> Iterator[GameJob]:
        return self

    def __next__(self) -> GameJob:
        if self._games_left == 0:
            raise StopIteration
        self._check_versions()
        if not self._queue:
            self._queue.extend(self._choose_meeting())
        if not self._queue:
            raise StopIteration
        if self._games_left is not None:
            self._games_left -= 1
        planned, number = self._queue.popleft(), next(self._numbers)
        self._in_play[number] = planned
        return self._job(number, planned)

    def enter(self, finished: Finished) -> LedgerGame:
        """Enter a game that has ended; it is on the disk on return."""
        section, pairing = self._in_play.pop(finished.game.number)
        entry = entry_from_game(section, pairing, finished)
        self._ledger.enter(entry)
        self.states[section].take(entry)
        return entry

    def forget_begun(self) -> None:
        """Forget the games in play, which will not end; continue half-played meetings first."""
        if self._games_left is not None:
            self._games_left += len(self._in_play)
        self._in_play.clear()
        self._queue.clear()
        self._pairings.clear()
        for state in self.states.values():
            state.forget_begun()
            self._queue.extend(_PlannedGame(state.section, game) for game in state.half_played())

    @property
    def is_playing(self) -> bool:
        """Return whether games are in play."""
        return bool(self._in_play)

    @property
    def is_done(self) -> bool:
        """Return whether the wanted number of games is played."""
        return self._games_left == 0

    def _begin(self) -> None:
        """Record the event file and the start positions."""
        files = {s.name: self._start_files(s) for s in self._source.event.sections}
        self._ledger.begin({"event": self._source.text, "machine": machine()}, [], files)

    def _start_files(self, section: Section) -> list[str]:
        readings = list(starts(section, self._source.folder))
        start_faults = [reading for reading in readings if isinstance(reading, Fault)]
        if start_faults:
            raise CannotEnrol(start_faults)
        return [str(start) for start in readings]

    def _checked_starts(
        self, text: str, recorded: Mapping[str, tuple[str, ...]]
    ) -> dict[str, tuple[Matrix, ...]]:
        """Return the start positions; raise CannotEnrol if rules, limits or starts have changed."""
        event = read_event(text.encode("utf-8", "surrogateescape")).event
        old_sections = {section.name: section for section in event.sections} if event else {}
        starts_by_section: dict[str, tuple[Matrix, ...]] = {}
        for name, section in self.sections.items():
            files, old = self._start_files(section), old_sections.get(name)
            is_same = old and (old.game, old.limits) == (section.game, section.limits)
            if not is_same or tuple(files) != tuple(recorded.get(name, ())):
                folder = ladder_folder(self._run)
                raise CannotEnrol([faults.OTHER_RULES(section=name, folder=folder)])
            read = (read_matrix(text.encode(), limit=section.game.limit).matrix for text in files)
            starts_by_section[name] = tuple(matrix for matrix in read if matrix is not None)
        return starts_by_section

    def _check_versions(self) -> None:
        """Enter versions that have come or gone, if the last check was long enough ago."""
        if time.monotonic() < self._last_check + _CHECK_INTERVAL and self._last_check:
            return
        self._last_check = time.monotonic()
        event, base = self._source.event, self._source.folder
        for name, section in self.sections.items():
            present = read_ladder_entrants(event, section, base, self._run, self._build)
            self._update_versions(self.states[name], present)

    def _update_versions(self, state: LadderState, present: list[LadderEntrant]) -> None:
        for version in present:
            self._store.keep(version.program.data)
        decisions = list(_changes(state, present))
        if not decisions:
            return
        self._ledger.decide(decisions)
        for decision in decisions:
            state.take(decision)
        self._pairings.pop(state.section, None)
        playing = set(state.current.values())
        self._queue = deque(
            game for game in self._queue if set(game.pairing.match.players) <= playing
        )

    def _choose_meeting(self) -> list[_PlannedGame]:
        """Return the two games of the meeting with the most information in all sections."""
        most = self._ladder.meetings
        choices: list[tuple[Choice, str, Pairing]] = []
        for name, state in self.states.items():
            pairing = self._pairing(state)
            choice = pairing and pairing.choose(state.met, most)
            if pairing and choice:
                choices.append((choice, name, pairing))
        if not choices:
            return []
        choice, name, pairing = max(choices, key=lambda entry: entry[0].gain)
        pairing.apply(choice)
        state = self.states[name]
        meeting = state.meeting(choice.first, choice.second)
        return [_PlannedGame(name, game) for game in state.games_of(meeting)]

    def _pairing(self, state: LadderState) -> Pairing | None:
        """Return the pairing by the present games, or by those of not much earlier."""
        if len(state.current) < 2:
            return None
        games = len(state.games)
        games_before, pairing = self._pairings.get(state.section, (-1, None))
        if pairing is None or games > games_before + games_before // _GAMES_FOR_ONE_MORE:
            pairing = Pairing(posterior_of(state), sorted(state.current.values()))
            self._pairings[state.section] = games, pairing
        return pairing

    def _job(self, number: int, planned: _PlannedGame) -> GameJob:
        section, pairing = self.sections[planned.section], planned.pairing
        tags = {
            "Event": self._source.event.title,
            "Section": section.name,
            "Game": str(pairing.number),
            "Round": str(pairing.match.round),
        }
        limits = section.limits
        start = self._starts[section.name][pairing.start]
        programs: dict[Player, Program] = {
            "A": self._program(section.name, pairing.first),
            "B": self._program(section.name, pairing.second),
        }
        return GameJob(number, programs, Setting(start, limits.rules, limits.isolation, tags))

    def _program(self, section: str, version: str) -> Program:
        record = self.states[section].versions[version]
        path = self._store.path(record.sha256)
        return Program(version, path, record.arguments, Content(record.sha256, record.size))


def _changes(state: LadderState, present: list[LadderEntrant]) -> Iterator[Decision]:
    """Yield decisions for versions that join, come back or leave."""
    now, authors = time.time(), set()
    for version in present:
        author = version.program.name
        authors.add(author)
        title, program = _title(state, version), None
        if state.current.get(author) == title:
            continue
        verb = Verb.REINSTATE if title in state.versions else Verb.ADMIT
        if verb is Verb.ADMIT:
            program = version.entrant_program(title, number_of(title) or 0)
        yield Decision(state.section, verb, title, "ladder", now, program=program)
    for author, title in list(state.current.items()):
        if author not in authors:
            yield Decision(state.section, Verb.WITHDRAW, title, "ladder", now)


def _title(state: LadderState, version: LadderEntrant) -> str:
    """Return the name of a version: its earlier name, unless it has another number now."""
    name, known = version.program.name, state.versions
    same = {
        title
        for title, record in known.items()
        if (author_of(title), record.sha256, record.arguments)
        == (name, version.sha256, version.program.arguments)
    }
    if version.is_milestone:
        return name
    if version.number is not None:
        numbered = version_name(name, version.number)
        if numbered in same or numbered not in known:
            return numbered
    if same:
        current = state.current.get(name)
        return current if current in same else max(same, key=lambda title: number_of(title) or 0)
    numbers = [number_of(title) or 0 for title in known if author_of(title) == name]
    return version_name(name, 1 + max([version.number or 0, *numbers]))


def ladder_folder(run: Path) -> Path:
    """Return the hidden folder of the ladder, beside the folder ``run`` of the event."""
    return run.with_name(f".{run.name}.ladder")

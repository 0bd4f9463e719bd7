"""A ladder that is being played: gives out the game that tells most, and enters each as it ends.

What is to be played next follows from the ledger, so that it does not matter how often this is
stopped, or how. A game that was in play then is not in the ledger and never was; its number is
given out again.
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
    Wanted,
    author_of,
    number_of,
    version_name,
    wanted,
)
from tournaments.ladder.ladder_state import LadderState, states_of
from tournaments.ladder.ladder_table import posterior_of
from tournaments.ladder.pairing import Choice, Pairing
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.event_run import entry_of
from tournaments.run.setup import EventSource, OpenEvent, starts
from tournaments.standings.meeting import ScheduledGame

_OFTEN = 10.0
"""Seconds at least between two looks at who should play."""
_SHARE = 50
"""The strengths are worked out anew when there are so small a part more games."""


class _Begun(NamedTuple):
    section: str
    pairing: ScheduledGame


class LadderRun:
    """An iterator of the games that can be played now. Nobody else writes into its ledger.

    Raises CannotEnrol if the event was changed so that the ladder cannot go on, or BadLedger.
    """

    def __init__(
        self, source: EventSource, kept: OpenEvent, run: Path, build: Builder, most: int | None
    ) -> None:
        """``run`` is where the event is kept once it begins; ``most``, if any, how many games."""
        self._source, self._run, self._build, self._left = source, run, build, most
        self._ledger, self._store = kept
        self._ladder = source.event.ladder or Ladder()
        if not kept.has_begun:
            self._begin()
        reading = self._ledger.resume()
        self.sections = {one.name: one for one in source.event.sections}
        self._starts = self._checked(reading.facts.get("event", ""), reading.starts)
        self.states = states_of(reading, list(self.sections))
        self._pairings: dict[str, tuple[int, Pairing]] = {}
        self._begun: dict[int, _Begun] = {}
        self._waiting: deque[_Begun] = deque()
        self._numbers = count(1)
        self._looked = 0.0
        self.forget_begun()

    def __iter__(self) -> Iterator[GameJob]:
        return self

    def __next__(self) -> GameJob:
        if self._left == 0:
            raise StopIteration
        self._look()
        if not self._waiting:
            self._waiting.extend(self._chosen())
        if not self._waiting:
            raise StopIteration
        if self._left is not None:
            self._left -= 1
        begun, number = self._waiting.popleft(), next(self._numbers)
        self._begun[number] = begun
        return self._job(number, begun)

    def enter(self, finished: Finished) -> LedgerGame:
        """Enters a game that was played; when this returns it is on the disk."""
        section, pairing = self._begun.pop(finished.game.number)
        entry = entry_of(section, pairing, finished)
        self._ledger.enter(entry)
        self.states[section].take(entry)
        return entry

    def forget_begun(self) -> None:
        """Games that were given out will not end; what is half played is played first."""
        if self._left is not None:
            self._left += len(self._begun)
        self._begun.clear()
        self._waiting.clear()
        self._pairings.clear()
        for state in self.states.values():
            state.forget_begun()
            self._waiting.extend(_Begun(state.section, game) for game in state.half_played())

    @property
    def is_playing(self) -> bool:
        """Whether games were given out that have not ended."""
        return bool(self._begun)

    @property
    def is_done(self) -> bool:
        """Whether as many games as were asked for are played."""
        return self._left == 0

    def _begin(self) -> None:
        """Writes down by what rules it is played."""
        files = {one.name: self._start_files(one) for one in self._source.event.sections}
        self._ledger.begin({"event": self._source.text, "machine": machine()}, [], files)

    def _start_files(self, section: Section) -> list[str]:
        found = list(starts(section, self._source.base))
        wrong = [one for one in found if isinstance(one, Fault)]
        if wrong:
            raise CannotEnrol(wrong)
        return [str(one) for one in found]

    def _checked(
        self, text: str, kept: Mapping[str, tuple[str, ...]]
    ) -> dict[str, tuple[Matrix, ...]]:
        """The start positions, if games of then and of now can be compared."""
        event = read_event(text.encode("utf-8", "surrogateescape")).event
        before = {one.name: one for one in event.sections} if event else {}
        found: dict[str, tuple[Matrix, ...]] = {}
        for name, section in self.sections.items():
            files, old = self._start_files(section), before.get(name)
            same = old and (old.game, old.limits) == (section.game, section.limits)
            if not same or tuple(files) != tuple(kept.get(name, ())):
                folder = ladder_folder(self._run)
                raise CannotEnrol([faults.OTHER_RULES(section=name, folder=folder)])
            read = (read_matrix(one.encode(), limit=section.game.limit).matrix for one in files)
            found[name] = tuple(one for one in read if one is not None)
        return found

    def _look(self) -> None:
        """Takes in who has come, gone, or handed in another version."""
        if time.monotonic() < self._looked + _OFTEN and self._looked:
            return
        self._looked = time.monotonic()
        event, base = self._source.event, self._source.base
        for name, section in self.sections.items():
            found = wanted(event, section, base, self._run, self._build)
            self._let_in(self.states[name], found)

    def _let_in(self, state: LadderState, found: list[Wanted]) -> None:
        for one in found:
            self._store.keep(one.program.data)
        decisions = list(_changes(state, found))
        if not decisions:
            return
        self._ledger.decide(decisions)
        for decision in decisions:
            state.take(decision)
        self._pairings.pop(state.section, None)
        left = set(state.current.values())
        self._waiting = deque(
            one for one in self._waiting if set(one.pairing.match.players) <= left
        )

    def _chosen(self) -> list[_Begun]:
        """The two games of the meeting that tells most, of all sections."""
        most = self._ladder.meetings
        found: list[tuple[Choice, str, Pairing]] = []
        for name, state in self.states.items():
            pairing = self._pairing(state)
            choice = pairing and pairing.choose(state.met, most)
            if pairing and choice:
                found.append((choice, name, pairing))
        if not found:
            return []
        choice, name, pairing = max(found, key=lambda one: one[0].gain)
        pairing.take(choice)
        state = self.states[name]
        meeting = state.meeting(choice.first, choice.second)
        return [_Begun(name, game) for game in state.games_of(meeting)]

    def _pairing(self, state: LadderState) -> Pairing | None:
        """As of now, or of not much earlier."""
        if len(state.current) < 2:
            return None
        games = len(state.games)
        worked_out, pairing = self._pairings.get(state.section, (-1, None))
        if pairing is None or games > worked_out + worked_out // _SHARE:
            pairing = Pairing(posterior_of(state), sorted(state.current.values()))
            self._pairings[state.section] = games, pairing
        return pairing

    def _job(self, number: int, begun: _Begun) -> GameJob:
        section, pairing = self.sections[begun.section], begun.pairing
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
        return GameJob(number, programs, Setting(start, limits.rules, limits.stage, tags))

    def _program(self, section: str, version: str) -> Program:
        one = self.states[section].versions[version]
        path = self._store.path(one.sha256)
        return Program(version, path, one.arguments, Content(one.sha256, one.size))


def _changes(state: LadderState, found: list[Wanted]) -> Iterator[Decision]:
    """Who joins, who comes back, who goes."""
    now, authors = time.time(), set()
    for one in found:
        author = one.program.name
        authors.add(author)
        title, program = _title(state, one), None
        if state.current.get(author) == title:
            continue
        verb = Verb.REINSTATE if title in state.versions else Verb.ADMIT
        if verb is Verb.ADMIT:
            program = one.enrolled(title, number_of(title) or 0)
        yield Decision(state.section, verb, title, "ladder", now, program=program)
    for author, title in list(state.current.items()):
        if author not in authors:
            yield Decision(state.section, Verb.WITHDRAW, title, "ladder", now)


def _title(state: LadderState, one: Wanted) -> str:
    """What the version is called: as it was, if it was there, and has no other number."""
    name, known = one.program.name, state.versions
    same = {
        title
        for title, kept in known.items()
        if (author_of(title), kept.sha256, kept.arguments)
        == (name, one.sha256, one.program.arguments)
    }
    if one.is_milestone:
        return name
    if one.number is not None:
        wished = version_name(name, one.number)
        if wished in same or wished not in known:
            return wished
    if same:
        current = state.current.get(name)
        return current if current in same else max(same, key=lambda title: number_of(title) or 0)
    numbers = [number_of(title) or 0 for title in known if author_of(title) == name]
    return version_name(name, 1 + max([one.number or 0, *numbers]))


def ladder_folder(run: Path) -> Path:
    """Where the ladder of an event is kept that itself is kept in ``run``; hidden, beside it."""
    return run.with_name(f".{run.name}.ladder")

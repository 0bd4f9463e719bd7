"""The run of a ladder: it chooses the most informative games, and enters each when it ends.

The next games follow from the ledger, so that a run may be stopped at any time in any way. A game
that was in play then is not in the ledger; its number is used again.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

from formats.fault import Fault
from formats.matrix import Matrix, read_matrix
from formats.text import Text
from referee.machine import machine
from referee.program import RefereeError
from tournaments.entrants.enrolment import BotVersion, Builder, CannotEnrol
from tournaments.event.model import Ladder, Section
from tournaments.event.reader import read_event
from tournaments.ladder import ladder_faults as faults
from tournaments.ladder.ladder_players import (
    author_of,
    number_of,
    read_ladder_entrants,
    version_name,
)
from tournaments.ladder.ladder_state import LadderState, states_of
from tournaments.ladder.ladder_table import posterior_of
from tournaments.ladder.pairing import Choice, Pairing
from tournaments.ledger import is_begun
from tournaments.ledger.chain import Head
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.game_run import GameRun, GameWorkers, PlannedGame
from tournaments.run.setup import EventSource, OpenEvent, starts
from tournaments.standings.match import ScheduledGame

_CHECK_INTERVAL = 10.0
"""Least seconds between two checks for new versions."""
_GAMES_PER_NEW_GAME = 50
"""Strengths from n games are computed again after more than n / 50 new games."""


_RETRY_INTERVAL = 0.5
"""Seconds between two checks whether the machine is idle or a new version has come."""
_PAUSE_AFTER_FAULT = 60.0
"""Seconds to wait after a fault of the arena: the machine may be too busy for a while."""
_AWAITS_CORES = Text(
    "waiting: other games are played on this machine, and they go first",
    "ожидание: на этой машине идут другие партии, они важнее",
)
_AWAITS_VERSIONS = Text(
    "waiting for new versions: there is nothing to play now",
    "ожидание новых версий: сейчас играть нечего",
)


class LadderRun(GameRun):
    """A ladder that is being played.

    Raise CannotEnrol if the event was changed so that the ladder cannot go on, or BadLedger.
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
        super().__init__(open_event, source.event.title)
        self._ladder = source.event.ladder or Ladder()
        if not open_event.has_begun:
            self._begin()
        reading = self._ledger.resume()
        self.sections = {section.name: section for section in source.event.sections}
        self._starts = self._checked_starts(reading.facts.get("event", ""), reading.starts)
        self.states = states_of(reading, list(self.sections))
        self._pairings: dict[str, tuple[int, Pairing]] = {}
        self._queue: deque[tuple[str, ScheduledGame]] = deque()
        self._last_check = 0.0
        self.forget_begun()
        self._check_versions()

    def _next_game(self) -> PlannedGame | None:
        if self._games_left == 0:
            return None
        self._check_versions()
        if not self._queue:
            self._queue.extend(self._begin_best_match())
        if not self._queue:
            return None
        if self._games_left is not None:
            self._games_left -= 1
        name, pairing = self._queue.popleft()
        versions = self.states[name].versions
        programs = (versions[pairing.first], versions[pairing.second])
        start = self._starts[name][pairing.start]
        return PlannedGame(self.sections[name], pairing, start, programs)

    def _take(self, entry: LedgerGame, _: Head) -> None:
        self.states[entry.section].take(entry)

    def forget_begun(self) -> None:
        """Forget the games in play, which will not end; continue half-played matches first."""
        if self._games_left is not None:
            self._games_left += len(self._in_play)
        self._in_play.clear()
        self._queue.clear()
        self._pairings.clear()
        for state in self.states.values():
            state.forget_begun()
            self._queue.extend((state.section, game) for game in state.missing_games())

    @property
    def count_of_versions(self) -> int:
        """Return the number of versions that play now."""
        return sum(len(state.current) for state in self.states.values())

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
            matrices = (
                read_matrix(file.encode(), limit=section.game.limit).matrix for file in files
            )
            starts_by_section[name] = tuple(matrix for matrix in matrices if matrix is not None)
        return starts_by_section

    def _check_versions(self) -> None:
        """Admit new versions and withdraw missing ones, if the last check was long enough ago."""
        if time.monotonic() < self._last_check + _CHECK_INTERVAL and self._last_check:
            return
        self._last_check = time.monotonic()
        event, event_folder = self._source.event, self._source.folder
        for name, section in self.sections.items():
            present = read_ladder_entrants(event, section, event_folder, self._run, self._build)
            self._update_versions(self.states[name], present)

    def _update_versions(self, state: LadderState, present: list[BotVersion]) -> None:
        for version in present:
            self._store.keep(version.data)
        decisions = list(_version_decisions(state, present))
        if not decisions:
            return
        self._ledger.decide(decisions)
        for decision in decisions:
            state.take(decision)
        self._pairings.pop(state.section, None)
        playing = set(state.current.values())
        self._queue = deque(
            (section, game)
            for section, game in self._queue
            if section != state.section or set(game.match.entrants) <= playing
        )

    def _begin_best_match(self) -> list[tuple[str, ScheduledGame]]:
        """Begin the match with the most information of all sections; return its two games."""
        most = self._ladder.matches
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
        match = state.begin_next(choice.first, choice.second)
        return [(name, game) for game in state.games_of(match)]

    def _pairing(self, state: LadderState) -> Pairing | None:
        """Return the pairing by strengths that few games have changed since they were computed."""
        if len(state.current) < 2:
            return None
        games = len(state.games)
        games_before, pairing = self._pairings.get(state.section, (-1, None))
        if pairing is None or games > games_before + games_before // _GAMES_PER_NEW_GAME:
            pairing = Pairing(posterior_of(state), sorted(state.current.values()))
            self._pairings[state.section] = games, pairing
        return pairing


def _version_decisions(state: LadderState, present: list[BotVersion]) -> Iterator[Decision]:
    """Yield decisions for versions that join, come back or leave."""
    now, authors = time.time(), set()
    for version in present:
        author = version.name
        authors.add(author)
        name, program = _name_of(state, version), None
        if state.current.get(author) == name:
            continue
        verb = Verb.REINSTATE if name in state.versions else Verb.ADMIT
        if verb is Verb.ADMIT:
            program = version.as_entrant(number_of(name) or 0, name)
        yield Decision(state.section, verb, name, "ladder", now, program=program)
    for author, name in list(state.current.items()):
        if author not in authors:
            yield Decision(state.section, Verb.WITHDRAW, name, "ladder", now)


def _name_of(state: LadderState, version: BotVersion) -> str:
    """Return the name of a version: its earlier name, unless it has another number now."""
    author, versions = version.name, state.versions
    same_program_names = {
        name
        for name, earlier in versions.items()
        if (author_of(name), earlier.sha256, earlier.arguments)
        == (author, version.sha256, version.arguments)
    }
    if version.is_milestone:
        return author
    if version.number is not None:
        numbered = version_name(author, version.number)
        if numbered in same_program_names or numbered not in versions:
            return numbered
    if same_program_names:
        current = state.current.get(author)
        if current in same_program_names:
            return current
        return max(same_program_names, key=lambda name: number_of(name) or 0)
    numbers = [number_of(name) or 0 for name in versions if author_of(name) == author]
    return version_name(author, 1 + max([version.number or 0, *numbers]))


def ladder_folder(run: Path) -> Path:
    """Return the hidden folder of the ladder, beside the folder ``run`` of the event."""
    return run.with_name(f".{run.name}.ladder")


def play_ladder(
    ladder: LadderRun,
    run: Path,
    workers: GameWorkers,
    tell: Callable[[RefereeError], None],
    *,
    once: bool,
) -> Iterator[LedgerGame | Text]:
    """Play the ladder and yield each entered game, until the event of the folder ``run`` begins.

    While no game may begin, yield again and again what the ladder waits for. It ends earlier when
    the wanted number of games is played, or with ``once`` when all versions have met as often as
    they may. ``tell`` is called with faults of the arena; play goes on then.
    """
    while not is_begun(run) and not ladder.is_done:
        if workers.is_busy():
            yield _AWAITS_CORES
            time.sleep(_RETRY_INTERVAL)
            continue
        try:
            yield from _play_until_begun(ladder, run, workers)
        except RefereeError as error:
            tell(error)
            ladder.forget_begun()
            time.sleep(_PAUSE_AFTER_FAULT)
            continue
        was_interrupted = ladder.is_playing  # Games in play were left.
        ladder.forget_begun()
        if not was_interrupted and not is_begun(run) and not ladder.is_done:
            if once:
                return
            yield _AWAITS_VERSIONS
        time.sleep(_RETRY_INTERVAL)


def _play_until_begun(ladder: LadderRun, run: Path, workers: GameWorkers) -> Iterator[LedgerGame]:
    with closing(ladder.play(workers)) as entries:
        for entry in entries:
            yield entry
            if is_begun(run):
                return

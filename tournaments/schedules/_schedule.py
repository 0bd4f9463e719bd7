"""Schedules: generators of pairings, which know no process, file or clock.

A schedule is a format of tournament in a module of its own in this package; a module that is added
is found. Its fields beside the entrants are the options that an event file may give it.

``matches`` is a generator that must be driven: each match that it yields is entered in the
progress before the next match is requested. It yields every match that is known so far, finished
matches included, and ends when it needs a result that is missing. ``follow`` drives it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cache
from importlib import import_module
from inspect import getmembers, isabstract, isclass
from pkgutil import iter_modules
from typing import ClassVar, TypeAlias

from formats.fault import Fault, FaultKind
from formats.text import Text
from tournaments.standings.match import GameResult, ScheduledMatch
from tournaments.standings.scoring import BRACKET, Scoring
from tournaments.standings.state import TeacherDecisions, Tier, TournamentProgress

_PACKAGE = "tournaments.schedules"

TOO_FEW = FaultKind(
    "E301",
    Text(
        "{format} needs at least {least} entrants; the number of entrants is {count}",
        "участников {count}, а для формата {format} нужно не меньше {least}",
    ),
)


@dataclass(frozen=True, slots=True)
class Whole:
    """An option that is a whole number."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Flag:
    """An option that is true or false."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """An option that is one of some words."""

    words: tuple[str, ...]


Option: TypeAlias = Whole | Flag | OneOf


@dataclass(frozen=True)
class Schedule(ABC):
    """A format of tournament with its options, for certain entrants."""

    name: ClassVar[str]
    title: ClassVar[Text]
    options: ClassVar[Mapping[str, Option]]
    """Options by their keys in an event file, which are the fields' names with - instead of _."""
    former_options: ClassVar[Mapping[str, str]] = {}
    """Values of options for events begun by former versions, which had no such options."""
    least: ClassVar[int] = 2
    """Fewest entrants of the format."""
    reason_against_latecomers: ClassVar[Text | None] = Text(
        "the pairs were drawn among those who were there",
        "жребий определил пары среди тех, кто был",
    )
    """Reason why nobody can come late; None if the format allows it."""

    entrants: tuple[str, ...]
    """Entrants in the order of their seeds, the strongest first."""
    _: KW_ONLY
    late: int = 0
    """Number of entrants, at the end of the list, who came after the start."""
    seed: int = 0
    """Seed of everything that is drawn by lot."""
    rounds_before: int = 0
    """Number of earlier rounds if this is a part of another schedule."""
    matches_before: int = 0
    """Number of earlier matches if this is a part of another schedule."""

    @abstractmethod
    def matches(self, progress: TournamentProgress) -> Iterator[ScheduledMatch]:
        """Yield every match known so far, in order; the caller enters each before the next."""

    @abstractmethod
    def round_sizes(self) -> tuple[int, ...]:
        """Return the numbers of matches of the rounds if nobody leaves the tournament."""

    def waves(self) -> tuple[int, ...]:
        """Return the numbers of matches that can be played in parallel, wave after wave."""
        return self.round_sizes()

    def play_offs(self) -> tuple[int, ...]:
        """Return the most play-offs after each wave; a play-off has two games."""
        return ()

    def value_of(self, option: str) -> object:
        """Return the value of an option that holds here; None if the option has no effect."""
        return getattr(self, option.replace("-", "_"))

    def games(self, starts: int = 1) -> int:
        """Return the number of games if nobody is disqualified from more than a game."""
        return 2 * starts * sum(self.round_sizes())

    @property
    def stages(self) -> tuple[int, ...]:
        """Return the numbers of places of champion, finalists, semifinalists, quarterfinalists.

        A format without a final has the numbers of a bracket.
        """
        return BRACKET

    def tiers(self, progress: TournamentProgress) -> tuple[Tier, ...]:
        """Return groups of entrants, each above the next at any points."""
        return (Tier(self.entrants),)

    def faults(self) -> Iterator[Fault]:
        """Yield the faults of the options, each with a key of the event file as its place."""
        if len(self.entrants) < self.least:
            count = len(self.entrants)
            yield TOO_FEW("entrants", format=self.name, least=self.least, count=count)


def follow(
    schedule: Schedule,
    results: Iterable[GameResult],
    starts: int = 1,
    scoring: Scoring | None = None,
    decisions: TeacherDecisions | None = None,
) -> TournamentProgress:
    """Return the progress of the tournament, with the games that can be played now."""
    result_by_game = {result.game: result for result in results}
    progress = TournamentProgress(
        result_by_game, starts, scoring or Scoring(), decisions or TeacherDecisions()
    )
    for match in schedule.matches(progress):
        progress.enter(match)
    progress.close()
    return progress


@cache
def all_schedules() -> dict[str, type[Schedule]]:
    """Return every format by its name in event files."""
    modules = iter_modules(import_module(_PACKAGE).__path__)
    schedules = [_schedule_in(module.name) for module in modules if module.name[0] != "_"]
    return {schedule.name: schedule for schedule in sorted(schedules, key=lambda s: s.name)}


def _schedule_in(module_name: str) -> type[Schedule]:
    module = import_module(f"{_PACKAGE}.{module_name}")
    (schedule,) = (
        member
        for _, member in getmembers(module, isclass)
        if issubclass(member, Schedule)
        and not isabstract(member)
        and member.__module__ == module.__name__
    )
    return schedule

"""Schedules: who meets whom, and when. They know of no process, file or clock.

A schedule is a format of tournament in a file of its own here; a file that is added is found. Its
fields beside the entrants are the options that an event file may give it.

``matches`` is a generator that must be driven: each match that it yields is entered in the
progress before it is asked for the next. It yields every match that is known so far, finished ones
included, and ends where it needs a result that is missing. ``follow`` drives it.
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
from tournaments.standings.meeting import GameResult, Meeting
from tournaments.standings.scoring import BRACKET, Scoring
from tournaments.standings.state import Decided, Tier, TournamentProgress

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
    """By their keys in an event file, which are the names of the fields with - for _."""
    former_options: ClassVar[Mapping[str, str]] = {}
    """What held for events of former versions, which had no such options."""
    least: ClassVar[int] = 2
    """How many entrants it needs."""
    no_latecomers: ClassVar[Text | None] = Text(
        "who meets whom was drawn among those who were there",
        "жребий брошен между теми, кто был",
    )
    """Why nobody can come late, unless somebody can."""

    entrants: tuple[str, ...]
    """In the order of their seeds, the strongest first."""
    _: KW_ONLY
    late: int = 0
    """How many of them, the last, came after it had begun."""
    seed: int = 0
    """For everything that is drawn by lot."""
    rounds_before: int = 0
    """Where it is a part of another schedule: how many rounds went before it."""
    matches_before: int = 0
    """And how many matches."""

    @abstractmethod
    def matches(self, progress: TournamentProgress) -> Iterator[Meeting]:
        """Every match known so far, in order; see above."""

    @abstractmethod
    def round_sizes(self) -> tuple[int, ...]:
        """How many matches each round has, unless somebody is disqualified from the tournament."""

    def waves(self) -> tuple[int, ...]:
        """How many matches can be played at once, before results have to be waited for."""
        return self.round_sizes()

    def play_offs(self) -> tuple[int, ...]:
        """After some waves, how many matches may have to be played off: two more games each."""
        return ()

    def games(self, starts: int = 1) -> int:
        """How many games there will be, unless somebody is disqualified from more than a game."""
        return 2 * starts * sum(self.round_sizes())

    @property
    def stages(self) -> tuple[int, ...]:
        """How many places the champion, finalists, semifinalists and quarterfinalists have.

        A format without a final has as many as a bracket.
        """
        return BRACKET

    def tiers(self, progress: TournamentProgress) -> tuple[Tier, ...]:
        """Who stands above whom, whatever the points."""
        return (Tier(self.entrants),)

    def faults(self) -> Iterator[Fault]:
        """Why this cannot be played: each with the key of the event file that it is about."""
        if len(self.entrants) < self.least:
            count = len(self.entrants)
            yield TOO_FEW("entrants", format=self.name, least=self.least, count=count)


def follow(
    schedule: Schedule,
    results: Iterable[GameResult],
    starts: int = 1,
    scoring: Scoring | None = None,
    decided: Decided | None = None,
) -> TournamentProgress:
    """The progress of the tournament: what has come of it, and what can be played now."""
    by_id = {result.game: result for result in results}
    progress = TournamentProgress(by_id, starts, scoring or Scoring(), decided or Decided())
    for match in schedule.matches(progress):
        progress.enter(match)
    progress.close()
    return progress


@cache
def all_schedules() -> dict[str, type[Schedule]]:
    """Every format by its name, as event files name it."""
    found = [
        _schedule_in(module.name) for module in iter_modules(__path__) if module.name[0] != "_"
    ]
    return {schedule.name: schedule for schedule in sorted(found, key=lambda found: found.name)}


def _schedule_in(module_name: str) -> type[Schedule]:
    module = import_module(f"{__name__}.{module_name}")
    (schedule,) = (
        member
        for _, member in getmembers(module, isclass)
        if issubclass(member, Schedule)
        and not isabstract(member)
        and member.__module__ == module.__name__
    )
    return schedule

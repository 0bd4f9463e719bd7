"""What a schedule is: who meets whom, and when; it knows of no process, file or clock.

A schedule lives in a file of its own in ``schedules`` and is found there by listing the folder.
Its fields beside the entrants are the options that an event file may give it.

``matches`` is a generator that must be driven: each match that it yields is entered in the course
before it is asked for the next. It yields every match that is known so far, the finished ones too,
and ends where a result is missing that it needs. ``follow`` drives it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from formats.fault import Fault, Kind
from formats.text import Text
from tournaments.course import Course
from tournaments.game_result import GameResult
from tournaments.match import Match
from tournaments.scoring import Scoring
from tournaments.values import Read

TOO_FEW = Kind(
    "E301",
    Text(
        "{format} needs at least {least} entrants, and there are {count}",
        "участников {count}, а для формата {format} нужно не меньше {least}",
    ),
)


@dataclass(frozen=True, slots=True)
class Tier:
    """Entrants who stand together, above those of all tiers that follow."""

    entrants: tuple[str, ...]
    since: int = 1
    """The first round whose games decide among them."""
    shared: bool = False
    """Whether nothing decides among them: they share their places."""


@dataclass(frozen=True)
class Schedule(ABC):
    """A format of tournament with its options, for certain entrants."""

    name: ClassVar[str]
    title: ClassVar[Text]
    options: ClassVar[Mapping[str, Read]]
    """How its keys in an event file are read. A key is a field, with - instead of _."""
    least: ClassVar[int] = 2
    """How many entrants it needs."""

    entrants: tuple[str, ...]
    """In the order of their seeds, the strongest first."""
    _: KW_ONLY
    seed: int = 0
    """For what is drawn by lot."""
    rounds_before: int = 0
    """Where it is a part of another schedule: how many rounds went before it."""
    matches_before: int = 0
    """Likewise the numbers of matches that are taken."""

    @abstractmethod
    def matches(self, course: Course) -> Iterator[Match]:
        """Every match known so far, in order; see above."""

    @abstractmethod
    def round_sizes(self) -> tuple[int, ...]:
        """How many matches each round has, unless somebody is disqualified from the tournament."""

    def waves(self) -> tuple[int, ...]:
        """How many matches can be played side by side, from one time of waiting to the next."""
        return self.round_sizes()

    def games(self, starts: int = 1) -> int:
        """How many games there will be, unless somebody is disqualified from more than a game."""
        return 2 * starts * sum(self.round_sizes())

    def tiers(self, course: Course) -> tuple[Tier, ...]:
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
) -> Course:
    """The course of the tournament: what has come of it, and what can be played now."""
    course = Course({result.game: result for result in results}, starts, scoring or Scoring())
    for match in schedule.matches(course):
        course.enter(match)
    return course

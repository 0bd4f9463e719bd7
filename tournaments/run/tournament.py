"""A tournament as its ledger tells it: who plays whom, what came of it, and the table.

Nothing here is written; it is worked out anew each time from the ledger alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from formats.matrix import Matrix, read_matrix
from formats.text import Text
from tournaments.entrants.enrolment import Enrolled
from tournaments.event.model import Event, Format, Section
from tournaments.event.reader import read_event
from tournaments.run.ledger import Ledger
from tournaments.run.ledger_game import LedgerGame
from tournaments.schedules import Schedule, follow
from tournaments.standings.places import CrosstableCell, Standing, crosstable, standings
from tournaments.standings.rating import Ratings, games_of, rate
from tournaments.standings.state import Course


@dataclass(frozen=True)
class SectionState:
    """One section of an event, with all that was played in it."""

    section: Section
    enrolled: tuple[Enrolled, ...]
    """In the order of the seeds."""
    starts: tuple[Matrix, ...]
    schedule: Schedule
    picked: Text | None
    """Which format was picked and why, where the event left it open."""
    entries: Mapping[str, LedgerGame]
    """The games played, by their ids, in the order in which they ended."""

    @cached_property
    def course(self) -> Course:
        """What came of it, and what can be played now."""
        results = [entry.result for entry in self.entries.values()]
        return follow(self.schedule, results, len(self.starts), self.section.scoring)

    @cached_property
    def standings(self) -> list[Standing]:
        """The table."""
        return standings(self.schedule, self.course, self.section.bonuses)

    @cached_property
    def crosstable(self) -> dict[tuple[str, str], CrosstableCell]:
        """Who met whom, with what result."""
        return crosstable(self.course)

    @cached_property
    def ratings(self) -> Ratings:
        """How strong everybody is."""
        return rate([one.name for one in self.enrolled], games_of(self.course))

    @property
    def games(self) -> int:
        """How many games there will be, as far as is known."""
        return self.schedule.games(len(self.starts))

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be played."""
        return next(self.course.to_play(), None) is None


@dataclass(frozen=True)
class Tournament:
    """An event as far as it was played."""

    event: Event
    contests: tuple[SectionState, ...]

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be played."""
        return all(contest.finished for contest in self.contests)


def tournament_of(ledger: Ledger) -> Tournament:
    """What the ledger tells."""
    text = ledger.fact("event")
    assert text is not None, "an event begins with its file"
    event = read_event(text.encode()).event
    assert event is not None, "only a good event begins"
    contests = (contest_of(ledger, section, event.seed) for section in event.sections)
    return Tournament(event, tuple(contests))


def contest_of(ledger: Ledger, section: Section, seed: int) -> SectionState:
    """One section."""
    enrolled = tuple(ledger.entrants(section.name))
    form = json.loads(ledger.fact(f"format {section.name}") or "null")
    assert form is not None, "the format of each section is settled when an event begins"
    schedule = Format(form["name"], form["options"]).schedule([one.name for one in enrolled], seed)
    return SectionState(
        section,
        enrolled,
        tuple(_start(file, section) for file in ledger.starts(section.name)),
        schedule,
        Text(*form["picked"]) if form["picked"] else None,
        {entry.id: entry for entry in ledger.games(section.name)},
    )


def _start(file: str, section: Section) -> Matrix:
    matrix = read_matrix(file.encode(), limit=section.game.limit).matrix
    assert matrix is not None, "start positions are checked when an event begins"
    return matrix

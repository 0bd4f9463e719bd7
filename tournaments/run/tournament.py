"""A tournament as its ledger tells it: who plays whom, the results, and the table.

Nothing here is stored; it is worked out from the ledger alone, each time anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from formats.fault import Fault
from formats.matrix import Matrix, read_matrix
from formats.text import Text
from tournaments.entrants.enrolment import Enrolled
from tournaments.event.model import Event, Format, Section
from tournaments.event.reader import read_event
from tournaments.event.secret_seed import SecretSeed
from tournaments.ledger import Ledger
from tournaments.ledger import ledger_faults as faults
from tournaments.ledger.chain import NO_HEAD, Head
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.ledger.ledger_game import LedgerGame, Reader
from tournaments.ledger.ledger_reading import LedgerReading
from tournaments.run.rulings import Rulings, rulings_of
from tournaments.schedules import Schedule, all_schedules, follow
from tournaments.standings.meeting import GameResult
from tournaments.standings.places import CrosstableCell, Standing, crosstable, standings
from tournaments.standings.rating import Ratings, games_of, rate
from tournaments.standings.scoring import (
    DEFAULT_TIE_BREAKS,
    FORMER_TIE_BREAKS,
    BonusStep,
    bonuses_from_text,
    bonuses_of,
)
from tournaments.standings.state import TournamentProgress

SEED = "seed"
"""The name of the fact that is the secret seed of an event."""


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
    entries: dict[str, LedgerGame]
    """The games played that were not put aside, by their ids, in the order in which they ended."""
    rulings: Rulings
    """What the teacher has decided."""
    play_off: Matrix | None = None
    """The start position of play-offs, where the format may need one."""

    @cached_property
    def progress(self) -> TournamentProgress:
        # A list at once: it may be asked for in one thread as another enters a game.
        return self.progress_of([entry.result for entry in list(self.entries.values())])

    def progress_of(self, results: Iterable[GameResult]) -> TournamentProgress:
        """How far the section is by these results."""
        return follow(
            self.schedule, results, len(self.starts), self.section.scoring, self.rulings.decided
        )

    @cached_property
    def standings(self) -> list[Standing]:
        return standings(self.schedule, self.progress, self.bonuses)

    @property
    def bonuses(self) -> tuple[Fraction, ...]:
        """What the first place earns, the second and so on."""
        return bonuses_of(self.section.bonuses, len(self.enrolled), self.schedule.stages)

    @cached_property
    def crosstable(self) -> dict[tuple[str, str], CrosstableCell]:
        return crosstable(self.progress)

    @cached_property
    def ratings(self) -> Ratings:
        return rate([one.name for one in self.enrolled], games_of(self.progress))

    @cached_property
    def games(self) -> int:
        """How many games there will be, as far as is known."""
        games = self.schedule.games(len(self.starts)) - self._spared
        return games + 2 * sum(
            meeting.match.play_off is not None for meeting in self.progress.meetings.values()
        )

    def start_of(self, number: int) -> Matrix | None:
        """Return the start position of that number; after the last of them, that of play-offs."""
        return self.starts[number] if number < len(self.starts) else self.play_off

    @property
    def _spared(self) -> int:
        """Games of the schedule that are not played."""
        return sum(
            len(meeting.match.games(len(self.starts)))
            - len(meeting.to_play)
            - sum(pairing.id in self.entries for pairing in meeting.match.games(len(self.starts)))
            for meeting in self.progress.meetings.values()
        )

    @property
    def unscheduled(self) -> Iterator[LedgerGame]:
        """Games that count and that the schedule does not have."""
        scheduled = {
            pairing.id
            for meeting in self.progress.meetings.values()
            for pairing in meeting.match.games(len(self.starts))
        }
        return (entry for entry in self.entries.values() if entry.id not in scheduled)

    def after(self, game: LedgerGame) -> SectionState:
        """The section once that game was entered; as it was before it can be asked no more.

        What was entered is not copied: with each game there would be more of it.
        """
        self.rulings.take(game)
        self.entries[game.id] = game
        return replace(self)

    def visible_to(self, reader: Reader) -> SectionState:
        """Return the section with each game as that reader may see it."""
        entries = {name: game.visible_to(reader) for name, game in self.entries.items()}
        return replace(self, entries=entries, rulings=self.rulings.visible_to(reader))

    @property
    def finished(self) -> bool:
        return next(self.progress.to_play(), None) is None


@dataclass(frozen=True)
class Tournament:
    event: Event
    sections: tuple[SectionState, ...]
    reading: LedgerReading | None = field(default=None, repr=False)
    """The ledger that tells it."""
    head: Head = NO_HEAD
    """The hash of the newest entry: who has seen it can tell that nothing before it was changed."""

    def visible_to(self, reader: Reader) -> Tournament:
        """Return the tournament with each game as that reader may see it.

        All that is given to others than the teacher is made of such a tournament.
        """
        sections = tuple(state.visible_to(reader) for state in self.sections)
        return replace(
            self, sections=sections, reading=self.reading and self.reading.visible_to(reader)
        )

    @property
    def enrolled(self) -> list[Enrolled]:
        """Who takes part, latecomers too."""
        return [one for state in self.sections for one in state.enrolled]

    @property
    def finished(self) -> bool:
        return all(state.finished for state in self.sections)

    @property
    def seed_sentence(self) -> Text | None:
        """What is told of a secret seed: its hash, and once all is played the seed itself."""
        seed = self.event.secret_seed
        return seed.sentence(is_over=self.finished) if seed else None

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with the ledger; then this is what is whole of it."""
        return self.reading.faults if self.reading else ()


def tournament_of(ledger: Ledger) -> Tournament:
    """What the ledger tells, as far as it is whole. Raises BadLedger if that is nothing."""
    return told_by(ledger.read())


def told_by(reading: LedgerReading) -> Tournament:
    """The same of a ledger that was read."""
    secret_seed = SecretSeed.read(reading.facts.get(SEED, ""))
    text = reading.facts.get("event", "").encode("utf-8", "surrogateescape")
    event = read_event(text, secret_seed).event
    if event is None or (event.has_secret_seed and secret_seed is None):
        raise _unusable(reading, faults.EVENT_FILE)
    sections = (state_of(reading, section, event.seed) for section in event.sections)
    return Tournament(event, tuple(sections), reading, reading.head)


def state_of(reading: LedgerReading, section: Section, seed: int) -> SectionState:
    """One section. Raises BadLedger."""
    in_time = reading.of(section.name)
    rulings = rulings_of(section.name, (one.name for one in in_time), reading.entries)
    enrolled = (*in_time, *rulings.late)
    settled = _settled(reading, section)
    names = [one.name for one in enrolled]
    schedule = _schedule_of(reading, settled.format, names, seed, len(rulings.late))
    starts, entries = _starts_of(reading, section), rulings.counting
    if settled.is_of_former_version and section.scoring.tie_breaks is DEFAULT_TIE_BREAKS:
        scoring = replace(section.scoring, tie_breaks=FORMER_TIE_BREAKS)
        section = replace(section, scoring=scoring)
    section = replace(section, bonuses=_bonuses_of(reading, rulings, section))
    picked, play_off = settled.picked, settled.play_off
    return SectionState(
        section, enrolled, starts, schedule, picked, entries, rulings, play_off=play_off
    )


def _unusable(reading: LedgerReading, part: Text) -> BadLedger:
    return BadLedger([*reading.faults, faults.UNUSABLE(part=part)])


def _bonuses_of(
    reading: LedgerReading, rulings: Rulings, section: Section
) -> tuple[BonusStep, ...]:
    """Return the bonuses that the event file has had last. Raises BadLedger."""
    try:
        changed = rulings.bonuses
        return section.bonuses if changed is None else bonuses_from_text(changed)
    except (ValueError, ArithmeticError):
        raise _unusable(reading, faults.EVENT_FILE) from None


class _Settled(NamedTuple):
    """What was settled when the event began."""

    format: Format
    picked: Text | None
    """Why it is this format, where the event left that open."""
    play_off: Matrix | None
    is_of_former_version: bool
    """Whether ties were decided by the time that was used, unless the event said otherwise."""


def _settled(reading: LedgerReading, section: Section) -> _Settled:
    """Read the facts of a section, as ``setup`` writes them. Raises BadLedger."""
    try:
        form = json.loads(reading.facts[f"format {section.name}"])
        picked = Text(*map(str, form["picked"])) if form["picked"] else None
        name, options = str(form["name"]), dict(form["options"])
        is_former = "play-off" not in form
        if is_former and name in all_schedules():
            options = {**all_schedules()[name].former_options, **options}
        play_off = None if is_former else _play_off_of(form["play-off"], section)
        return _Settled(Format(name, options), picked, play_off, is_former)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _unusable(reading, faults.EVENT_FILE) from None


def _play_off_of(text: str | None, section: Section) -> Matrix | None:
    """Raises ValueError."""
    if text is None:
        return None
    matrix = read_matrix(text.encode(), limit=section.game.limit).matrix
    if matrix is None:
        raise ValueError("no start position")
    return matrix


def _schedule_of(
    reading: LedgerReading, form: Format, names: list[str], seed: int, late: int
) -> Schedule:
    """It is as large as it was, or the ledger was changed."""
    if form.name not in all_schedules() or len(set(names)) != len(names):
        raise _unusable(reading, faults.EVENT_FILE)
    try:
        schedule = form.schedule(names, seed, late)
        wrong = list(schedule.faults())
    except (ValueError, KeyError, TypeError, ArithmeticError):
        raise _unusable(reading, faults.EVENT_FILE) from None
    if wrong:
        raise BadLedger([*reading.faults, *wrong])
    if late and schedule.no_latecomers:
        raise _unusable(reading, faults.ENTRANTS)
    return schedule


def _starts_of(reading: LedgerReading, section: Section) -> tuple[Matrix, ...]:
    files = reading.starts.get(section.name, ())
    limit = section.game.limit
    read = [read_matrix(one.encode("utf-8", "surrogateescape"), limit=limit) for one in files]
    starts = tuple(one.matrix for one in read if one.matrix is not None)
    if not starts or len(starts) < len(files):
        raise _unusable(reading, faults.STARTS)
    return starts

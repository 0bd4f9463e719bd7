"""The state of a tournament, computed from its ledger alone: schedules, results and tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from formats.fault import Fault
from formats.matrix import Matrix, read_matrix
from formats.text import Text
from tournaments.entrants.enrolment import BotVersion
from tournaments.event.event_faults import NO_SUCH_GAME
from tournaments.event.model import Event, Format, Section
from tournaments.event.reader import read_event
from tournaments.event.secret_seed import SecretSeed
from tournaments.ledger import Ledger
from tournaments.ledger import ledger_faults as faults
from tournaments.ledger.chain import NO_HEAD, Head
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.ledger.ledger_game import Filter, LedgerGame, Reader, filter_for
from tournaments.ledger.ledger_reading import LedgerReading
from tournaments.run.section_decisions import SectionDecisions, section_decisions
from tournaments.schedules import Schedule, all_schedules, follow
from tournaments.standings.match import GameResult
from tournaments.standings.places import CrosstableCell, Standing, crosstable, standings
from tournaments.standings.scoring import (
    DEFAULT_TIE_BREAKS,
    FORMER_TIE_BREAKS,
    BonusStep,
    bonuses_by_place,
    bonuses_from_text,
)
from tournaments.standings.state import CountedGame, TournamentProgress

if TYPE_CHECKING:
    from tournaments.standings.rating import Ratings

SEED = "seed"
"""Name of the ledger's fact with the secret seed of an event."""


@dataclass(frozen=True)
class SectionState:
    """A section of an event with its games, decisions and schedule."""

    section: Section
    enrolled: tuple[BotVersion, ...]
    """Records of the entrants in the order of their seeds."""
    starts: tuple[Matrix, ...]
    schedule: Schedule
    picked: Text | None
    """Sentence about the picked format, if the event left it open."""
    entries: dict[str, LedgerGame]
    """Games that count by their ids, in the order in which they ended."""
    decisions: SectionDecisions
    """Decisions of the teacher and their effects."""
    play_off: Matrix | None = None
    """Start position of play-offs, if the format may need one."""

    @cached_property
    def progress(self) -> TournamentProgress:
        return self.progress_of([entry.result for entry in self.entries.values()])

    def progress_of(self, results: Iterable[GameResult]) -> TournamentProgress:
        """Return the progress of the section by these results."""
        return follow(
            self.schedule,
            results,
            len(self.starts),
            self.section.scoring,
            self.decisions.for_schedule,
        )

    @cached_property
    def standings(self) -> list[Standing]:
        return standings(self.schedule, self.progress, self.bonuses)

    @property
    def bonuses(self) -> tuple[Fraction, ...]:
        """Return the bonuses of the places, from the first on."""
        return bonuses_by_place(self.section.bonuses, len(self.enrolled), self.schedule.stages)

    @cached_property
    def crosstable(self) -> dict[tuple[str, str], CrosstableCell]:
        return crosstable(self.progress)

    @cached_property
    def counted(self) -> dict[str, CountedGame]:
        """Games that count in the table, by their ids."""
        return {game.scheduled_game.id: game for game in self.progress.counted_games()}

    @cached_property
    def ratings(self) -> Ratings:
        # Numpy, which rates, takes longer to load than most commands take to run.
        from tournaments.standings.rating import games_of, rate  # noqa: PLC0415 - see above

        return rate([record.name for record in self.enrolled], games_of(self.progress))

    @cached_property
    def games(self) -> int:
        """Return the number of games, as far as it is known: the most until the last is played."""
        if self.is_finished:
            # The schedule counts pairings that never come about if somebody has left.
            return len(self.entries)
        games = self.schedule.games(len(self.starts)) - self._games_not_played
        return games + 2 * sum(
            match_result.match.play_off is not None
            for match_result in self.progress.match_results.values()
        )

    def start_of(self, number: int) -> Matrix | None:
        """Return the start position with an index; the one after the last is that of play-offs."""
        return self.starts[number] if number < len(self.starts) else self.play_off

    @property
    def _games_not_played(self) -> int:
        """Return the number of the schedule's games that are not played."""
        return sum(
            len(match_result.match.games(len(self.starts)))
            - len(match_result.to_play)
            - sum(
                scheduled_game.id in self.entries
                for scheduled_game in match_result.match.games(len(self.starts))
            )
            for match_result in self.progress.match_results.values()
        )

    @property
    def unscheduled(self) -> Iterator[LedgerGame]:
        """Yield the games that count and are not in the schedule."""
        scheduled = {
            scheduled_game.id
            for match_result in self.progress.match_results.values()
            for scheduled_game in match_result.match.games(len(self.starts))
        }
        return (entry for entry in self.entries.values() if entry.id not in scheduled)

    def after(self, game: LedgerGame) -> SectionState:
        """Return the section after a game."""
        entries = {**self.entries, game.id: game}
        return replace(self, entries=entries, decisions=self.decisions.after(game))

    def filtered(self, visible: Filter) -> SectionState:
        """Return a copy of the section with filtered games."""
        entries = {name: visible(game) for name, game in self.entries.items()}
        return replace(self, entries=entries, decisions=self.decisions.filtered(visible))

    @property
    def is_finished(self) -> bool:
        return next(self.progress.to_play(), None) is None


@dataclass(frozen=True)
class Tournament:
    event: Event
    sections: tuple[SectionState, ...]
    reading: LedgerReading | None = field(default=None, repr=False)
    """Reading of the ledger that the tournament was computed from."""
    head: Head = NO_HEAD
    """Hash of the newest entry; it shows whether an earlier entry was changed."""

    def visible_to(self, reader: Reader) -> Tournament:
        """Return a copy of the tournament without the data that the reader may not see.

        Everything that others than the teacher get is made from such a copy.
        """
        visible = filter_for(reader)
        sections = tuple(state.filtered(visible) for state in self.sections)
        return replace(
            self, sections=sections, reading=self.reading and self.reading.filtered(visible)
        )

    @property
    def enrolled(self) -> list[BotVersion]:
        """Return the records of all entrants, latecomers included."""
        return [record for state in self.sections for record in state.enrolled]

    @property
    def is_finished(self) -> bool:
        return all(state.is_finished for state in self.sections)

    @property
    def seed_sentence(self) -> Text | None:
        """Return a sentence with the hash of a secret seed, and the seed after the last game."""
        seed = self.event.secret_seed
        return seed.sentence(is_over=self.is_finished) if seed else None

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Return the faults of the ledger; with faults, the tournament is what is intact."""
        return self.reading.faults if self.reading else ()


def tournament_from_ledger(ledger: Ledger) -> Tournament:
    """Return the tournament of a ledger's intact part; raise BadLedger if there is none."""
    return tournament_from_reading(ledger.read())


def tournament_from_reading(reading: LedgerReading) -> Tournament:
    """Return the tournament of a reading; raise BadLedger if none can be computed."""
    secret_seed = SecretSeed.read(reading.facts.get(SEED, ""))
    text = reading.facts.get("event", "").encode("utf-8", "surrogateescape")
    event_reading = read_event(text, secret_seed)
    unknown_games = [d.fault for d in event_reading.diagnostics if d.code == NO_SUCH_GAME.code]
    if unknown_games:
        raise BadLedger(unknown_games)
    event = event_reading.event
    if event is None or (event.has_secret_seed and secret_seed is None):
        raise _unusable_error(reading, faults.EVENT_FILE)
    sections = (state_of(reading, section, event.seed) for section in event.sections)
    return Tournament(event, tuple(sections), reading, reading.head)


def state_of(reading: LedgerReading, section: Section, seed: int) -> SectionState:
    """Return the state of a section; raise BadLedger if the ledger is damaged."""
    in_time = reading.of(section.name)
    decisions = section_decisions(section.name, (r.name for r in in_time), reading.entries)
    enrolled = (*in_time, *decisions.late)
    facts = _section_facts(reading, section)
    names = [record.name for record in enrolled]
    schedule = _schedule_of(reading, facts.format, names, seed, len(decisions.late))
    starts, entries = _starts_of(reading, section), decisions.counting
    if facts.is_of_former_version and section.scoring.tie_breaks is DEFAULT_TIE_BREAKS:
        scoring = replace(section.scoring, tie_breaks=FORMER_TIE_BREAKS)
        section = replace(section, scoring=scoring)
    section = replace(section, bonuses=_bonuses_of(reading, decisions, section))
    picked, play_off = facts.picked, facts.play_off
    return SectionState(
        section, enrolled, starts, schedule, picked, entries, decisions, play_off=play_off
    )


def _unusable_error(reading: LedgerReading, part: Text) -> BadLedger:
    """Return the error for an unusable part; of a damaged file nothing else need be said."""
    is_damaged = any(fault.kind == faults.DAMAGED_FILE for fault in reading.faults)
    unusable = [] if is_damaged and not reading.facts else [faults.UNUSABLE(part=part)]
    return BadLedger([*reading.faults, *unusable])


def _bonuses_of(
    reading: LedgerReading, decisions: SectionDecisions, section: Section
) -> tuple[BonusStep, ...]:
    """Return the newest bonuses of the event file; raise BadLedger for a damaged text."""
    try:
        changed = decisions.bonuses
        return section.bonuses if changed is None else bonuses_from_text(changed)
    except (ValueError, ArithmeticError):
        raise _unusable_error(reading, faults.EVENT_FILE) from None


class _SectionFacts(NamedTuple):
    """Facts of a section that were recorded when the event began."""

    format: Format
    picked: Text | None
    """Sentence about the picked format, if the event left it open."""
    play_off: Matrix | None
    is_of_former_version: bool
    """True for an older arena's event, in which used time may decide ties."""


def _section_facts(reading: LedgerReading, section: Section) -> _SectionFacts:
    """Read the facts of a section that ``setup`` wrote; raise BadLedger if they are damaged."""
    try:
        format_ = json.loads(reading.facts[f"format {section.name}"])
        picked = Text(*map(str, format_["picked"])) if format_["picked"] else None
        name, options = str(format_["name"]), dict(format_["options"])
        is_former = "play-off" not in format_
        if is_former and name in all_schedules():
            options = {**all_schedules()[name].former_options, **options}
        play_off = None if is_former else _play_off_of(format_["play-off"], section)
        return _SectionFacts(Format(name, options), picked, play_off, is_former)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _unusable_error(reading, faults.EVENT_FILE) from None


def _play_off_of(text: str | None, section: Section) -> Matrix | None:
    """Return the start position of play-offs; raise ValueError if the text is damaged."""
    if text is None:
        return None
    matrix = read_matrix(text.encode(), limit=section.game.limit).matrix
    if matrix is None:
        raise ValueError("no start position")
    return matrix


def _schedule_of(
    reading: LedgerReading, format_: Format, names: list[str], seed: int, late: int
) -> Schedule:
    """Return the schedule of a section; raise BadLedger if the facts allow none."""
    if format_.name not in all_schedules() or len(set(names)) != len(names):
        raise _unusable_error(reading, faults.EVENT_FILE)
    try:
        schedule = format_.schedule(names, seed, late)
        schedule_faults = list(schedule.faults())
    except (ValueError, KeyError, TypeError, ArithmeticError):
        raise _unusable_error(reading, faults.EVENT_FILE) from None
    if schedule_faults:
        raise BadLedger([*reading.faults, *schedule_faults])
    if late and schedule.reason_against_latecomers:
        raise _unusable_error(reading, faults.ENTRANTS)
    return schedule


def _starts_of(reading: LedgerReading, section: Section) -> tuple[Matrix, ...]:
    files = reading.starts.get(section.name, ())
    limit = section.game.limit
    matrices = [
        read_matrix(text.encode("utf-8", "surrogateescape"), limit=limit).matrix for text in files
    ]
    starts = tuple(matrix for matrix in matrices if matrix is not None)
    if not starts or len(starts) < len(files):
        raise _unusable_error(reading, faults.STARTS)
    return starts

"""The model of an event: a tournament as data.

An event has one section or several. A section is a tournament of one game with a table of its
own; the keys that an event file has above its sections hold for each of them. ``reader`` makes
events of files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from formats.fault import Fault
from formats.game import StartRequest
from formats.games import AnyGame
from formats.seconds import MARGIN
from formats.text import Text
from referee.check.examiner_machine import ExaminerMachine
from referee.clock import Clock, Timing
from referee.judge import JudgingOptions
from referee.program import SIZE_LIMIT, Limits
from referee.sandbox.isolation_levels import IsolationLevel
from tournaments.event.secret_seed import SecretSeed
from tournaments.schedules import Schedule, all_schedules
from tournaments.standings.scoring import BonusStep, Scoring


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant of an event: a submitted program or a built-in bot."""

    name: str
    command: str | None = None
    """Path of the program, relative to the folder of the event file."""
    arguments: tuple[str, ...] = ()
    bot: str | None = None
    """Name of a built-in bot, such as virus-war-greedy."""


@dataclass(frozen=True, slots=True)
class Starts:
    """The start positions; each match is two games on each of them."""

    files: tuple[str, ...] = ()
    """Paths relative to the folder of the event file; empty if the starts are generated."""
    requests: tuple[StartRequest, ...] = ()
    """Requests for generated starts; empty if the starts are files."""

    @property
    def count(self) -> int:
        return len(self.files) or len(self.requests)


_USUAL = Limits()


@dataclass(frozen=True, slots=True)
class GameLimits:
    """The time, memory and files that a bot may use, and how its turns are judged."""

    time: Decimal = Decimal(30)
    """Seconds for all half-moves of a game."""
    clock: Clock = Clock.CPU
    margin: Decimal = MARGIN
    """Seconds by which the time that a bot writes may differ from the measured time."""
    startup: Decimal | None = None
    """Further seconds that a bot may leave out of its count: it cannot measure its own startup.

    None stands for the usual value of the clock.
    """
    memory: int = _USUAL.memory
    """Most bytes of memory."""
    program_size: int = SIZE_LIMIT
    """Most bytes of a bot's file."""
    temporary_files: bool = True
    """True if a bot may write files of its own; they are deleted at the end of its turn."""
    isolation: IsolationLevel | None = None
    """Isolation level that the event demands; None for the strongest that the machine allows."""
    lenient_letters: bool = False
    """True if Cyrillic letters that look Latin cause only a warning."""
    false_time_disqualifies: bool = False
    """True if a bot that writes a little less time than it used is disqualified."""
    machine: ExaminerMachine | None = None
    """The teacher's machine, on which programs for Windows must start."""
    kind: str = ""
    """Format of executable that is accepted; empty if every format is."""

    @property
    def judging(self) -> JudgingOptions:
        limits = Limits(self.memory, temporary_files=self.temporary_files)
        return JudgingOptions(self.timing, limits, self.lenient_letters)

    @property
    def timing(self) -> Timing:
        is_strict = self.false_time_disqualifies
        return Timing(self.clock, self.margin, self.startup, is_strict=is_strict)


AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Format:
    """A schedule by its name and its options, or ``auto``."""

    name: str
    options: Mapping[str, int | str] = field(default_factory=dict)
    """Values of the schedule's fields; for ``auto``, the seconds available (evening)."""

    def schedule(self, entrants: Sequence[str], seed: int, late: int = 0) -> Schedule:
        """Return the schedule for the entrants; the last ``late`` of them came after its start.

        The format ``auto`` must be replaced by a picked one before.
        """
        assert self.name != AUTO, "auto_format.pick_format says what the format is"
        schedule_type = all_schedules()[self.name]
        options: dict[str, Any] = dict(self.options)  # each as the schedule declares it
        return schedule_type(tuple(entrants), seed=seed, late=late, **options)

    def faults(self, entrants: Sequence[str]) -> Iterator[Fault]:
        """Yield the faults of the format with so many entrants.

        The format ``auto`` is checked as a round robin, which needs the fewest entrants.
        """
        format_ = Format("round-robin") if self.name == AUTO else self
        yield from format_.schedule(entrants, 0).faults()

    def with_share_of_evening(self, sections: int) -> Format:
        """Return the automatic format with its share of an evening of so many sections."""
        return replace(self, options={"evening": int(self.options["evening"]) // sections or 1})


ATTACHMENTS = {
    "sources": Text("the sources", "исходники"),
    "report": Text("the report", "отчёт"),
}
"""Attachments that may be handed in beside a program, by their keys in an event file."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """The rules of submission: its deadlines and the attachments that it needs."""

    deadline: datetime | None = None
    """Moment after which a submission is late: it is kept and marked."""
    interim: datetime | None = None
    """Moment up to which a submission that passes its checks earns the interim points."""
    interim_points: Fraction = Fraction(3)
    required: tuple[str, ...] = ()
    """Attachments that must be handed in beside the program: keys of ``ATTACHMENTS``."""

    @property
    def zone(self) -> tzinfo:
        """Return the time zone of the dates, which is that of the class; UTC without dates."""
        date = self.deadline or self.interim
        return (date and date.tzinfo) or UTC


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an event: the games, entrants, schedule and table of one tournament."""

    name: str
    game: AnyGame
    """The game with its rules and its limit of half-moves."""
    size: tuple[int, int] | None
    """Columns and rows of the board; None for the game's own size."""
    entrants: tuple[Entrant, ...]
    """Entrants that the event file lists."""
    folder: str | None
    """Folder whose programs take part, relative to the event's; None if entrants are listed."""
    by_lot: bool
    """True if the order of the draw is random; otherwise it is the order of the entrants."""
    format: Format
    starts: Starts
    limits: GameLimits
    scoring: Scoring
    bonuses: tuple[BonusStep, ...]
    """Bonus points of the places, from the first on."""
    hand_in: HandIn = field(default_factory=HandIn)

    @property
    def heading(self) -> Text:
        """Return the title of the game, after the section's own name if it has one."""
        title = self.game.title
        if self.name == self.game.name:
            return title
        return Text(f"{self.name}: {title.en}", f"{self.name}: {title.ru}")

    def in_draw_order(self, names: Sequence[str], event_seed: int) -> tuple[str, ...]:
        """Return the entrants in the order of the draw: as listed, or drawn by lot."""
        if not self.by_lot:
            return tuple(names)
        random = Random(f"{event_seed} {self.name}")  # The draw needs no secret.
        return tuple(random.sample(sorted(names), len(names)))


@dataclass(frozen=True, slots=True)
class Ladder:
    """Games that the newest versions play against each other until the event begins."""

    milestones: tuple[str, ...] = ("greedy", "random", "champion")
    """Styles of built-in bots that take part; the first available has the rating 1000."""
    games: int = 20
    """Most games of two versions against each other."""
    jobs: int | None = None
    """Number of games in parallel; None for the number of cores."""

    @property
    def matches(self) -> int:
        """Most matches of two versions, of two games each."""
        return self.games // 2


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament, or several tournaments that belong together."""

    title: str
    seed: int
    """Seed of all lots; 0 stands in for a secret seed that is not drawn yet."""
    sections: tuple[Section, ...]
    ladder: Ladder | None = None
    has_secret_seed: bool = False
    """True if the seed is drawn when the event begins."""
    secret_seed: SecretSeed | None = None
    """The secret seed, once it is drawn."""

    def title_of(self, section: Section) -> str:
        """Return the title for readers who see several events: with the section, if not alone."""
        return f"{self.title}: {section.name}" if len(self.sections) > 1 else self.title

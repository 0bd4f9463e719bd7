"""What an event is: a tournament as data.

An event has one section or several. A section is a tournament of one game with a table of its
own; what an event file says above its sections holds for each of them. ``reader`` makes
events of files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from formats.game import StartRequest
from formats.games import AnyGame
from formats.seconds import MARGIN
from formats.text import Text
from referee.check.examiner_machine import ExaminerMachine
from referee.clock import Clock, Timing
from referee.judge import Rules
from referee.program import Limits
from referee.sandbox.stages import Stage
from tournaments.event.secret_seed import SecretSeed
from tournaments.schedules import Schedule, all_schedules
from tournaments.standings.scoring import BonusStep, Scoring


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part: a program, or a bot that the arena builds."""

    name: str
    command: str | None = None
    """A path, from the folder of the event file."""
    arguments: tuple[str, ...] = ()
    bot: str | None = None
    """Such as virus-war-greedy."""


@dataclass(frozen=True, slots=True)
class Starts:
    """The start positions; each match is two games on each of them."""

    files: tuple[str, ...] = ()
    """Paths from the folder of the event file; or none, and these are made:"""
    requests: tuple[StartRequest, ...] = ()

    @property
    def count(self) -> int:
        return len(self.files) or len(self.requests)


@dataclass(frozen=True, slots=True)
class GameLimits:
    """What a bot may use."""

    time: Decimal = Decimal(30)
    """Seconds a game."""
    clock: Clock = Clock.CPU
    margin: Decimal = MARGIN
    """Seconds by which what a bot writes may differ from what was measured."""
    startup: Decimal | None = None
    """Seconds by which it may be lower besides, for what a program cannot measure of itself; as
    much as is usual with the clock unless it is said.
    """
    memory: int = 2**30
    """Bytes."""
    file_size: int = 500_000
    """Bytes of a bot's file."""
    temporary_files: bool = True
    """Whether a bot may write files of its own, all of which go at the end of its turn."""
    stage: Stage | None = None
    """What bots must be run on; the strongest that works where they are, if it is not said."""
    lenient_letters: bool = False
    """Whether Cyrillic letters that look Latin are a warning only."""
    false_time_disqualifies: bool = False
    """Whether a bot is disqualified that writes a little less time than it used."""
    machine: ExaminerMachine | None = None
    """The machine of the teacher, on which programs for Windows must start."""
    kind: str = ""
    """The only kind of program that is taken, by its format; nothing if any is."""

    @property
    def rules(self) -> Rules:
        limits = Limits(self.memory, temporary_files=self.temporary_files)
        return Rules(self.timing, limits, self.lenient_letters)

    @property
    def timing(self) -> Timing:
        is_strict = self.false_time_disqualifies
        return Timing(self.clock, self.margin, self.startup, is_strict=is_strict)


AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Format:
    """How it is played: a schedule by its name and its options, or ``auto``."""

    name: str
    options: Mapping[str, int | str] = field(default_factory=dict)
    """By the names of the schedule's fields; of ``auto``, the seconds there are (evening)."""

    def schedule(self, entrants: Sequence[str], seed: int, late: int = 0) -> Schedule:
        """The schedule for these entrants, of whom so many, the last, came after it had begun.

        What is automatic is to be picked first.
        """
        assert self.name != AUTO, "auto_format.pick says what the format is"
        kind = all_schedules()[self.name]
        options: dict[str, Any] = dict(self.options)  # each as the schedule declares it
        return kind(tuple(entrants), seed=seed, late=late, **options)


PAPERS = {
    "sources": Text("the sources", "исходники"),
    "report": Text("the report", "отчёт"),
}
"""What may be handed in beside a program."""


@dataclass(frozen=True, slots=True)
class HandIn:
    deadline: datetime | None = None
    """What comes later is kept, and marked."""
    interim: datetime | None = None
    """Who has submitted a program that passes by then earns points."""
    interim_points: Fraction = Fraction(3)
    required: tuple[str, ...] = ()
    """What must be handed in beside the program, by its name in ``PAPERS``."""


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    game: AnyGame
    """With its rules and its limit of half-moves."""
    size: tuple[int, int] | None
    """Columns and rows, where they are not the game's own."""
    entrants: tuple[Entrant, ...]
    """Those that the file lists."""
    folder: str | None
    """Or the folder whose programs take part, a path from that of the event file."""
    by_lot: bool
    """Whether the seeds are drawn; otherwise the entrants stand in the order of their seeds."""
    format: Format
    starts: Starts
    limits: GameLimits
    scoring: Scoring
    bonuses: tuple[BonusStep, ...]
    """What the places earn, from the first on."""
    hand_in: HandIn = field(default_factory=HandIn)

    @property
    def heading(self) -> Text:
        """The game, with the section's own name where it has one."""
        title = self.game.title
        if self.name == self.game.name:
            return title
        return Text(f"{self.name}: {title.en}", f"{self.name}: {title.ru}")

    def seeded(self, names: Sequence[str], seed: int) -> tuple[str, ...]:
        """The entrants in the order of their seeds, as the file has it or by lot."""
        if not self.by_lot:
            return tuple(names)
        lot = Random(f"{seed} {self.name}")  # a lottery, no secret
        return tuple(lot.sample(sorted(names), len(names)))


@dataclass(frozen=True, slots=True)
class Ladder:
    """How the newest versions play each other until the event begins."""

    milestones: tuple[str, ...] = ("greedy", "random", "champion")
    """Styles of our bots that play along; the first that there is reads 1000."""
    games: int = 20
    """Two versions play no more than so many games against each other."""
    jobs: int | None = None
    """Games that are played at once; as many as there are cores if it is not said."""

    @property
    def meetings(self) -> int:
        """How often two versions may meet, for two games each."""
        return self.games // 2


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament, or several that belong together."""

    title: str
    seed: int
    """Decides all that is drawn by lot; 0 stands in for a secret seed that is not drawn yet."""
    sections: tuple[Section, ...]
    ladder: Ladder | None = None
    has_secret_seed: bool = False
    """Whether the seed is drawn when the event begins."""
    secret_seed: SecretSeed | None = None
    """The seed that was drawn then."""

"""Whose clock counts, and when a bot's claim of its own time is a lie.

Three figures are there of a turn: the processor time of all the bot's processes, the time that
passed, and what the bot itself took off its clock in matrix.txt. An event says which of them is
charged. Whatever it is, a bot that has nothing left is killed, and so is one that sleeps.

A claim is honest if it lies between the processor time and the time that passed, give or take a
published margin: bots may measure either. It may be lower by the start-up too, which a program
cannot measure, since it happens before its own code runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from referee.happened import End, Happened


class Clock(StrEnum):
    """What is charged."""

    CPU = "cpu"
    """Processor time, user and system, of the turn's whole process tree."""
    WALL = "wall"
    """Time that passed."""
    FILE = "file"
    """What the bot writes."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How time is counted in a game."""

    clock: Clock = Clock.CPU
    margin: Decimal = Decimal("0.1")
    """How much a bot's claim may differ from what was measured."""
    startup: Decimal = Decimal("0.5")
    """How much lower it may be besides, for what happens before the bot's own code runs."""
    patience: Decimal = Decimal(2)
    """How much longer than its time left a bot may take by the clock on the wall."""
    idle: Decimal = Decimal(10)
    """How long it may sleep in a whole game; what is more shortens what it may take."""

    def cpu_limit(self, left: Decimal) -> Decimal | None:
        """The processor time at which a bot with so much left is killed."""
        return None if self.clock is Clock.WALL else left + self._unseen

    def wall_limit(self, left: Decimal, slept: Decimal = Decimal(0)) -> Decimal:
        """The time after which it is killed, whatever it does; it has slept so long before.

        So a game ends, even of a bot that sleeps in each turn and is charged nothing for it.
        """
        if self.clock is Clock.WALL:
            return left
        return max(left + self._unseen + min(self.patience, self.idle - slept), Decimal(0))

    def slept(self, happened: Happened) -> Decimal:
        """How long the bot neither ran nor waited for a core."""
        return max(happened.wall - happened.cpu - happened.waited, Decimal(0))

    def charge(self, happened: Happened, claimed: Decimal) -> Decimal:
        """What is taken off the bot's clock."""
        measured = self.measured(happened)
        return claimed if measured is None else measured

    def measured(self, happened: Happened) -> Decimal | None:
        """What is taken off its clock, unless that is what it says itself."""
        if self.clock is Clock.FILE:
            return None
        return happened.cpu if self.clock is Clock.CPU else happened.wall

    def is_honest(self, happened: Happened, claimed: Decimal) -> bool:
        """Whether a bot can have measured the time that it claims to have used."""
        figures = self.figures(happened)
        return figures["least"] <= claimed <= figures["most"]

    def figures(self, happened: Happened) -> dict[str, Decimal]:
        """What was measured, and the least and the most that is believed of it."""
        cpu, wall = happened.cpu, happened.wall
        least = min(cpu, wall) - self.margin - self.startup
        return {
            "cpu": cpu,
            "wall": wall,
            "least": max(least, Decimal(0)),
            "most": max(cpu, wall) + self.margin,
        }

    @property
    def _unseen(self) -> Decimal:
        """What a bot can use more than it need claim."""
        return self.margin + self.startup if self.clock is Clock.FILE else Decimal(0)


def was_overloaded(happened: Happened) -> bool:
    """Whether a bot that ran out of time had to wait for others, on a machine with too much to do.

    The kernel counts for each thread how long it was ready to run and did not. Where that is more
    than a tenth of the time that passed, and it was that time which ran out, the fault is ours.
    """
    return happened.end is End.WALL_OVER and happened.waited * 10 > happened.wall

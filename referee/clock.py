"""Whose clock counts, and when a bot's claim of its own time is a lie.

How long a turn took is known in three parts, for all threads and processes of the bot together,
including those that have ended since:

- It *ran*: processor time, user and system, from the kernel's own accounts. In a control group it
  is exact. Without one, children of a program that ignores their end are in no account: what such
  a program runs is estimated from what is seen at each look, and below what is likely.
- It *slept*: it was looked at every 5 to 15 ms, at moments drawn by lot, and none of its threads
  ran or wanted to run. So this is a measurement by samples. It is right on the average for a bot
  that naps between the looks, within two looks for one that sleeps long, and it never has what
  nobody saw: naps of turns that end before the first look, or a time in which the referee itself
  was held up. A thread that waits for a disk is taken to sleep.
- It *waited* for a core, since others ran: that is the rest of the time that passed. The kernel
  counts such waiting, but for each thread alone, and forgets it as the thread ends. As the rest, it
  holds for a bot of a thousand short-lived children too.

*Own time* is what it ran and slept: the time that passed, but for the waiting. Waiting is the
machine's doing, and nothing is ever charged for it, nor does it bring a bot nearer to any limit.

An event says which figure is charged: processor time, own time, or what the bot itself took off
its clock in matrix.txt. Whatever it is, a bot that has nothing left is killed, and so is one that
sleeps. One that has waited out of all proportion is stopped as well, but that makes no verdict.

*No turn is run twice.* A bot that could make itself look kept waiting would think, be stopped, and
go on thinking in the next run for which it alone is charged. To charge the first run as well would
be unjust to an honest bot, which has to think all of it again; to charge the longer of both would
let the other gain. So the machine is waited for longer, once: a bot that waits for a core keeps
what it has thought and pays for it once. If there is no core for it even so, the game is void, and
begins anew, for both players alike. Nor can a bot bring that about: its time in all is known, and
that it waits must be seen, at moments drawn by lot, in threads that want a core and have none.
What is stopped from outside with all around it, as in a container that is paused, neither ran nor
was looked at, and is charged nothing.

A claim is honest if it lies between the processor time and the time that passed, give or take a
published margin: bots may measure either. Who measures the time that passed has waited in it, too,
and may come out below zero: that is a claim like any other. A claim may be lower by the start-up
too, which a program cannot measure, since it happens before its own code runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from formats.seconds import MARGIN
from referee.program import Allowance
from referee.sandbox.run_result import RunResult

_STARTUP, _STARTUP_CHARGED, _STARTUP_STRICT = Decimal(3), Decimal("0.5"), Decimal("0.2")


class Clock(StrEnum):
    CPU = "cpu"
    """Processor time, user and system, of the turn's whole process tree."""
    WALL = "wall"
    """Time that passed, but for waiting for a core."""
    FILE = "file"
    """What the bot writes."""


@dataclass(frozen=True, slots=True)
class Timing:
    clock: Clock = Clock.CPU
    margin: Decimal = MARGIN
    """How much a bot's claim may differ from what was measured."""
    startup: Decimal | None = None
    """How much lower it may be besides, for what happens before the bot's own code runs; unless
    anything is said, 0.5 s where the claim is charged, and 3 s where it gains nothing; 0.2 s
    where any false claim disqualifies.
    """
    patience: Decimal = Decimal(2)
    """How much longer than its time left a bot may run and sleep."""
    idle: Decimal = Decimal(10)
    """How long it may sleep in a whole game; more sleep shortens its later turns."""
    waits: Decimal = Decimal(30)
    """How many times its own time it may wait for a core in a turn"""
    overload: Decimal = Decimal(180)
    """and how long besides, before the game is given up as the machine's fault."""
    is_strict: bool = False
    """Whether a claim that is lower than what was measured disqualifies though it gains nothing."""

    def allowance(self, left: Decimal, slept: Decimal = Decimal(0)) -> Allowance:
        """How long a bot may run with this much time left, having slept this long before.

        So a game ends, even of a bot that sleeps in each turn and is charged nothing for it.
        """
        if self.charges_sleep:
            return self._allowance(left, None)
        cpu = left + self._unseen
        return self._allowance(max(cpu + self.sleep_left(slept), Decimal(0)), cpu)

    def sleep_left(self, slept: Decimal) -> Decimal:
        """How much longer than its time a bot that has slept so long may take by sleeping.

        Below zero it is what was slept too long, and is missing.
        """
        return min(self.patience, self.idle - slept)

    def _allowance(self, own: Decimal, cpu: Decimal | None) -> Allowance:
        return Allowance(own, own * (1 + self.waits) + self.overload, cpu)

    def charge(self, happened: RunResult, claimed: Decimal) -> Decimal:
        """The time that is taken off the bot's clock."""
        measured = self.measured(happened)
        if measured is not None:
            return measured
        # A bot that reads the clock on the wall claims its waiting too: the machine's doing.
        most = max(happened.cpu, happened.own) + self.margin
        return min(max(claimed, Decimal(0)), most)

    def measured(self, happened: RunResult) -> Decimal | None:
        """What the referee measured, unless the clock goes by what the bot writes."""
        if self.clock is Clock.FILE:
            return None
        return happened.cpu if self.clock is Clock.CPU else happened.own

    @property
    def charges_sleep(self) -> bool:
        """Whether a bot that sleeps pays for it with its time, so that it needs no other limit."""
        return self.clock is Clock.WALL

    def is_honest(self, happened: RunResult, claimed: Decimal) -> bool:
        """Whether a bot can have measured the time that it claims to have used."""
        figures = self.figures(happened)
        return figures["least"] <= claimed <= figures["most"]

    @property
    def unmeasured(self) -> Decimal:
        """How much of a turn's start a bot need not claim.

        A program in Java that is compiled as it starts has used 1.8 s before its first line.
        """
        if self.startup is not None:
            return self.startup
        if self.is_strict:
            return _STARTUP_STRICT
        return _STARTUP_CHARGED if self.clock is Clock.FILE else _STARTUP

    def figures(self, happened: RunResult) -> dict[str, Decimal]:
        """What was measured, and the least and the most that a claim may be."""
        cpu, wall = happened.cpu, happened.wall
        least = min(cpu, wall) - self.margin - self.unmeasured
        return {
            "cpu": cpu,
            "wall": wall,
            # A little below nothing is what a bot claims that rounds the time it has left.
            "least": max(least, -self.margin),
            "most": max(cpu, wall) + self.margin,
        }

    @property
    def _unseen(self) -> Decimal:
        """How much more a bot may use than it has to report."""
        return self.margin + self.unmeasured if self.clock is Clock.FILE else Decimal(0)

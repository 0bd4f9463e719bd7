"""The clocks: which time a bot is charged, and which claims about its own time are false.

The time of a turn is known in three parts, for all threads and processes of the bot together,
including those that have ended:

- It *ran*: processor time, user and system, from the kernel's own accounts. In a control group it
  is exact. Without one, children of a program that ignores their end are in no account: their time
  is estimated from periodic looks, below what is likely.
- It *slept*: the bot is looked at every 5 to 15 ms, at random moments, and none of its threads ran
  or was ready to run. This is a measurement by samples. It is right on the average for a bot that
  naps between the looks, and within two looks for a bot that sleeps long. It never includes what
  was not seen: naps in turns that end before the first look, or a time in which the referee itself
  was delayed. A thread that waits for a disk counts as asleep.
- It *waited* for a core, since other programs ran: that is the rest of the wall time. The kernel
  counts such waiting, but for each thread alone, and forgets it when the thread ends. As the rest,
  it is right also for a bot of a thousand short-lived children.

Where there is no keeper (``sandbox/plain``), nothing is looked at: what a bot did not run is sleep.

*Own time* is the time that the bot ran and slept: wall time without waiting. Waiting is caused by
the machine, so it is never charged and brings a bot no nearer to any limit.

An event chooses what is charged: processor time, own time, or what the bot itself subtracted in
matrix.txt. In each case a bot with no time left is killed, and so is a bot that sleeps too long. A
bot that has waited out of all proportion is stopped as well, but without a verdict.

*No turn is run twice.* A bot that could make it look as if it waited would think, be stopped, and
go on thinking in the next run, for which alone it is charged. Charging the first run as well would
be unjust to an honest bot, which has to think everything again; charging the longer of the two
would let the other bot gain. So the referee waits for the machine longer, once: a bot that waits
for a core keeps what it has thought and pays for it once. If there is no core for it even so, the
game is void, and begins again, for both players alike. Nor can a bot bring that about: its time in
all is known, and waiting counts only if it is seen, at random moments, in threads that want a core
and have none. A bot that is stopped from outside with everything around it, as in a paused
container, neither runs nor is looked at, and is charged nothing.

A claim is honest if it lies between the processor time and the wall time, within a published
margin: bots may measure either. A bot that measures wall time has waited in it, too, and its time
left may become negative: that is a claim like any other. A claim may also be lower by the start-up
time, which a program cannot measure, since it passes before the program's own code runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from formats.seconds import MARGIN
from referee.program import Allowance

if TYPE_CHECKING:
    from referee.sandbox.run_result import RunResult

CLOCK_TICK = Decimal("0.02")
"""Seconds that may be 0 for a bot that subtracts its time: on Windows clocks advance by 0.0156 s,
and two decimals show no less than 0.01 s."""
_STARTUP, _STARTUP_CHARGED, _STARTUP_STRICT = Decimal(3), Decimal("0.5"), Decimal("0.2")


class Clock(StrEnum):
    CPU = "cpu"
    """Processor time, user and system, of the turn's whole process tree."""
    WALL = "wall"
    """Own time: the time that passed without waiting for a core."""
    FILE = "file"
    """The time that the bot subtracts in matrix.txt."""


@dataclass(frozen=True, slots=True)
class Timing:
    clock: Clock = Clock.CPU
    margin: Decimal = MARGIN
    """Accepted difference between a bot's claim and the measured time."""
    startup: Decimal | None = None
    """Further amount by which a claim may be too low, for the time before the bot's own code runs.

    None means 0.5 s where the claim is charged, 3 s where a low claim gains nothing, and 0.2 s
    where any false claim disqualifies.
    """
    patience: Decimal = Decimal(2)
    """Time beyond its time left that a bot may run and sleep."""
    idle: Decimal = Decimal(10)
    """Sleep that a bot is allowed in a whole game; more sleep shortens its later turns."""
    waits: Decimal = Decimal(30)
    """Multiple of its own time for which a bot may wait for a core, in addition to ``overload``.

    A turn in which a bot waits longer is given up as the machine's fault.
    """
    overload: Decimal = Decimal(180)
    """Seconds that any bot may wait for a core, in addition to the multiple ``waits``."""
    is_strict: bool = False
    """True if a claim may be too low by 0.2 s only, even if it gains nothing; see ``startup``."""

    def allowance(self, left: Decimal, slept: Decimal = Decimal(0)) -> Allowance:
        """Return how long a bot may run with so much time left, having slept so long before.

        The limit on sleep ends a game even if a bot sleeps in each turn and is charged nothing for
        it.
        """
        if self.charges_sleep:
            return self._allowance(left, None)
        cpu = left + self._unreported
        return self._allowance(max(cpu + self.sleep_left(slept), Decimal(0)), cpu)

    def sleep_left(self, slept: Decimal) -> Decimal:
        """Return how much longer than its time a bot may take by sleeping, having slept so long.

        A negative result is excess sleep, which shortens the turn.
        """
        return min(self.patience, self.idle - slept)

    def _allowance(self, own: Decimal, cpu: Decimal | None) -> Allowance:
        return Allowance(own, own * (1 + self.waits) + self.overload, cpu)

    def charge(self, run_result: RunResult, claimed: Decimal) -> Decimal:
        """Return the time that is taken off the bot's clock."""
        measured = self.measured(run_result)
        if measured is not None:
            return measured
        # A bot that measures wall time claims its waiting, too, which the machine caused.
        most = max(run_result.cpu, run_result.own_time) + self.margin
        return min(max(claimed, Decimal(0)), most)

    def measured(self, run_result: RunResult) -> Decimal | None:
        """Return the time that the referee charges; None if the bot's own claim is charged."""
        if self.clock is Clock.FILE:
            return None
        return run_result.cpu if self.clock is Clock.CPU else run_result.own_time

    @property
    def charges_sleep(self) -> bool:
        """True if sleep is charged, so that it needs no other limit."""
        return self.clock is Clock.WALL

    def is_honest(self, run_result: RunResult, claimed: Decimal) -> bool:
        """Return whether the claimed time can be the result of an honest measurement."""
        figures = self.figures(run_result)
        return figures["least"] <= claimed <= figures["most"]

    @property
    def unmeasured(self) -> Decimal:
        """Time at the start of a turn that a bot need not claim.

        A program in Java that is compiled as it starts has used 1.8 s before its first line.
        """
        if self.startup is not None:
            return self.startup
        if self.is_strict:
            return _STARTUP_STRICT
        return _STARTUP_CHARGED if self.clock is Clock.FILE else _STARTUP

    def figures(self, run_result: RunResult) -> dict[str, Decimal]:
        """Return the measured times, and the least and the most that a bot may claim."""
        cpu, wall = run_result.cpu, run_result.wall
        least = min(cpu, wall) - self.margin - self.unmeasured
        return {
            "cpu": cpu,
            "wall": wall,
            # A bot that rounds its time left up claims slightly less than zero.
            "least": max(least, -self.margin),
            "most": max(cpu, wall) + self.margin,
        }

    @property
    def _unreported(self) -> Decimal:
        """Time that a bot may use in addition to what it has to report."""
        return self.margin + self.unmeasured if self.clock is Clock.FILE else Decimal(0)

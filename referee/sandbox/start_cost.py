"""Cost of starting a program, which is not charged to the bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Self

from referee.program import Allowance
from referee.sandbox.run_result import RunResult


@dataclass(frozen=True, slots=True)
class StartCost:
    """Time that starting a program takes before the program's own code runs.

    Time spent waiting for a core is not included: it differs from start to start.
    """

    cpu: Decimal = Decimal(0)
    slept: Decimal = Decimal(0)

    @classmethod
    def of_runs(cls, runs: Sequence[RunResult]) -> Self:
        """Return the least cost of several runs of a program that does nothing."""
        return cls(min(run.cpu for run in runs), min(run.slept for run in runs))

    def added_to(self, allowance: Allowance) -> Allowance:
        """Return the allowance raised by this cost, so that the program has all of the old one."""
        own = self.cpu + self.slept
        cpu = None if allowance.cpu is None else allowance.cpu + self.cpu
        return Allowance(allowance.own + own, allowance.wall + own, cpu)

    def taken_off(self, run_result: RunResult) -> RunResult:
        """Return the run result without this cost, where the program is charged for it.

        The wall time stays as it is: this start may have been quicker than any measured one, and
        subtracting would then give less time than the program itself saw pass.
        """
        least = Decimal(0)
        return replace(
            run_result,
            cpu=max(run_result.cpu - self.cpu, least),
            slept=max(run_result.slept - self.slept, least),
        )

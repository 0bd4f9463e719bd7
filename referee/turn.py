"""One half-move: the bot is run, and judged; run again, if the machine was at fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from formats.matrix import Matrix, write_matrix
from referee.judge import Judged, Rules, judge
from referee.program import Allowance, RefereeError
from referee.sandbox import Sandbox
from referee.sandbox.run_result import RunEnd, RunResult

MOST_RUNS = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in a half-move, the judgement of it, and what came to nothing before."""

    happened: RunResult
    judged: Judged
    void: tuple[RunResult, ...] = ()
    """Runs that do not count, since the machine had too much else to do."""

    @property
    def why_again(self) -> str:
        """Why it was run more than once, as records say it; empty if it was not."""
        if not self.void:
            return ""
        waits = ", ".join(f"{run.waited:.0f}" for run in self.void)
        times = "once more" if len(self.void) == 1 else f"{len(self.void)} times more"
        return f"run {times}: the machine was overloaded, the bot waited {waits} s for a core"


def play(
    before: Matrix,
    sandbox: Sandbox,
    rules: Rules,
    earlier: Sequence[str] = (),
    slept: Decimal = Decimal(0),
) -> Turn:
    """Lets the bot make its move in this position; it has slept so long in the game before."""
    left = before.time_of(before.position.player)
    file = write_matrix(before).encode()
    happened, void = run(sandbox, file, rules.timing.allowance(left, slept))
    return Turn(happened, judge(before, happened, rules, earlier, slept), void)


def run(
    sandbox: Sandbox, file: bytes, allowance: Allowance
) -> tuple[RunResult, tuple[RunResult, ...]]:
    """The first run of the bot that counts, and those before it that do not.

    Raises RefereeError where the machine has no time for it, however often it is tried.
    """
    void: list[RunResult] = []
    while (happened := sandbox.run(file, allowance)).end is RunEnd.OVERLOADED:
        void.append(happened)
        if len(void) == MOST_RUNS:
            raise RefereeError(
                f"the machine is overloaded: a bot that was to move waited {happened.waited:.0f} s"
                f" for a core, and no less in {MOST_RUNS - 1} tries before"
            )
    return happened, tuple(void)

"""One half-move: the bot is run, and judged; run again, if the machine was at fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from formats.matrix import Matrix, write
from referee.clock import was_overloaded
from referee.happened import Happened
from referee.judge import Judged, Rules, judge
from referee.sandbox import Sandbox

MOST_RUNS = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in a half-move, the judgement of it, and how often it was run."""

    happened: Happened
    judged: Judged
    runs: int = 1


def play(
    before: Matrix,
    sandbox: Sandbox,
    rules: Rules,
    earlier: Sequence[str] = (),
    slept: Decimal = Decimal(0),
) -> Turn:
    """Lets the bot make its move in this position; it has slept so long in the game before."""
    left = before.time_of(before.position.player)
    cpu, wall = rules.timing.cpu_limit(left), rules.timing.wall_limit(left, slept)
    file = write(before).encode()
    happened, runs = sandbox.run(file, cpu, wall), 1
    while was_overloaded(happened) and runs < MOST_RUNS:
        happened, runs = sandbox.run(file, cpu, wall), runs + 1
    return Turn(happened, judge(before, happened, rules, earlier), runs)

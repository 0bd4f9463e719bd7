"""A turn: a run of the bot, and its judgement."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from formats.matrix import Matrix, write_matrix
from formats.text import Text, reason_of
from referee.judge import Judgement, JudgingOptions, judge
from referee.program import Allowance, RefereeError
from referee.sandbox import Sandbox
from referee.sandbox.run_result import RunEnd, RunResult

_OVERLOADED = Text(
    "the machine is overloaded: a bot that was to move ran {own} s"
    " and waited {waited} s for a core",
    "машина перегружена: за один запуск бот работал {own} с и {waited} с ждал ядра",
)
_CANNOT_START = Text(
    "the machine cannot start a program: {why}", "машина не может запустить программу: {why}"
)
_MACHINE_ERRNOS = frozenset(
    {errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ESTALE, errno.ETXTBSY}
)
"""Reasons why a program cannot be started that say nothing about the program.

EIO is not among them: the kernel reports it for a program that is cut off.
"""


@dataclass(frozen=True, slots=True)
class Turn:
    """The run result of a turn, and its judgement."""

    run_result: RunResult
    judgement: Judgement


def play(
    before: Matrix,
    sandbox: Sandbox,
    judging: JudgingOptions,
    earlier: Sequence[str] = (),
    slept: Decimal = Decimal(0),
) -> Turn:
    """Let the bot move in this position; ``slept`` is how long it has slept in the game before."""
    left = before.time_of(before.position.player)
    file = write_matrix(before).encode()
    run_result = run(sandbox, file, judging.timing.allowance(left, slept))
    return Turn(run_result, judge(before, run_result, judging, earlier, slept))


def run(sandbox: Sandbox, file: bytes, allowance: Allowance) -> RunResult:
    """Run the bot. Raise RefereeError where the machine cannot start it or has no time for it.

    The turn is not repeated: a bot could go on thinking where it was stopped, and pay for it once.
    """
    run_result = sandbox.run(file, allowance)
    if run_result.end is RunEnd.OVERLOADED:
        own, waited = round(run_result.own_time), round(run_result.waited)
        raise RefereeError(_OVERLOADED, own=own, waited=waited)
    if run_result.end is RunEnd.NOT_STARTED and run_result.status in _MACHINE_ERRNOS:
        raise RefereeError(_CANNOT_START, why=reason_of(run_result.status))
    return run_result

"""Runs the turns of trusted bots where there is no keeper: plain Python, with ``psutil``.

The keeper is for Linux. Other systems can run trusted bots at the isolation level ``none``: every
figure means what the keeper's means, as far as the system reports it. Figures that must be sampled
are read every 5 to 15 ms, at random moments. Nothing is confined: a bot that is not trusted must
not be run here.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from decimal import Decimal
from pathlib import Path
from threading import Event

from referee.program import Allowance, RefereeError
from referee.sandbox.isolation_levels import trusted
from referee.sandbox.launch import Job
from referee.sandbox.plain import bot_turn
from referee.sandbox.plain.bot import Bot
from referee.sandbox.plain.bot_turn import Ran, attend, command_of
from referee.sandbox.run_result import RunEnd, RunResult, nothing

_MICROSECOND = Decimal("0.000001")


class Runner:
    """Runs the turns of one game, one after another."""

    is_ready = False
    """Flag: a later game can use it; a game has a folder of its own here, so none can."""

    def __init__(self, job: Job, stack: ExitStack) -> None:
        """Make the folder of the game, which the stack removes."""
        self._job = job
        self._folder = trusted.game_folder(stack)
        self._news = Event()
        self._stopped = False

    def ask(self, file: bytes, allowance: Allowance) -> RunResult:
        """Let the bot play one turn and wait until it has ended. Raises RefereeError."""
        self._news.clear()
        self._raise_if_stopped()
        try:
            with _new_folder(self._folder) as place:
                bot_turn.put_file(place, file)
                return self._play(place, allowance)
        except OSError as error:
            raise RefereeError(f"a turn cannot be run: {error}") from None

    def stop(self) -> None:
        """End the turn that runs in another thread, and forbid further ones."""
        self._stopped = True
        self._news.set()

    def lacked_memory(self) -> bool:
        """Return False: no kernel watches the memory here."""
        return False

    def _play(self, place: Path, allowance: Allowance) -> RunResult:
        job = self._job
        try:
            command = command_of(job.program, job.launch)
            bot = Bot(command, place, self._environment(), job.core_policy, self._news)
        except OSError as error:
            return nothing(RunEnd.NOT_STARTED, error.errno or 0)
        with bot.hear(job.limits.output, job.output_socket) as output, bot:
            ran = attend(bot, allowance, job.limits, self._news)
        self._raise_if_stopped()
        return _run_result(ran, place, output.kept, output.size)

    def _raise_if_stopped(self) -> None:
        if self._stopped:
            raise RefereeError("the turn was stopped")

    def _environment(self) -> Mapping[str, str]:
        return {**os.environ, **self._job.launch.environment}


@contextmanager
def _new_folder(parent: Path) -> Iterator[Path]:
    """Make the folder of a turn; what cannot be removed now is removed with the game's folder."""
    place = Path(tempfile.mkdtemp(prefix="turn-", dir=parent))
    try:
        yield place
    finally:
        bot_turn.empty(place)
        with suppress(OSError):
            place.rmdir()


def _run_result(ran: Ran, place: Path, printed: bytes, printed_size: int) -> RunResult:
    file = bot_turn.take_file(place)
    return RunResult(
        ran.end,
        ran.status,
        ran.cpu_us * _MICROSECOND,
        ran.wall_us * _MICROSECOND,
        ran.slept_us * _MICROSECOND,
        ran.memory,
        ran.left,
        file,
        bot_turn.other_names(place),
        printed,
        printed_size,
    )

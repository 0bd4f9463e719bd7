"""Watches a bot's turn, stops it at a limit and adds up what it used, as keeper/turn.c does."""

from __future__ import annotations

import random
import time
from decimal import Decimal
from threading import Event
from typing import NamedTuple

from referee.program import Allowance, Limits
from referee.sandbox.plain.bot import Bot
from referee.sandbox.plain.family import FamilyUse
from referee.sandbox.run_result import RunEnd

_SOONEST_US, _LATEST_US = 5_000, 15_000
_SHORTEST_US = 1_000
_MOST_SLEPT_US = 100_000
"""Longest sleep counted between two looks, however late the second is."""
_MILLION = 1_000_000


class Ran(NamedTuple):
    """The end of a bot, and what it used."""

    end: RunEnd
    status: int
    cpu_us: int
    wall_us: int
    slept_us: int
    memory: int
    left: bool


def attend(bot: Bot, allowance: Allowance, limits: Limits, news: Event) -> Ran:
    """Watch the bot until it ends or reaches a limit; kill what is left."""
    watcher = _Watcher(bot, allowance, limits)
    reached = watcher.attend(news)
    others = bot.family.others()
    # Nobody waits for them any more, so no other account includes their time.
    cpu_of_others = bot.family.used_by(others)
    bot.kill()
    end, status = (reached, 0) if reached is not None else _end_of(bot.status)
    cpu_us = max(watcher.cpu_us, bot.cpu_us + cpu_of_others)
    left = reached is None and bool(others)
    return Ran(end, status, cpu_us, bot.passed_us, watcher.slept_us, watcher.memory, left)


def _end_of(status: int) -> tuple[RunEnd, int]:
    """Return how the process ended; Python reports a signal as a negative number."""
    return (RunEnd.SIGNALLED, -status) if status < 0 else (RunEnd.EXITED, status)


class _Watcher:
    """The measurements of a running bot."""

    def __init__(self, bot: Bot, allowance: Allowance, limits: Limits) -> None:
        self._bot = bot
        self._own_us, self._wall_us = _us(allowance.own), _us(allowance.wall)
        self._cpu_us = None if allowance.cpu is None else _us(allowance.cpu)
        self._limits = limits
        self._looked_us = 0
        self._last_cpu_us = 0
        self.cpu_us = self.slept_us = self.memory = 0

    def attend(self, news: Event) -> RunEnd | None:
        """Return the limit that the bot reached; None if it has ended or was stopped."""
        duration = 0.0
        while not news.wait(max(self._pause_us() / _MILLION, duration)):
            started = time.thread_time()
            reached = self._look()
            # Looking takes long where there are many processes, and the bot must get on.
            duration = time.thread_time() - started
            if reached is not None:
                return reached
        return None

    def _look(self) -> RunEnd | None:
        reading = self._bot.family.look()
        passed = self._bot.passed_us
        self.cpu_us = max(self.cpu_us, reading.cpu_us)
        self.memory = max(self.memory, reading.memory)
        if not reading.awake:
            self._take_sleep(reading, passed)
        self._looked_us, self._last_cpu_us = passed, reading.cpu_us
        return self._reached(passed)

    def _take_sleep(self, reading: FamilyUse, passed: int) -> None:
        """Count the time since the last look as sleep, except what the processes ran in it."""
        slept = min(passed - self._looked_us, _MOST_SLEPT_US)
        ran = reading.cpu_us - self._last_cpu_us
        self.slept_us += max(slept - max(ran, 0), 0)

    def _reached(self, passed: int) -> RunEnd | None:
        if self._cpu_us is not None and self.cpu_us >= self._cpu_us:
            return RunEnd.CPU_OVER
        if self._own(passed) >= self._own_us:
            return RunEnd.OWN_TIME_OVER
        if passed >= self._wall_us:
            return RunEnd.OVERLOADED
        return RunEnd.MEMORY_OVER if self.memory > self._limits.memory else None

    def _own(self, passed: int) -> int:
        """Return the time that the bot ran or slept; parallel use of several cores counts once."""
        return min(self.cpu_us + self.slept_us, passed)

    def _pause_us(self) -> int:
        """Return a random pause until the next look, so that bots cannot foresee the looks."""
        left = self._own_us - self._own(self._bot.passed_us)
        if self._cpu_us is not None:
            left = min(left, self._cpu_us - self.cpu_us)
        pause = random.randrange(_SOONEST_US, _LATEST_US)
        return min(pause, max(left, _SHORTEST_US))


def _us(seconds: Decimal) -> int:
    return int(seconds * _MILLION)

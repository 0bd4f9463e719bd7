"""The bots that wait to be checked, and the one that is: never two at a time.

Two checks side by side would take each other's time, and a class that submits in the last minute
would bring the machine to its knees.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic

from arena.site.errors import Refusal
from arena.site.submit import texts as words
from arena.site.submit.check_worker import CheckOrder, News, check
from formats.fault import Fault
from referee.check.finding import Finding, Grade
from tournaments.entrants.program_store import digest
from tournaments.submission.log import Version

_MOST_WAITING = 40
_LONGEST = 900.0
"""Seconds after which a check is given up: it hangs by a fault of ours."""
_LOOK = 1.0
"""Seconds between two looks for a core."""
_SPAWN = get_context("spawn")


@dataclass
class QueuedCheck:
    """One upload, and what is known of it so far."""

    order: CheckOrder
    findings: list[Finding] = field(default_factory=list)
    version: Version | None = None
    faults: tuple[Fault, ...] = ()
    begun: bool = False
    over: bool = False

    @property
    def waits_for_core(self) -> bool:
        """Whether games are played on all cores, so that it neither begins nor goes on."""
        return not self.over and not self.order.background.has_core()

    @property
    def sha256(self) -> str:
        """By which its author recognises the file."""
        return digest(self.order.data)

    @property
    def failures(self) -> int:
        """How much is wrong with it."""
        return sum(finding.grade is Grade.FAILED for finding in self.findings)

    def take(self, news: News) -> None:
        """Takes in a message of its check."""
        match news:
            case Finding():
                self.findings.append(news)
            case Version():
                self.version = news
            case _:
                self.faults = news


class Checks:
    """All of them; the last one of each name is kept to be shown."""

    def __init__(self) -> None:
        self._waiting: deque[QueuedCheck] = deque()
        self._last: dict[str, QueuedCheck] = {}
        self._task: asyncio.Task[None] | None = None

    def last(self, name: str) -> QueuedCheck | None:
        """The last of that name."""
        return self._last.get(name)

    def before(self, check: QueuedCheck) -> int:
        """How many are checked before it."""
        running = sum(one.begun and not one.over for one in self._last.values())
        return running + list(self._waiting).index(check) if check in self._waiting else 0

    def refuse(self, name: str) -> None:
        """Raises Refusal if there can be no more of that name now."""
        last = self._last.get(name)
        if last and not last.over:
            raise Refusal(409, words.CHECKED_ALREADY)
        if len(self._waiting) >= _MOST_WAITING:
            raise Refusal(503, words.TOO_MANY_CHECKS, {"retry-after": "120"})

    def add(self, order: CheckOrder) -> None:
        """One more. Raises Refusal."""
        self.refuse(order.name)
        one = QueuedCheck(order)
        self._last[order.name] = one
        self._waiting.append(one)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        """One after the other."""
        try:
            while self._waiting:
                while self._waiting[0].waits_for_core:
                    await asyncio.sleep(_LOOK)
                await _made(self._waiting.popleft())
        finally:
            self._task = None


async def _made(one: QueuedCheck) -> None:
    """Makes one check; that it came to no end is a fault of ours."""
    one.begun = True
    ours, theirs = _SPAWN.Pipe(duplex=False)
    # No daemon, which may have no processes: it has one that reads the program (``shut_in``).
    process = _SPAWN.Process(target=check, args=(theirs, one.order), daemon=False)
    # From this thread, which lasts: the process ends with the thread that began it.
    process.start()
    theirs.close()
    try:
        await asyncio.to_thread(_follow, ours, one)
    except Exception:
        logging.getLogger(__name__).exception("a check was not finished")
    finally:
        one.over = True
        ours.close()
        process.terminate()
        await asyncio.to_thread(process.join, 5)
        process.kill()


def _follow(link: Connection, one: QueuedCheck) -> None:
    """Takes in messages of the check to its end; time spent waiting for a core does not count."""
    left = _LONGEST
    while left > 0:
        began = monotonic()
        try:
            if link.poll(_LOOK):
                one.take(link.recv())
        except EOFError:
            return
        if not one.waits_for_core:
            left -= monotonic() - began

"""The bots that wait to be checked, and the few that are.

Many checks side by side would take each other's time, and a class that submits in the last minute
would bring the machine to its knees. With one at a time, a bot that hangs would keep all others
waiting. Whoever has used least of their time is next (``arena/site/traffic/fair_queue.py``).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic

from arena.site.errors import Refusal
from arena.site.submit import texts as words
from arena.site.submit.check_worker import CheckOrder, News, check
from arena.site.supervision import begin_task, tell_host
from arena.site.traffic.fair_queue import FairQueue
from formats.fault import Fault
from referee.check.finding import Finding, Grade
from tournaments.storage import digest
from tournaments.submission.log import Version

_MOST_WAITING = 40
_MOST_BYTES = 200_000_000
"""Of all bots that wait or are checked: they are in memory."""
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
    sha256: str = field(init=False)
    """By which its author recognises the file."""

    def __post_init__(self) -> None:
        self.sha256 = digest(self.order.data)

    @property
    def waits_for_core(self) -> bool:
        """Whether games are played on all cores, so that it neither begins nor goes on."""
        return not self.over and not self.order.background.has_core()

    @property
    def failures(self) -> int:
        return sum(finding.grade is Grade.FAILED for finding in self.findings)

    def take(self, news: News) -> None:
        match news:
            case Finding():
                self.findings.append(news)
                if news.advice and news.advice_is_for_host:
                    tell_host(news.sentence, news.advice)
            case Version():
                self.version = news
            case _:
                self.faults = news


class Checks:
    """All of them; the last one of each name is kept to be shown."""

    def __init__(self, at_once: int) -> None:
        self._queue = FairQueue(at_once)
        self._waiting: list[QueuedCheck] = []
        self._last: dict[str, QueuedCheck] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def last(self, name: str) -> QueuedCheck | None:
        return self._last.get(name)

    def before(self, check: QueuedCheck) -> int:
        """How many are checked before it."""
        running = sum(one.begun and not one.over for one in self._last.values())
        return running + self._waiting.index(check) if check in self._waiting else 0

    def add(self, order: CheckOrder, client: str) -> None:
        """One more, of that client. Raises Refusal."""
        self._must_have_room(order)
        one = QueuedCheck(order)
        self._last[order.name] = one
        self._waiting.append(one)
        task = begin_task(self._make(one, client), "a check of a bot")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _must_have_room(self, order: CheckOrder) -> None:
        last = self._last.get(order.name)
        if last and not last.over:
            raise Refusal(409, words.CHECKED_ALREADY)
        size = len(order.data) + sum(len(one.order.data) for one in self._last.values())
        if len(self._waiting) >= _MOST_WAITING or size > _MOST_BYTES:
            raise Refusal(503, words.TOO_MANY_CHECKS, {"retry-after": "120"})

    async def _make(self, one: QueuedCheck, client: str) -> None:
        """Makes a check when it is its turn."""
        try:
            async with self._queue.turn(client):
                while one.waits_for_core:
                    await asyncio.sleep(_LOOK)
                self._waiting.remove(one)
                await _made(one)
        finally:  # whatever went wrong, the page must not wait for it, nor the next upload
            one.over = True
            if one in self._waiting:
                self._waiting.remove(one)
            one.order = replace(one.order, data=b"")  # nobody needs it any more


async def _made(one: QueuedCheck) -> None:
    """Makes one check; that it came to no end is a fault of ours."""
    one.begun = True
    ours, theirs = _SPAWN.Pipe()
    # The bot is sent afterwards: to start a process waits until it has taken in all that it is
    # given, and on a busy machine the whole site would wait for that for seconds.
    told = replace(one.order, data=b"")
    process = _SPAWN.Process(target=check, args=(theirs, told), daemon=False)
    # From this thread, which lasts: the process ends with the thread that began it.
    process.start()
    theirs.close()
    try:
        await asyncio.to_thread(_follow, ours, one)
    finally:
        ours.close()
        process.terminate()
        await asyncio.to_thread(process.join, 5)
        process.kill()


def _follow(link: Connection, one: QueuedCheck) -> None:
    """Sends the bot, and takes in messages of its check to its end.

    Time spent waiting for a core does not count.
    """
    link.send_bytes(one.order.data)
    left = _LONGEST
    while left > 0:
        began = monotonic()
        try:
            if link.poll(_LOOK):
                one.take(link.recv())
        except (EOFError, ConnectionError):
            return
        if not one.waits_for_core:
            left -= monotonic() - began

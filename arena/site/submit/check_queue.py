"""Queue of bots to be checked, of which a few are checked at a time.

Many checks at once would take each other's time, and a class that submits in the last minute would
overload the machine. With one at a time, a bot that hangs would keep all others waiting. The client
that has used least time is next (``arena/site/traffic/fair_queue.py``).

Each check is kept in the site's memory until it has an outcome, and begins anew after a restart of
the site. Without an outcome, it is begun three times at most.
"""

from __future__ import annotations

import asyncio
import json
import logging
from base64 import b64decode, b64encode
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from arena.site.errors import Refusal
from arena.site.memory import SiteMemory
from arena.site.submit import texts
from arena.site.submit.check_worker import CheckOrder, Outcome, check_bot
from arena.site.supervision import begin_call, begin_task, tell_host
from arena.site.traffic.fair_queue import FairQueue
from formats.fault import Fault
from referee.check.finding import CheckResult, Finding
from referee.sandbox import Background
from referee.worker import Answer, Worker
from tournaments.entrants.entrant_faults import OVERTAKEN
from tournaments.storage import digest, short_hash
from tournaments.submission.attachments import NO_ATTACHMENTS, Attachments
from tournaments.submission.log import Version

_MOST_WAITING = 40
_MOST_BYTES = 200_000_000
"""Bytes of all bots that wait or are checked, with their attachments: they are in memory."""
_LONGEST = 900.0
"""Seconds after which a check is given up: it hangs by our own fault."""
_BETWEEN_SEARCHES = 1.0
"""Seconds between two searches for a free core."""
_KIND = "check"
_ATTEMPTS = "attempts"
"""Kind of the entries that say how often a kept check was begun."""
_MOST_ATTEMPTS = 3
"""Number of times that a check is begun: it may be the check that ends the site."""
_LONGEST_KEPT = 30 * 24 * 3600.0
"""Seconds after which a check that has not ended is forgotten."""


@dataclass
class QueuedCheck:
    """A submission, and the results of its check so far."""

    order: CheckOrder
    findings: list[Finding] = field(default_factory=list)
    version: Version | None = None
    faults: tuple[Fault, ...] = ()
    attempts: int = 0
    """Number of times that the check was begun before the site was started."""
    begun: bool = False
    over: bool = False
    sha256: str = field(init=False)
    """Hash by which the author recognises the file."""

    def __post_init__(self) -> None:
        self.sha256 = digest(self.order.data)

    @property
    def short_hash(self) -> str:
        return short_hash(self.sha256)

    @property
    def waits_for_core(self) -> bool:
        """Return whether the check waits, since games are played on all cores."""
        return not self.over and not self.order.background.has_core()

    @property
    def failures(self) -> int:
        return sum(finding.result is CheckResult.FAILED for finding in self.findings)

    def take(self, news: Finding | Outcome) -> None:
        """Add a finding or the outcome, as the worker sends them."""
        match news:
            case Finding():
                self.findings.append(news)
                if news.advice and news.advice_is_for_host:
                    tell_host(news.sentence, news.advice)
            case Version():
                self.version = news
            case _:
                self.faults = news
                for fault in self.faults:
                    if fault.kind == OVERTAKEN and fault.hint_text:
                        tell_host(fault.text, fault.hint_text)


class Checks:
    """Checks, of which the last one of each student is kept to be shown."""

    def __init__(self, at_once: int, memory: SiteMemory | None = None) -> None:
        self._queue = FairQueue(at_once)
        self._memory = memory or SiteMemory()
        self._waiting: list[QueuedCheck] = []
        self._last: dict[str, QueuedCheck] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def last(self, name: str) -> QueuedCheck | None:
        return self._last.get(name)

    def count_ahead(self, check: QueuedCheck) -> int:
        """Return how many bots are checked before this one."""
        running = sum(other.begun and not other.over for other in self._last.values())
        return running + self._waiting.index(check) if check in self._waiting else 0

    def restore(self, background: Background, events: Path) -> None:
        """Queue the checks that had not ended when the site ended.

        ``events`` is the folder of events, which may have been moved.
        """
        attempts = self._memory.read(_ATTEMPTS, _LONGEST_KEPT)
        for name, text in self._memory.read(_KIND, _LONGEST_KEPT).items():
            try:
                order, client = _order_from(json.loads(text), background, events)
                check = QueuedCheck(order, attempts=int(attempts.get(name, "0")))
            except Exception:  # a fault in one check must not stop the others
                logging.getLogger(__name__).exception("a check that was kept cannot be read")
                self._forget(name)
                continue
            if check.attempts < _MOST_ATTEMPTS:
                self._begin(check, client)
            else:
                tell_host(texts.NOT_CHECKED.filled({"name": name, "attempts": check.attempts}))
                self._forget(name)

    def add(self, order: CheckOrder, client: str) -> None:
        """Queue a check for that client. Raise Refusal if there is no room for it."""
        self.must_have_room(order.name, order.size)
        self._memory.write(_KIND, order.name, partial(_text, order, client))
        self._memory.forget(_ATTEMPTS, order.name)  # those at an earlier bot of that name
        self._begin(QueuedCheck(order), client)

    def _begin(self, check: QueuedCheck, client: str) -> None:
        self._last[check.order.name] = check
        self._waiting.append(check)
        task = begin_task(self._carry_out(check, client), "a check of a bot")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def must_have_room(self, name: str, size: int) -> None:
        """Raise Refusal if no check of so many bytes can be queued for the name."""
        last = self._last.get(name)
        if last and not last.over:
            raise Refusal(409, texts.CHECKED_ALREADY)
        size += sum(check.order.size for check in self._last.values())
        if len(self._waiting) >= _MOST_WAITING or size > _MOST_BYTES:
            raise Refusal(503, texts.TOO_MANY_CHECKS, {"retry-after": "120"})

    async def _carry_out(self, check: QueuedCheck, client: str) -> None:
        """Run the check when it has a slot.

        A check that is interrupted, since the site ends, the worker is killed or the time is up, is
        not forgotten. Nor is one whose event cannot be read now; that is no attempt.
        """
        name = check.order.name
        try:
            async with self._queue.slot(client):
                while check.waits_for_core:
                    await asyncio.sleep(_BETWEEN_SEARCHES)
                self._waiting.remove(check)
                self._memory.write(_ATTEMPTS, name, lambda: str(check.attempts + 1))
                await _run(check)
            if check.version or check.faults:
                self._forget(name)
            else:
                self._memory.forget(_ATTEMPTS, name)
        finally:  # after any fault the page and the next submission must not wait
            check.over = True
            if check in self._waiting:
                self._waiting.remove(check)
            # The program and its attachments are not needed any more.
            check.order = replace(check.order, data=b"", attachments=NO_ATTACHMENTS)

    def _forget(self, name: str) -> None:
        self._memory.forget(_KIND, name)
        self._memory.forget(_ATTEMPTS, name)


def _text(order: CheckOrder, client: str) -> str:
    """Return the text that is kept of an order."""
    data = asdict(order) | {"client": client}
    del data["background"]  # the site may be started again with other settings
    data["event"] = order.event.name
    return json.dumps(data, default=_plain)


def _plain(value: object) -> str:
    """Return a value of an order in a form that JSON has."""
    match value:
        case bytes():
            return b64encode(value).decode()
        case datetime():
            return value.isoformat()
    return str(value)


def _order_from(
    data: dict[str, Any], background: Background, events: Path
) -> tuple[CheckOrder, str]:
    """Return the order and its client. Data not written here may raise any exception."""
    client, attachments = str(data.pop("client")), data.pop("attachments")
    for bytes_of, name in ((data, "data"), (attachments, "sources"), (attachments, "report")):
        bytes_of[name] = b64decode(bytes_of[name])
    data |= {"event": events / data["event"], "received": datetime.fromisoformat(data["received"])}
    return CheckOrder(**data, background=background, attachments=Attachments(**attachments)), client


async def _run(check: QueuedCheck) -> None:
    """Run one check in a worker; a check without an outcome is a fault of the site."""
    check.begun = True
    # This thread must start the worker, which ends with the thread that started it.
    worker = Worker(check_bot)
    _, done = begin_call(partial(_follow, worker, check, check.order), "a check of a bot")
    await done


def _follow(
    worker: Worker[CheckOrder, Finding, Outcome], check: QueuedCheck, order: CheckOrder
) -> None:
    """Send the order, and receive messages of its check to the end; then end the worker.

    The check ends earlier if it is given up. Raise TimeoutError if it takes too long, not counting
    waits for a core.
    """
    with closing(worker):
        # The order is sent here, since on a busy machine it takes seconds until a bot is read.
        worker.send(order)
        seconds_left = _LONGEST
        while seconds_left > 0 and not check.over:
            began = monotonic()
            message = worker.receive(_BETWEEN_SEARCHES)
            if message is not None:
                check.take(message.value)
            if isinstance(message, Answer):
                return
            if not check.waits_for_core:
                seconds_left -= monotonic() - began
    if not check.over:
        raise TimeoutError(f"the check did not end within {_LONGEST:.0f} s")

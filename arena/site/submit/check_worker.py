"""Check of a bot in a process of its own, which a hostile file may well crash.

Findings are sent as they come, and the outcome of the submission last.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeAlias

from arena.site.watch.event_index import event_in
from formats.fault import Fault
from referee.check.finding import Finding
from referee.sandbox import Background
from referee.worker import end_with_parent
from tournaments.submission import PendingVersion, Submissions, submissions
from tournaments.submission.attachments import NO_ATTACHMENTS, Attachments
from tournaments.submission.log import Version


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """Order to check a bot, and to enter it if it passes."""

    name: str
    event: Path
    """File of the event."""
    section: str
    data: bytes
    title: str
    """Title of event and section."""
    background: Background
    """Priority and cores of the check, beside games that are being played."""
    attachments: Attachments = NO_ATTACHMENTS
    """Attachments: sources and report."""
    again: int | None = None
    """Number of the submitted version that is checked again; None for a new one."""


Refused: TypeAlias = tuple[Fault, ...]
News: TypeAlias = Finding | Version | Refused


def entry_to(path: Path, section: str | None) -> Submissions | Fault | None:
    """Return the submissions of a section of the event at ``path``; None without such an event."""
    event = event_in(path)
    if event is None:
        return None
    return submissions(event, path.parent, path.parent / path.stem, section)


def run_check(link: Connection, order: CheckOrder) -> None:
    """Run in the process: receive the bot, check it, and send findings and outcome."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    data = link.recv_bytes()
    entry = entry_to(order.event, order.section)
    if not isinstance(entry, Submissions):
        link.send(() if entry is None else (entry,))
        return
    pending = _pending(entry, order, data)
    if not isinstance(pending, PendingVersion):
        link.send(tuple(pending))
        return
    send_findings(link, pending.examine(order.background))
    entered = pending.enter(order.attachments)
    link.send((entered,) if isinstance(entered, Fault) else entered)


def _pending(
    entry: Submissions, order: CheckOrder, data: bytes
) -> PendingVersion | Sequence[Fault]:
    """Return the attempt to enter the bot of the order, or the faults that forbid it."""
    if order.again is None:
        return entry.pending(order.name, data)
    version = entry.version(order.name, order.again)
    return [version] if isinstance(version, Fault) else entry.recheck(version)


def send_findings(link: Connection, findings: Iterable[Finding]) -> None:
    """Send each finding with what is shown of it, and without the turn from which it follows."""
    for finding in findings:
        link.send(replace(finding, lost=None))


def _end(_number: int, _frame: object) -> None:
    """Raise SystemExit, so that sandboxes are closed and folders removed."""
    raise SystemExit

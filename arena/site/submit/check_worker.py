"""Check of a bot in a worker of its own, which a hostile file may well crash.

Findings are sent as they come, and the outcome of the submission last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from arena.site.watch.event_index import event_in
from formats.fault import Fault
from referee.check.finding import Finding
from referee.sandbox import Background
from referee.worker import Tell
from tournaments.submission import PendingVersion, Submissions, submissions
from tournaments.submission.attachments import NO_ATTACHMENTS, Attachments
from tournaments.submission.log import Version


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """Order to check a bot and to record it as a version, fit or not."""

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
    received: datetime = field(default_factory=lambda: datetime.now(UTC))
    """Time of the submission: the check waits for others, and for a core."""

    @property
    def size(self) -> int:
        """Return the number of bytes of the program and its attachments."""
        return len(self.data) + self.attachments.size


Refused: TypeAlias = tuple[Fault, ...]
Outcome: TypeAlias = Version | Refused
"""Version that was recorded, or the faults that forbid it."""


def submissions_to(path: Path, section: str | None) -> Submissions | Fault | None:
    """Return the submissions of a section of the event at ``path``; None without such an event."""
    event = event_in(path)
    if event is None:
        return None
    return submissions(event, path.parent, path.parent / path.stem, section)


def check_bot(order: CheckOrder, tell: Tell[Finding], _kept: None) -> Outcome:
    """Check the bot of the order and record it as a version, fit or not; runs in the worker."""
    section_submissions = submissions_to(order.event, order.section)
    if not isinstance(section_submissions, Submissions):
        return () if section_submissions is None else (section_submissions,)
    pending = _pending(section_submissions, order)
    if not isinstance(pending, PendingVersion):
        return tuple(pending)
    send_findings(tell, pending.examine(order.background))
    entered = pending.enter(order.attachments)
    return (entered,) if isinstance(entered, Fault) else entered


def _pending(
    section_submissions: Submissions, order: CheckOrder
) -> PendingVersion | Sequence[Fault]:
    """Return the version to be checked and recorded, or the faults that forbid it."""
    if order.again is None:
        return section_submissions.pending(order.name, order.data, order.received)
    version = section_submissions.version(order.name, order.again)
    return [version] if isinstance(version, Fault) else section_submissions.recheck(version)


def send_findings(tell: Tell[Finding], findings: Iterable[Finding]) -> None:
    """Send each finding without its lost turn, which pages do not show."""
    for finding in findings:
        tell(replace(finding, lost_turn=None))

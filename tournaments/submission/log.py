"""The list of submitted versions: a file of JSON lines, to which lines are only added.

A line is on the disk when ``add`` returns. A line that a power cut tore is skipped: nobody was told
that its version was submitted.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from formats.text import Text, join_list
from referee.check.checks import all_checks
from tournaments.storage import short_hash

_ENTERED = Text(
    "{name}: version {number}, {sha256}, is entered in «{title}» and will play",
    "{name}: версия {number}, {sha256}, сдана в «{title}» и будет играть",
)
_NOT_ENTERED = Text(
    "{name}: version {number}, {sha256}, is kept, but will not play",
    "{name}: версия {number}, {sha256}, сохранена, но играть не будет",
)
_PLAYS = Text("plays", "играет")
_PASSED = Text("passed", "прошла проверку")
_FAILED = Text("failed: {checks}", "не прошла: {checks}")
_PLAYS_THOUGH_FAILED = Text("plays, failed: {checks}", "играет, не прошла: {checks}")
_AFTER_DEADLINE = Text(
    "the deadline was {deadline}: the list of submissions says that this version came later",
    "срок сдачи был {deadline}: в списке сданного помечено, что эта версия пришла позже",
)
_LATE = Text("{state}, after the deadline", "{state}, после срока")


def time_with_offset(moment: datetime, deadline: datetime | None) -> str:
    """Return the moment with its offset from UTC.

    It is in the time zone of the deadline, or of this machine if there is none.
    """
    local = moment.astimezone(deadline.tzinfo if deadline else None)
    return local.isoformat(sep=" ", timespec="seconds")


def entry_sentence(title: str, name: str, number: int, sha256: str, *, is_fit: bool) -> Text:
    """Return a sentence that says whether a submitted version will play in the event."""
    text = _ENTERED if is_fit else _NOT_ENTERED
    values = {"title": title, "name": name, "number": number, "sha256": short_hash(sha256)}
    return text.filled(values)


def late_sentence(time: str, deadline: datetime | None) -> Text | None:
    """Return a sentence that says that a submission of that time came after the deadline."""
    if deadline is None or _is_by(time, deadline):
        return None
    return _AFTER_DEADLINE.filled({"deadline": time_with_offset(deadline, deadline)})


def _is_by(time: str, moment: datetime) -> bool:
    """Return whether the time of a submission is not after the moment, to the second."""
    return datetime.fromisoformat(time).replace(microsecond=0) <= moment


@dataclass(frozen=True, slots=True)
class Version:
    section: str
    name: str
    number: int
    """Number of the version among those of this name, from 1."""
    time: str
    """Time of submission, such as 2026-11-21T20:15:00.123456+00:00."""
    sha256: str
    size: int
    failed: tuple[str, ...] = ()
    """Labels of the checks that the version failed; empty if it is fit to play."""
    sources: str = ""
    """Name of the file with the sources; empty if none were handed in."""
    report: str = ""
    """Name of the file with the report; empty if none was handed in."""

    @property
    def is_fit(self) -> bool:
        return not self.failed

    @property
    def short_hash(self) -> str:
        """Return the first digits of the hash, for readers."""
        return short_hash(self.sha256)

    def time_text(self, deadline: datetime | None = None) -> str:
        """Return the time of submission with its offset from UTC, for readers."""
        return time_with_offset(datetime.fromisoformat(self.time), deadline)

    def is_by(self, moment: datetime) -> bool:
        """Return whether the version was submitted by the moment, to the second."""
        return _is_by(self.time, moment)

    def entry_sentence(self, title: str) -> Text:
        """Return a sentence that says whether the version will play in the event of that title."""
        return entry_sentence(title, self.name, self.number, self.sha256, is_fit=self.is_fit)

    def state(self, deadline: datetime | None = None, *, plays: bool) -> Text:
        """Return the state of the version in a few words, which say if it came too late."""
        state = self._state(plays=plays)
        is_late = deadline is not None and not self.is_by(deadline)
        return _LATE.filled({"state": state}) if is_late else state

    def _state(self, *, plays: bool) -> Text:
        if self.is_fit:
            return _PLAYS if plays else _PASSED
        titles = [all_checks()[label].TITLE for label in self.failed if label in all_checks()]
        text = _PLAYS_THOUGH_FAILED if plays else _FAILED
        return text.filled({"checks": join_list(titles)})


class Versions:
    """The list in its file; whoever adds to it must hold the lock of its folder."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> list[Version]:
        """Return every version, the oldest first."""
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return []
        versions = (version for line in lines if (version := _version_from_line(line)) is not None)
        # A version that was checked again has another line with its number and its time.
        return list({(v.section, v.name, v.number): v for v in versions}.values())

    def add(self, version: Version) -> None:
        line = json.dumps(asdict(version), ensure_ascii=False)
        with self._path.open("ab") as file:
            # The last line may be torn, so the new one must begin with a line end.
            file.write(f"{_missing_line_end(self._path)}{line}\n".encode())
            file.flush()
            os.fsync(file.fileno())


def _missing_line_end(path: Path) -> str:
    data = path.read_bytes()
    return "\n" if data and not data.endswith(b"\n") else ""


def _version_from_line(line: str) -> Version | None:
    """Return the version of a line, or None if the line was cut off."""
    try:
        values = json.loads(line)
        return Version(**{**values, "failed": tuple(values["failed"])})
    except (ValueError, TypeError, KeyError):
        return None

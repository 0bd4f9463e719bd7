"""The versions that were submitted: a list that is only added to, a line each.

A line is JSON, and is on the disk when ``add`` returns. A line that a power cut tore is passed
over: what it was about was not told to anybody as done.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from formats.text import Text, listed
from referee.check.checks import all_checks

_ENTERED = Text(
    "{name}: version {number}, {sha256}, is entered in «{title}» and will play",
    "{name}: версия {number}, {sha256}, заявлена в «{title}» и будет играть",
)
_NOT_ENTERED = Text(
    "{name}: version {number}, {sha256}, is kept, but will not play",
    "{name}: версия {number}, {sha256}, сохранена, но играть не будет",
)
_PLAYS = Text("plays", "играет")
_PASSED = Text("passed", "прошла проверку")
_FAILED = Text("failed: {checks}", "не прошла: {checks}")
_LATE = Text("{state}, after the deadline", "{state}, после срока")
_SHOWN = 12
"""Digits of a hash."""


@dataclass(frozen=True, slots=True)
class Version:
    section: str
    name: str
    number: int
    """Of that name, from 1."""
    time: str
    """When it was submitted, such as 2026-11-21T20:15:00+00:00."""
    sha256: str
    size: int
    failed: tuple[str, ...] = ()
    """The checks that it failed, by their labels; none if it is fit to play."""
    sources: str = ""
    """The file that its sources are kept in, if they were handed in."""
    report: str = ""
    """Likewise the report on it."""

    @property
    def fit(self) -> bool:
        return not self.failed

    @property
    def short_hash(self) -> str:
        """As much of the hash as people are shown."""
        return self.sha256[:_SHOWN]

    @property
    def local_time(self) -> str:
        """When it was submitted, as the clock here shows it, with its distance from UTC."""
        local = datetime.fromisoformat(self.time).astimezone()
        return local.isoformat(sep=" ", timespec="seconds")

    def is_by(self, moment: datetime) -> bool:
        """Whether it was submitted by then."""
        return datetime.fromisoformat(self.time) <= moment

    def entry_sentence(self, title: str | None = None) -> Text:
        """Whether it will play, in a sentence; and where: by default, the section's name."""
        text = _ENTERED if self.fit else _NOT_ENTERED
        return text.filled(
            {**asdict(self), "sha256": self.short_hash, "title": title or self.section}
        )

    def state(self, deadline: datetime | None = None, *, plays: bool) -> Text:
        """What became of it, in a word or two; and that it came late, if it did."""
        state = self._state(plays=plays)
        is_late = deadline is not None and not self.is_by(deadline)
        return _LATE.filled({"state": state}) if is_late else state

    def _state(self, *, plays: bool) -> Text:
        if self.fit:
            return _PLAYS if plays else _PASSED
        titles = [all_checks()[label].TITLE for label in self.failed if label in all_checks()]
        return _FAILED.filled({"checks": listed(titles)})


class Versions:
    """The list, in a file of its own; to add to it, hold the lock of its folder."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> list[Version]:
        """Every version, the oldest first."""
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return []
        read = (version for line in lines if (version := _read(line)) is not None)
        # One that was checked again has another line, with its number and its time.
        return list({(one.section, one.name, one.number): one for one in read}.values())

    def add(self, version: Version) -> None:
        line = json.dumps(asdict(version), ensure_ascii=False)
        with self._path.open("ab") as file:
            # A line end first: the last line may be torn.
            file.write(f"{_line_end(self._path)}{line}\n".encode())
            file.flush()
            os.fsync(file.fileno())


def _line_end(path: Path) -> str:
    data = path.read_bytes()
    return "\n" if data and not data.endswith(b"\n") else ""


def _read(line: str) -> Version | None:
    """The version that a line describes; nothing if the line was cut off."""
    try:
        values = json.loads(line)
        return Version(**{**values, "failed": tuple(values["failed"])})
    except (ValueError, TypeError, KeyError):
        return None

"""The versions that were submitted: a list that is only added to, a line each.

A line is JSON, and is on the disk when ``add`` returns. A line that a power cut tore is passed
over: what it was about was not told to anybody as done.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Version:
    """A program as it was submitted once."""

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

    @property
    def fit(self) -> bool:
        """Whether it passed every check."""
        return not self.failed


class Versions:
    """The list, in a file of its own. Whoever adds to it holds the lock of its folder."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> list[Version]:
        """Every version, the oldest first."""
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return []
        return [version for line in lines if (version := _read(line)) is not None]

    def add(self, version: Version) -> None:
        """Writes it down after the others."""
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

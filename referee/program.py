"""A bot as the referee sees it: an unknown executable file, and how such a file is run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_WINDOWS_MAGIC = b"MZ"


@dataclass(frozen=True, slots=True)
class Program:
    """An executable with a name for the table, and the arguments it is given."""

    name: str
    path: Path
    arguments: tuple[str, ...] = ()

    @property
    def is_windows(self) -> bool:
        """Whether it is made for Windows, so that Wine must run it."""
        with self.path.open("rb") as file:
            return file.read(2) == _WINDOWS_MAGIC

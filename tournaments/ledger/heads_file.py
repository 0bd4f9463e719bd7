"""The file beside a ledger: in each line, how many entries that had and the hash of the last.

SQLite keeps the newest entries in a file of its own, ``ledger.sqlite-wal``. Without it, or with an
empty one, the ledger would be a good one with fewer entries, or with none. What stands here tells
that there were more.

A line is added after the entry is on the disk, and not forced to the disk itself: whatever stops
the arena, the ledger is never behind. A line that was not written whole is no line. Where the last
are missing, nothing is wrong: they are written again when the event goes on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from tournaments.ledger.chain import Head

NAME = "ledger.heads"
_LINE = re.compile(rb"([0-9]{1,9}) ([0-9a-f]{64})")
_MOST_READ = 1 << 28
_OPEN_TO_READ = 0o644
WRONG = ""
"""In place of the hash of a line that cannot be read."""


class HeadsFile:
    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def is_there(self) -> bool:
        """Whether somebody has begun an event in the folder."""
        return os.path.lexists(self._path)

    def read(self) -> dict[int, str]:
        """The hashes by the numbers of entries; WRONG by the number that a line should have."""
        try:
            with self._path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                lines = file.read(min(size, _MOST_READ)).split(b"\n")
        except FileNotFoundError:
            return {}
        told: dict[int, str] = {}
        for line in lines[:-1]:
            if b"\0" in line:  # a file system has lost it as the power went
                continue
            found = _LINE.fullmatch(line)
            number = int(found[1]) if found else max(told, default=-1) + 1
            told[number] = found[2].decode() if found and number not in told else WRONG
        return told

    def add(self, head: Head) -> None:
        """Writes one more line. Raises OSError."""
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, _OPEN_TO_READ)
        try:
            os.write(file, _line(head))
        finally:
            os.close(file)

    def renew(self, hashes: Iterable[str]) -> None:
        """Makes it say exactly this, for no entries and for each more. Raises OSError."""
        text = b"".join(_line(Head(entries, one)) for entries, one in enumerate(hashes))
        if self.is_there() and self._path.read_bytes() == text:
            return
        partial = self._path.with_name(f"{NAME}.part")
        with partial.open("wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self._path)


def _line(head: Head) -> bytes:
    return f"{head}\n".encode()

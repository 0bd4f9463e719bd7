"""The file beside a ledger with a line for each entry: the number of entries and the last hash.

SQLite keeps the newest entries in a file of its own, ``ledger.sqlite-wal``. Without it, or with an
empty one, the ledger would look intact with fewer entries or with none. The lines here show that
there were more.

A line is added after the entry is on the disk, and is not forced to the disk itself: whatever stops
the arena, the ledger is never behind. An incomplete line is ignored. If the last lines are missing,
that is no fault: they are written again when the event goes on. A line that is missing
before others is a fault.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from io import FileIO
from pathlib import Path

from tournaments.ledger.chain import Head

NAME = "ledger.heads"
_LINE = re.compile(rb"([0-9]{1,9}) ([0-9a-f]{64})")
_MOST_READ = 1 << 28
_MOST_OF_LINE = 128
"""Number of bytes that no line has."""
WRONG = ""
"""Value in place of the hash of an unreadable or missing line."""


class HeadsFile:
    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def exists(self) -> bool:
        """Return whether the file exists, and so an event was begun in the folder."""
        return os.path.lexists(self._path)

    def read(self) -> dict[int, str]:
        """Return the hashes by numbers of entries.

        The value is WRONG for a line that cannot be read, and for the first line of a gap.
        """
        try:
            with self._path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                lines = file.read(min(size, _MOST_READ)).split(b"\n")
        except FileNotFoundError:
            return {}
        hashes: dict[int, str] = {}
        expected, is_after_loss = 0, False
        for line in lines[:-1]:
            if b"\0" in line:  # The file system lost lines in a power cut.
                is_after_loss = True
                continue
            match = _LINE.fullmatch(line)
            number = int(match[1]) if match else expected
            if number > expected and not is_after_loss:
                hashes[expected] = WRONG
            hashes[number] = match[2].decode() if match and number not in hashes else WRONG
            expected, is_after_loss = max(expected, number + 1), False
        return hashes

    def add(self, heads: Iterable[Head]) -> None:
        """Add a line for each head; may raise OSError."""
        lines = b"".join(map(_line, heads))
        with self._path.open("ab+", buffering=0) as file:
            file.truncate(_size_of_whole_lines(file))
            while lines:  # A full disk takes a part, and refuses the rest.
                lines = lines[file.write(lines) :]

    def rewrite(self, hashes: Iterable[str]) -> None:
        """Write the hashes of the beginning and of all entries, unless the file has them."""
        text = b"".join(_line(Head(entries, hash_)) for entries, hash_ in enumerate(hashes))
        if self.exists() and self._path.read_bytes() == text:
            return
        partial = self._path.with_name(f"{NAME}.part")
        with partial.open("wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self._path)


def _size_of_whole_lines(file: FileIO) -> int:
    """Return the size without an incomplete last line, which a full disk or a crash leaves."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _MOST_OF_LINE))
    end = file.read()
    return size - len(end) + end.rfind(b"\n") + 1


def _line(head: Head) -> bytes:
    return f"{head}\n".encode()

"""Feeds the readers of ledgers and of event files with what a fuzzer makes of the code they reach.

The first byte of an input says what it is; see ``README.md`` for how to run it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris  # type: ignore[import-untyped]  # installed apart: the tests do without it

with atheris.instrument_imports(include=["formats", "tournaments", "tests.tournaments"]):
    from formats.games import all_games
    from tests.tournaments.filled_ledger import fill
    from tests.tournaments.ledger.edited import SMALL, contents
    from tests.tournaments.run.properties import check_any_event, check_any_ledger
    from tournaments.ledger import NAME
    from tournaments.ledger.heads_file import NAME as HEADS
    from tournaments.schedules import all_schedules

    all_games(), all_schedules()  # imported only when they are asked for

_EDIT = 4
"""Bytes of an input that say one edit: at which of 65,536 parts of the file, and what to add."""


class Files:
    """A whole ledger, whose bytes an input edits: from nothing no fuzzer would make one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "edited"
        self._folder.mkdir()
        whole = fill(folder / "whole", SMALL)
        self._data = (whole / NAME).read_bytes()
        self._heads = (whole / HEADS).read_bytes()
        self._contents = contents(whole)

    def check(self, data: bytes) -> None:
        """An event file, a ledger, or its heads."""
        kind, rest = data[:1], data[1:]
        if kind < b"\x40":
            check_any_event(rest)
        elif kind < b"\xc0":
            edited = _edited(self._data, rest)
            check_any_ledger(self._folder, edited, self._heads, self._contents)
        else:
            check_any_ledger(self._folder, self._data, rest, self._contents)


def _edited(data: bytes, edits: bytes) -> bytes:
    edited = bytearray(data)
    for start in range(0, len(edits) - _EDIT + 1, _EDIT):
        place = int.from_bytes(edits[start : start + 3], "big") % len(edited)
        edited[place] = (edited[place] + edits[start + 3]) % 256
    return bytes(edited)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        atheris.Setup(sys.argv, Files(Path(folder)).check)
        atheris.Fuzz()

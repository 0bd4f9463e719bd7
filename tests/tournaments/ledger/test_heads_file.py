"""The file of heads: whole lines, whatever stops a write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tournaments.ledger.chain import Head
from tournaments.ledger.heads_file import NAME, HeadsFile

resource = pytest.importorskip("resource")
HEADS = [Head(number, f"{number:064x}") for number in range(4)]


@contextmanager
def full_disk(path: Path, left: int) -> Iterator[None]:
    """Let files grow only so far that ``left`` bytes can be added to the file of that path."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + left, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.mark.parametrize("left", [0, 1, 20, 66, 67, 90, 134])
def test_lines_after_a_full_disk_are_whole(left: int, tmp_path: Path) -> None:
    heads = HeadsFile(tmp_path)
    heads.add(HEADS[:1])
    with full_disk(tmp_path / NAME, left), pytest.raises(OSError, match="File too large"):
        heads.add(HEADS[1:])
    whole = heads.read()
    assert whole == {head.entries: head.hash for head in HEADS[: len(whole)]}
    heads.add(HEADS[len(whole) :])
    assert heads.read() == {head.entries: head.hash for head in HEADS}

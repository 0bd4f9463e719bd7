"""What a game leaves to be looked at: its record, and the turn that ended it, if that was wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from formats.matrix import write as write_matrix
from formats.record import write as write_record
from referee.game import Played


class Exhibit(NamedTuple):
    """A file to be kept: what its name ends with, and its bytes."""

    ending: str
    data: bytes


def exhibits(played: Played) -> Iterator[Exhibit]:
    """The record; and of a bot that lost by what it did: the file it got, the file it made of it,
    and what it printed.
    """  # noqa: D205  # one sentence
    yield Exhibit(".txt", write_record(played.record).encode())
    last = played.turns[-1] if played.turns else None
    if last is None or last.judged.matrix is not None:
        return
    *_, before = played.record.files()
    yield Exhibit("-before.txt", write_matrix(before).encode())
    if last.happened.file.data:
        yield Exhibit("-after.txt", last.happened.file.data)
    if last.happened.printed:
        yield Exhibit("-printed.txt", last.happened.printed)

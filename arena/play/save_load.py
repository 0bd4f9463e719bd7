"""Games that people play, kept in files: the position as a matrix.txt, or all of it as a record."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from pathlib import Path

from formats.fault import Diagnostic
from formats.matrix import read_matrix, write_matrix
from formats.record import BadRecord, read_record, write_record
from referee.casual_game import CasualGame

RECORD = ".pgn"
"""What names of files end with that take the whole game."""
_TAGS_BEGIN = b"["


def written(game: CasualGame, name: str, tags: Mapping[str, str]) -> str:
    """What a file of that name is to say: the moves too, or only what they have led to."""
    if Path(name).suffix.lower() == RECORD:
        return write_record(game.record(tags))
    return write_matrix(game.now)


def is_record(data: bytes) -> bool:
    """Whether a file is a record, or means to be one."""
    return data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(_TAGS_BEGIN)


def loaded(
    data: bytes, limit: int | None = None, *, timed: bool = False
) -> CasualGame | Diagnostic:
    """The game in a file of either kind, or the first thing that is wrong with it."""
    if not is_record(data):
        reading = read_matrix(data, limit=limit)
        if reading.matrix and reading.good:
            return CasualGame.begun(reading.matrix, timed=timed)
        return reading.diagnostics[0]
    try:
        return CasualGame.from_record(read_record(data.decode("utf-8", "replace")), timed=timed)
    except BadRecord as error:
        return error.diagnostic

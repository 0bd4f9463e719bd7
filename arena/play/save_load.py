"""Files of games that people play: the position as a matrix.txt, or the whole game as a record."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from pathlib import Path

from formats.fault import Diagnostic
from formats.matrix import read_matrix, write_matrix
from formats.record import write_record
from formats.record.parser import BadRecord, read_record
from referee.casual_game import CasualGame

RECORD = ".pgn"
"""Ending of file names that take the whole game."""
_TAGS_BEGIN = b"["


def written(game: CasualGame, name: str, tags: Mapping[str, str]) -> str:
    """Return the text of the file: a record, or a matrix.txt with the position."""
    if Path(name).suffix.lower() == RECORD:
        return write_record(game.record(tags))
    return write_matrix(game.now)


def is_record(data: bytes) -> bool:
    """Return whether the file is a record, or means to be one."""
    return data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(_TAGS_BEGIN)


def loaded(
    data: bytes, limit: int | None = None, *, timed: bool = False
) -> CasualGame | Diagnostic:
    """Return the game in a file of either kind, or its first fault."""
    if not is_record(data):
        reading = read_matrix(data, limit=limit)
        if reading.matrix and reading.good:
            return CasualGame.begun(reading.matrix, timed=timed)
        return reading.diagnostics[0]
    try:
        return CasualGame.recorded(read_record(data.decode("utf-8", "replace")), timed=timed)
    except BadRecord as error:
        return error.diagnostic

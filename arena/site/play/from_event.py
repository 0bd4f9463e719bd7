"""A position of a game that was played in an event, to be played on from."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.watch.event_index import Events
from formats.game import LawError
from formats.matrix import Matrix
from formats.record import BadRecord, read_record
from tournaments.ledger import opened
from tournaments.ledger.ledger_faults import BadLedger


async def position_in(events: Events, fields: Mapping[str, str]) -> Matrix:
    """The file that the fields ask for: event, section, game, half-moves. Raises Refusal."""
    folder, event = await events.place(fields.get("event", ""))
    place, number, at = (_number(fields.get(name, "")) for name in ("section", "number", "at"))
    if not 1 <= place <= len(event.sections):
        raise Refusal(404, texts.NO_SUCH_MOVE)
    section = event.sections[place - 1].name
    return await events.disk.read(folder, partial(_position, folder, section, number, at))


def _position(folder: Path, section: str, number: int, half_moves: int) -> Matrix:
    try:
        with opened(folder) as ledger:
            games = ledger.read().games
        entry = next(one for one in games if (one.section, one.number) == (section, number))
        return list(read_record(entry.record).files())[half_moves]
    except (sqlite3.Error, BadLedger, BadRecord, LawError, StopIteration, IndexError):
        raise Refusal(404, texts.NO_SUCH_MOVE) from None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise Refusal(404, texts.NO_SUCH_MOVE)
    return int(text)

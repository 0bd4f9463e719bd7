"""Reader of the start positions: the game's own, files, or positions drawn by lot."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from formats.game import BadRequest, StartRequest
from formats.games import AnyGame
from tournaments.event import event_faults as faults
from tournaments.event.model import Starts
from tournaments.event.toml_table import TomlTable
from tournaments.event.toml_values import A_START, board_size, flag, not_this, texts, whole

MOST_STARTS = 1000

_Size: TypeAlias = tuple[int, int] | None

_PLACEHOLDER: tuple[str, ...] = ("",)


def read_starts(table: TomlTable, game: AnyGame | None, lot: str) -> tuple[_Size, Starts]:
    """Return the size of the board, if the file gives one, and the start positions."""
    size = table.take("size", board_size, None)
    starts = _starts(table, size, lot)
    if game is not None:
        _check(table, game, size, starts)
    return size, starts


def _starts(table: TomlTable, size: _Size, lot: str) -> Starts:
    value = table.get("starts")
    match value:
        case None:
            return Starts(requests=(StartRequest(size),))
        case list():
            return _starts_from_files(table)
        case dict():
            return _starts_from_table(table, size, lot)
        case int() if not isinstance(value, bool):
            count = table.take("starts", whole(1, MOST_STARTS), 1)
            return Starts(requests=_draw(count, size, lot))
    table.note(not_this(A_START, value), "starts")
    return Starts(requests=(StartRequest(size),))


def _starts_from_files(table: TomlTable) -> Starts:
    files = table.take("starts", texts, _PLACEHOLDER)
    if not files:
        table.note(faults.NO_STARTS(), "starts")
    return Starts(files=files)


def _starts_from_table(table: TomlTable, size: _Size, lot: str) -> Starts:
    inner = table.inner("starts")
    assert inner is not None, "a table"
    count = inner.take("count", whole(1, MOST_STARTS), 1)
    pieces = inner.take("pieces", whole(1, 99), None)
    marks = inner.take("marks", whole(0, 99), None)
    mirrored = inner.take("mirrored", flag, False)
    inner.close()
    return Starts(
        requests=_draw(count, size, lot, StartRequest(None, None, pieces, marks, mirrored))
    )


def _draw(
    count: int, size: _Size, lot: str, model: StartRequest | None = None
) -> tuple[StartRequest, ...]:
    """Return ``count`` start requests with seeds of their own, drawn with the seed ``lot``."""
    seeds = Random(lot)  # The draw of boards needs no secret.
    model = model or StartRequest()
    return tuple(
        StartRequest(size, seeds.randrange(2**32), model.pieces, model.marks, model.mirrored)
        for _ in range(count)
    )


def _check(table: TomlTable, game: AnyGame, size: _Size, starts: Starts) -> None:
    """Note a fault if the game has no such starts or fewer than the file asks for."""
    key = "size"
    try:
        game.start(StartRequest(size))
        key = "starts"
        boards = {game.start(request).board for request in starts.requests}
    except BadRequest as error:
        table.note(error.fault, key)
        return
    if len(boards) == 1 < starts.count:
        table.note(faults.ALL_ALIKE(game=game.title, count=starts.count), "starts")

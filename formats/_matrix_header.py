"""The three header lines of matrix.txt."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from formats import matrix_faults as faults
from formats._matrix_notes import Notes
from formats._matrix_parts import HEADER_LINES
from formats._matrix_text import Line, Word
from formats.fault import Kind, Place
from formats.game import PLAYERS, player_of
from formats.seconds import read_seconds
from formats.text import Text

_HALF_MOVE = re.compile(r"0*[1-9][0-9]{0,8}", re.ASCII)
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)
_DIGITS = "0123456789"


class Field(NamedTuple):
    """A field of the header: how it is called, and what a word looks like that is meant for it."""

    name: str
    text: Text
    fits: Callable[[str], bool]


def _has_digits(text: str) -> bool:
    return any(c in _DIGITS for c in text)


def _has_none(text: str) -> bool:
    return not _has_digits(text)


def _is_whole(text: str) -> bool:
    return "." not in text and "," not in text


_FIRST_LINE = (
    Field("player", Text("the player to move", "кто ходит"), _has_none),
    Field("half-move", Text("the half-move number", "номер полухода"), _has_digits),
    Field("winner", Text("the winner", "победитель"), _has_none),
)
_CLOCK_LINES = tuple(
    (
        Field(f"points {player}", Text(f"the points of {player}", f"очки {player}"), _is_whole),
        Field(f"time {player}", Text(f"the time of {player}", f"время {player}"), _has_digits),
    )
    for player in PLAYERS
)


@dataclass
class Header:
    """The fields of a header as far as they could be read, and their places."""

    places: dict[Place, Word] = field(default_factory=dict)
    player: str | None = None
    half_move: int | None = None
    winner: str | None = None
    points: list[int] = field(default_factory=list)
    times: list[Decimal] = field(default_factory=list)


def read_header(
    lines: Sequence[Line], extra: Sequence[Line], board_place: Word, notes: Notes
) -> Header:
    """The header, with every fault of its lines and fields noted."""
    header = Header()
    if len(lines) < HEADER_LINES:
        notes.add(faults.MISSING_LINE(count=len(lines)), board_place)
    for line in extra:
        notes.add(faults.EXTRA_LINE(), line.whole)
    first = lines[:1] if lines and _is_first(lines) else []
    for line in first:
        _take_places(header, line, _FIRST_LINE, notes)
    for line, fields in zip(lines[len(first) :], _CLOCK_LINES, strict=False):
        _take_places(header, line, fields, notes)
    _read_first_line(header, notes)
    _read_clocks(header, notes)
    return header


def _is_first(lines: Sequence[Line]) -> bool:
    """Whether the first line is meant to be the first, or a clock's because that one is missing."""
    return len(lines) == HEADER_LINES or _has_none(lines[0].words[0].text)


def _take_places(header: Header, line: Line, fields: Sequence[Field], notes: Notes) -> None:
    """Which word is which field; where there are too few, each is taken for what it looks like."""
    for word in line.words[len(fields) :]:
        notes.add(faults.EXTRA_FIELD(text=word.quote), word)
    words = line.words[: len(fields)]
    choices = combinations(fields, len(words))
    chosen = max(
        choices, key=lambda fields: sum(f.fits(w.text) for f, w in zip(fields, words, strict=True))
    )
    for wanted, word in zip(chosen, words, strict=True):
        header.places[wanted.name] = word
    for wanted in fields:
        if wanted not in chosen:
            notes.add(faults.MISSING_FIELD(field=wanted.text), _end_of(line.whole))


def _end_of(word: Word) -> Word:
    return Word("", word.line, word.column + len(word.text))


def _read_first_line(header: Header, notes: Notes) -> None:
    header.player = _one_of(header, "player", "AB", faults.BAD_PLAYER, notes)
    header.winner = _one_of(header, "winner", "ABDU", faults.BAD_WINNER, notes)
    word = header.places.get("half-move")
    if word is None:
        return
    text = notes.latin(word, _DIGITS, faults.LOOK_ALIKE_IN_HEADER)
    if not _HALF_MOVE.fullmatch(text):
        notes.add(faults.BAD_HALF_MOVE(text=word.quote), word)
        return
    header.half_move = int(text)
    right = player_of(header.half_move)
    if header.player not in (None, right):
        fault = faults.WRONG_PARITY(half_move=header.half_move, right=right, player=header.player)
        notes.add(fault, word)


def _one_of(header: Header, name: str, allowed: str, kind: Kind, notes: Notes) -> str | None:
    word = header.places.get(name)
    if word is None:
        return None
    text = notes.latin(word, allowed, faults.LOOK_ALIKE_IN_HEADER)
    if len(text) == 1 and text in allowed:
        return text
    notes.add(kind(text=word.quote), word)
    return None


def _read_clocks(header: Header, notes: Notes) -> None:
    for player in PLAYERS:
        points = header.places.get(f"points {player}")
        if points:
            _read_points(header, points, notes)
        time = header.places.get(f"time {player}")
        if time:
            _read_time(header, time, notes)


def _read_points(header: Header, word: Word, notes: Notes) -> None:
    text = notes.latin(word, _DIGITS, faults.LOOK_ALIKE_IN_HEADER)
    if _INTEGER.fullmatch(text):
        header.points.append(int(text))
    else:
        notes.add(faults.BAD_POINTS(text=word.quote), word)


def _read_time(header: Header, word: Word, notes: Notes) -> None:
    time = read_seconds(notes.latin(word, _DIGITS + ".", faults.LOOK_ALIKE_IN_HEADER))
    if isinstance(time, Kind):
        notes.add(time(text=word.quote, mended=word.quote.replace(",", ".")), word)
    else:
        header.times.append(time)

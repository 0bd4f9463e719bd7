"""The three header lines of matrix.txt."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations, groupby, product
from typing import NamedTuple, TypeAlias, TypeVar

from formats.fault import Fault, FaultKind, Place
from formats.game import PLAYERS, Player, player_of
from formats.matrix import faults
from formats.matrix.source import FaultList, Line, Word
from formats.seconds import COMMA, NEGATIVE, read_seconds
from formats.text import Text, join_list

Item = TypeVar("Item")
Slot = TypeVar("Slot")

# In a hostile line of thousands of words, only so many are tried for each field.
_MOST_TRIED = 6
_DIGIT = re.compile("[0-9]")


class Field(NamedTuple):
    """A field of the header: its names, and a test of whether a word looks like it."""

    name: str
    text: Text
    fits: Callable[[str], bool]


Fields: TypeAlias = tuple[Field, ...]


def _has_digits(text: str) -> bool:
    return _DIGIT.search(text) is not None


def _has_no_digits(text: str) -> bool:
    return not _has_digits(text)


def _is_whole(text: str) -> bool:
    return _has_digits(text) and "." not in text and "," not in text


_FIRST_LINE = (
    Field("player", Text("the player to move", "кто ходит"), _has_no_digits),
    Field("half-move", Text("the half-move number", "номер полухода"), _has_digits),
    Field("winner", Text("the winner", "победитель"), _has_no_digits),
)
HEADER: tuple[Fields, ...] = (
    _FIRST_LINE,
    *(
        (
            Field(f"points {player}", Text(f"the points of {player}", f"очки {player}"), _is_whole),
            Field(f"time {player}", Text(f"the time of {player}", f"время {player}"), _has_digits),
        )
        for player in PLAYERS
    ),
)


def align(
    items: Sequence[Item], slots: Sequence[Slot], likeness: Callable[[Item, Slot], int]
) -> list[tuple[int, Slot]]:
    """Return the likeliest pairs of an item's index and a slot, both in order."""
    if len(items) == len(slots) <= _MOST_TRIED:
        return list(enumerate(slots))  # There is only one choice.
    indices = range(min(len(items), _MOST_TRIED))
    count = min(len(indices), len(slots))
    likenesses = {(n, slot): likeness(items[n], slot) for n, slot in product(indices, slots)}
    choices = (
        list(zip(chosen, meant, strict=True))
        for chosen in combinations(indices, count)
        for meant in combinations(slots, count)
    )
    return max(choices, key=lambda pairs: sum(map(likenesses.__getitem__, pairs)))


def likeness_of_line(line: Line, fields: Fields) -> int:
    """Return how much a line looks as if it had these fields."""
    pairs = zip(fields, line.words, strict=False)
    fitting = sum(header_field.fits(word.text) for header_field, word in pairs)
    return fitting - abs(len(line.words) - len(fields))


_HALF_MOVE = re.compile(r"0*([1-9][0-9]{0,8})", re.ASCII)
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)
_DIGITS = "0123456789"


@dataclass
class Header:
    """The fields of a header that could be read, and their places."""

    places: dict[Place, Word] = field(default_factory=dict)
    player: str | None = None
    half_move: int | None = None
    """None also if the player to move contradicts the number."""
    winner: str | None = None
    points: dict[Player, int] = field(default_factory=dict)
    times: dict[Player, Decimal] = field(default_factory=dict)


def read_header(
    lines: Sequence[Line], after_header: Word, notes: FaultList, may_overdraw: Player | None = None
) -> Header:
    """Return the header; note every fault of its lines and fields."""
    header = Header()
    matches = align(lines, range(len(HEADER)), lambda line, n: likeness_of_line(line, HEADER[n]))
    _note_lines(lines, matches, after_header, notes)
    for index, number in matches:
        _take_places(header, lines[index], HEADER[number], notes)
    _read_first_line(header, notes)
    for player in PLAYERS:
        _read_points(header, player, notes)
        _read_time(header, player, notes, may_be_negative=player == may_overdraw)
    return header


def _note_lines(
    lines: Sequence[Line], matches: Sequence[tuple[int, int]], after_header: Word, notes: FaultList
) -> None:
    """Note missing and excess lines; each pair of ``matches`` is an index and a header line."""
    missing = [n for n in range(len(HEADER)) if n not in {number for _, number in matches}]
    if missing:
        next_line = (lines[index].whole for index, number in matches if number > missing[0])
        notes.add(faults.MISSING_LINE(count=len(matches)), next(next_line, after_header))
    used = {index for index, _ in matches}
    for is_used, run in groupby(range(len(lines)), used.__contains__):
        if not is_used:
            first, *others = run
            several_lines = faults.LINES.filled({"count": 1 + len(others)})
            extra = faults.EXTRA_LINE(lines=several_lines if others else faults.LINE)
            notes.add(extra, lines[first].whole)


def _take_places(header: Header, line: Line, fields: Fields, notes: FaultList) -> None:
    """Assign the words of a line to fields; note missing and excess ones."""
    matches = align(line.words, fields, lambda word, slot: slot.fits(word.text))
    places: dict[Place, Word] = {slot.name: line.words[index] for index, slot in matches}
    header.places |= places
    _note_missing(line, fields, places, notes)
    used = {index for index, _ in matches}
    for is_used, run in groupby(range(len(line.words)), used.__contains__):
        if not is_used:
            extra = _words_between(line, list(run))
            notes.add(faults.EXTRA_FIELD(text=extra.quote), extra)


def _note_missing(line: Line, fields: Fields, places: dict[Place, Word], notes: FaultList) -> None:
    """Note missing fields, once for those before the same word."""
    run: list[Field] = []
    for header_field in fields:
        if header_field.name not in places:
            run.append(header_field)
        elif run:
            notes.add(_missing_fields_fault(run), places[header_field.name]._replace(text=""))
            run = []
    if run:
        end = line.whole.column + len(line.whole.text)
        notes.add(_missing_fields_fault(run), Word("", line.whole.line, end))


def _missing_fields_fault(run: Sequence[Field]) -> Fault:
    return faults.MISSING_FIELD(fields=join_list(header_field.text for header_field in run))


def _words_between(line: Line, indices: Sequence[int]) -> Word:
    """Return the words with these indices and everything between them."""
    first, last = line.words[indices[0]], line.words[indices[-1]]
    start = first.column - line.whole.column
    end = last.column - line.whole.column + len(last.text)
    return first._replace(text=line.whole.text[start:end])


def _read_first_line(header: Header, notes: FaultList) -> None:
    header.player = _read_letter(header, "player", "AB", faults.BAD_PLAYER, notes)
    header.winner = _read_letter(header, "winner", "ABDU", faults.BAD_WINNER, notes)
    word = header.places.get("half-move")
    if word is None:
        return
    match = _HALF_MOVE.fullmatch(notes.read_latin(word, _DIGITS, faults.LOOK_ALIKE_IN_HEADER))
    if match is None:
        notes.add(faults.BAD_HALF_MOVE(text=word.quote), word)
        return
    number = int(match[1])
    player_by_number = player_of(number)
    if header.player in (None, player_by_number):
        header.half_move = number
    else:
        fault = faults.WRONG_PARITY(half_move=number, right=player_by_number, player=header.player)
        notes.add(fault, word)


def _read_letter(
    header: Header, name: str, allowed: str, kind: FaultKind, notes: FaultList
) -> str | None:
    word = header.places.get(name)
    if word is None:
        return None
    text = notes.read_latin(word, allowed, faults.LOOK_ALIKE_IN_HEADER)
    if len(text) == 1 and text in allowed:
        return text
    notes.add(kind(text=word.quote), word)
    return None


def _read_points(header: Header, player: Player, notes: FaultList) -> None:
    word = header.places.get(f"points {player}")
    if word is None:
        return
    text = notes.read_latin(word, _DIGITS, faults.LOOK_ALIKE_IN_HEADER)
    if _INTEGER.fullmatch(text):
        header.points[player] = int(text)
    else:
        notes.add(faults.BAD_POINTS(text=word.quote), word)


def _read_time(header: Header, player: Player, notes: FaultList, *, may_be_negative: bool) -> None:
    word = header.places.get(f"time {player}")
    if word is None:
        return
    text = notes.read_latin(word, _DIGITS + ".,+-eE", faults.LOOK_ALIKE_IN_HEADER)
    time = read_seconds(text)
    if time is NEGATIVE and may_be_negative:
        overdrawn = read_seconds(text.removeprefix("-"))
        if isinstance(overdrawn, Decimal):
            header.times[player] = -overdrawn
            notes.warn(NEGATIVE(text=word.quote), word)
            return
    if isinstance(time, Decimal):
        header.times[player] = time
        return
    # A decimal comma does not excuse a minus sign.
    kinds = [time, NEGATIVE] if time is COMMA and text.startswith("-") else [time]
    for kind in kinds:
        mended = word._replace(text=text.replace(",", ".")).quote
        notes.add(kind(text=word.quote, mended=mended), word)

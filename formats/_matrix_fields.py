"""What stands where in the header of matrix.txt, even where something is missing or too much."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import NamedTuple, TypeAlias, TypeVar

from formats._matrix_text import Line
from formats.game import PLAYERS
from formats.text import Text

Item = TypeVar("Item")
Slot = TypeVar("Slot")

# Of a hostile line of thousands of words, no more are tried in each place.
_MOST_TRIED = 6
_DIGIT = re.compile("[0-9]")


class Field(NamedTuple):
    """A field of the header: how it is called, and what a word looks like that is meant for it."""

    name: str
    text: Text
    fits: Callable[[str], bool]


Fields: TypeAlias = tuple[Field, ...]


def _has_digits(text: str) -> bool:
    return _DIGIT.search(text) is not None


def _has_none(text: str) -> bool:
    return not _has_digits(text)


def _is_whole(text: str) -> bool:
    return _has_digits(text) and "." not in text and "," not in text


_FIRST_LINE = (
    Field("player", Text("the player to move", "кто ходит"), _has_none),
    Field("half-move", Text("the half-move number", "номер полухода"), _has_digits),
    Field("winner", Text("the winner", "победитель"), _has_none),
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


def aligned(
    items: Sequence[Item], slots: Sequence[Slot], likeness: Callable[[Item, Slot], int]
) -> list[tuple[int, Slot]]:
    """Which item, by its index, is meant for which slot, in order: the likeliest choice."""
    if len(items) == len(slots) <= _MOST_TRIED:
        return list(enumerate(slots))  # the only choice
    indices = range(min(len(items), _MOST_TRIED))
    count = min(len(indices), len(slots))
    like = {(n, slot): likeness(items[n], slot) for n, slot in product(indices, slots)}
    choices = (
        list(zip(chosen, meant, strict=True))
        for chosen in combinations(indices, count)
        for meant in combinations(slots, count)
    )
    return max(choices, key=lambda pairs: sum(map(like.__getitem__, pairs)))


def likeness(line: Line, fields: Fields) -> int:
    """How much a line looks as if it had these fields."""
    fitting = sum(f.fits(w.text) for f, w in zip(fields, line.words, strict=False))
    return fitting - abs(len(line.words) - len(fields))

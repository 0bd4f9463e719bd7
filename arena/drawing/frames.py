"""A game as the page steps through it: the board at the start, and what each half-move changes.

The page knows no law. It is told how every cell looks, in letters that stand for looks, and each
half-move as the cells whose look changes: three characters a cell, its number in base 36 and the
letter. A game of MMPeshki takes about a kilobyte so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from formats.board import Board, Cell, Look
from formats.games import AnyGame
from formats.record import PlayedRecord
from formats.seconds import write_seconds

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_FIRST_LETTER = ord("a")


def drawing_of(game: AnyGame | type[AnyGame], look: Look) -> str:
    """What its drawing in ``pieces/`` is called, if there is one."""
    return f"{game.name}-{'-'.join(look.name.en.split())}"


@dataclass
class Looks:
    """The looks that cells have had in a section, each with a letter."""

    game: AnyGame
    letters: dict[tuple[str, Look], str] = field(default_factory=dict)
    _known: dict[tuple[int, int], dict[tuple[int, str], str]] = field(default_factory=dict)
    """For boards of a size, the letter of each place with what stands there."""

    def grid(self, board: Board) -> str:
        """How every cell looks, row by row from the top."""
        known = self._known.setdefault((board.width, board.height), {})
        places = list(enumerate("".join(board.rows)))
        try:
            return "".join([known[place] for place in places])
        except KeyError:
            for place, cell in zip(places, _downwards(board), strict=True):
                known[place] = self._letter(board, cell)
            return "".join([known[place] for place in places])

    def _letter(self, board: Board, cell: Cell) -> str:
        seen = board[cell], self.game.look_of(board, cell)
        return self.letters.setdefault(seen, chr(_FIRST_LETTER + len(self.letters)))

    @property
    def told(self) -> dict[str, Mapping[str, object]]:
        """Each letter's look, for the page: its drawing, and what to show where there is none."""
        return {
            letter: {
                "drawing": drawing_of(self.game, look),
                "symbol": look.symbol,
                "colour": look.colour.replace("_", ""),
                "name": [look.name.en, look.name.ru],
                "file": character,
            }
            for (character, look), letter in self.letters.items()
        }


def _downwards(board: Board) -> Iterator[Cell]:
    return (
        Cell(column, row) for row in reversed(range(board.height)) for column in range(board.width)
    )


@dataclass(frozen=True, slots=True)
class Replay:
    size: tuple[int, int]
    grid: str
    """The start."""
    changes: str
    """Of each half-move, with a blank between."""
    moves: str
    """In notation, likewise."""
    seconds: str
    """Likewise."""
    clocks: tuple[float, float]
    """What the players have at the start."""
    first: int
    """The number of the first half-move."""
    points: str | None
    """Those of A and B at the start and after each half-move, where the game keeps any."""


def replay(played: PlayedRecord, looks: Looks) -> Replay:
    """The replay of a record that was read."""
    record = played.record
    positions = [matrix.position for matrix in played.files]
    grids = [looks.grid(position.board) for position in positions]
    points = " ".join(f"{a},{b}" for a, b in (position.points for position in positions))
    a, b = record.start.times
    board = record.start.position.board
    return Replay(
        (board.width, board.height),
        grids[0],
        " ".join(map(changes, grids, grids[1:])),
        " ".join(made.text for made in record.moves),
        " ".join(write_seconds(made.seconds) for made in record.moves),
        (float(a), float(b)),
        record.start.position.half_move,
        points if looks.game.keeps_points else None,
    )


def changes(before: str, after: str) -> str:
    """The cells that differ, and how they look afterwards."""
    width = index_width(len(before))
    return (
        "".join(
            base36(index, width) + letter
            for index, (old, letter) in enumerate(zip(before, after, strict=True))
            if old != letter
        )
        or "."
    )


def index_width(cells: int) -> int:
    """How many digits the number of a cell takes."""
    return max(1, len(base36(cells - 1)))


def base36(number: int, width: int = 1) -> str:
    """The number in base 36, with at least that many digits."""
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text.rjust(width, "0")

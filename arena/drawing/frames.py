"""Data by which a page steps through a game: the board at the start, and changes by half-move.

The page knows no rules. Letters stand for the looks of cells, and each half-move is the list of
cells whose look changes: three characters a cell, its number in base 36 and the letter. So a game
of MMPeshki takes about a kilobyte.
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
    """Return the name of the look's drawing in ``pieces/``."""
    return f"{game.name}-{'-'.join(look.name.en.split())}"


@dataclass
class Looks:
    """Looks of cells in a section, each with a letter."""

    game: AnyGame
    letters: dict[tuple[str, Look], str] = field(default_factory=dict)
    _letters_by_size: dict[tuple[int, int], dict[tuple[int, str], str]] = field(
        default_factory=dict
    )
    """Letters by place and character, for each size of board."""

    def grid(self, board: Board) -> str:
        """Return the letters of all cells, row by row from the top."""
        letter_of_place = self._letters_by_size.setdefault((board.width, board.height), {})
        places = list(enumerate("".join(board.rows)))
        try:
            return "".join([letter_of_place[place] for place in places])
        except KeyError:
            for place, cell in zip(places, _downwards(board), strict=True):
                letter_of_place[place] = self._letter(board, cell)
            return "".join([letter_of_place[place] for place in places])

    def _letter(self, board: Board, cell: Cell) -> str:
        look = board[cell], self.game.look_of(board, cell)
        return self.letters.setdefault(look, chr(_FIRST_LETTER + len(self.letters)))

    @property
    def as_data(self) -> dict[str, Mapping[str, object]]:
        """Data of each letter's look: its drawing, its symbol, its colour and its name."""
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
    """A game as data for stepping through it."""

    size: tuple[int, int]
    grid: str
    """Board at the start."""
    changes: str
    """Changes of each half-move, separated by blanks."""
    moves: str
    """Moves in notation, separated by blanks."""
    seconds: str
    """Seconds of each half-move, separated by blanks."""
    clocks: tuple[float, float]
    """Times of the players at the start."""
    first: int
    """Number of the first half-move."""
    points: str | None
    """Points of A and B at the start and after each half-move, where the game keeps points."""


def replay(played: PlayedRecord, looks: Looks) -> Replay:
    """Return the data of a record that was read."""
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
        " ".join(move.text for move in record.moves),
        " ".join(write_seconds(move.seconds) for move in record.moves),
        (float(a), float(b)),
        record.start.position.half_move,
        points if looks.game.keeps_points else None,
    )


def changes(before: str, after: str) -> str:
    """Return the cells that differ, with their new looks."""
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
    """Return the number of digits of a cell's number."""
    return max(1, len(base36(cells - 1)))


def base36(number: int, width: int = 1) -> str:
    """Return the number in base 36, with at least ``width`` digits."""
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text.rjust(width, "0")

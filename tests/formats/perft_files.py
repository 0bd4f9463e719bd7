"""Reader of the ``positions.perft`` of each game; the head of the file explains its form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.formats.games.game_folders import files_of


class CountedPosition(NamedTuple):
    """A position with the numbers of step sequences of length 1, 2, 3 ... from it."""

    game: str
    title: str
    text: str
    """The matrix.txt."""
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.game}: {self.title}"


def all_counted_positions() -> list[CountedPosition]:
    """Return every position of every file, in the order of the files."""
    return [position for game, path in files_of("positions.perft") for position in read(path, game)]


def read(path: Path, game: str) -> Iterator[CountedPosition]:
    """Yield the positions of one file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    text_lines = [line for line in lines if line and not line.startswith("#")]
    starts = [number for number, line in enumerate(text_lines) if line.startswith("== ")]
    assert starts[0] == 0, f"{path.name}: something stands before the first position"
    for start, end in zip(starts, [*starts[1:], len(text_lines)], strict=True):
        yield _counted(game, text_lines[start:end])


def shallow(counts: tuple[int, ...], most: int) -> list[tuple[int, int]]:
    """Return the depths with at most `most` sequences, and the first, with their numbers."""
    return [(n, count) for n, count in enumerate(counts, start=1) if n == 1 or count <= most]


def _counted(game: str, lines: list[str]) -> CountedPosition:
    title, *matrix, perft = lines
    word, *counts = perft.split()
    assert word == "perft", f"{title}: the last line is not the counts"
    text = "\n".join([*matrix, ""])
    return CountedPosition(game, title.removeprefix("== "), text, tuple(map(int, counts)))

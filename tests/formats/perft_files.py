"""Reads the ``positions.perft`` of each game, whose form its head explains."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.formats.games.game_folders import files_of


class Counted(NamedTuple):
    """A position and how many step sequences of length 1, 2, 3 ... lead on from it."""

    game: str
    title: str
    text: str
    """The matrix.txt."""
    counts: tuple[int, ...]

    def __str__(self) -> str:
        """How a test names it."""
        return f"{self.game}: {self.title}"


def all_counted() -> list[Counted]:
    """Every position of every file, in the order of the files."""
    return [one for game, path in files_of("positions.perft") for one in read(path, game)]


def read(path: Path, game: str) -> Iterator[Counted]:
    """The positions of one file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    said = [line for line in lines if line and not line.startswith("#")]
    opened = [number for number, line in enumerate(said) if line.startswith("== ")]
    assert opened[0] == 0, f"{path.name}: something stands before the first position"
    for start, end in zip(opened, [*opened[1:], len(said)], strict=True):
        yield _counted(game, said[start:end])


def shallow(counts: tuple[int, ...], most: int) -> list[tuple[int, int]]:
    """The depths, always the first, that have at most so many sequences; and how many."""
    return [(n, count) for n, count in enumerate(counts, start=1) if n == 1 or count <= most]


def _counted(game: str, lines: list[str]) -> Counted:
    title, *matrix, perft = lines
    word, *counts = perft.split()
    assert word == "perft", f"{title}: the last line is not the counts"
    text = "\n".join([*matrix, ""])
    return Counted(game, title.removeprefix("== "), text, tuple(map(int, counts)))

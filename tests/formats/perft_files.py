"""Reads the ``*.perft`` files, whose form the head of each of them explains."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "perft"


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
    return [counted for path in sorted(FOLDER.glob("*.perft")) for counted in read(path)]


def read(path: Path) -> Iterator[Counted]:
    """The positions of one file, which is named after its game."""
    lines = path.read_text(encoding="utf-8").splitlines()
    said = [line for line in lines if line and not line.startswith("#")]
    opened = [number for number, line in enumerate(said) if line.startswith("== ")]
    assert opened[0] == 0, f"{path.name}: something stands before the first position"
    for start, end in zip(opened, [*opened[1:], len(said)], strict=True):
        yield _counted(path.stem, said[start:end])


def _counted(game: str, lines: list[str]) -> Counted:
    title, *matrix, perft = lines
    word, *counts = perft.split()
    assert word == "perft", f"{title}: the last line is not the counts"
    text = "\n".join([*matrix, ""])
    return Counted(game, title.removeprefix("== "), text, tuple(map(int, counts)))

"""Reads the ``changes/*.txt`` of each game: rewrites of matrix.txt, and what is said of them.

``games/CHANGES.md`` explains the form of these files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.formats.games.game_folders import files_of

_BAR = " |"
_IS, _SAYS = "is ", "says "


class Told(NamedTuple):
    """A fault as it is to be told."""

    code: str
    place: str
    """A cell or a field; empty where it is nowhere in particular."""
    english: str
    russian: str


class Change(NamedTuple):
    """A file, what a player made of it or wants to play, and what is to be said of that."""

    name: str
    about: str
    before: str
    after: str
    """The file that the player wrote; empty where he only says a move."""
    says: str
    """The move that he says; empty where he writes a file."""
    move: str
    """The move that is recognised, if any is."""
    faults: list[Told]

    def __str__(self) -> str:
        """How a test names it."""
        return self.name


def all_changes() -> list[Change]:
    """Every change, by game and name."""
    return [read(path, game) for game, path in files_of("changes/*.txt")]


def read(path: Path, game: str) -> Change:
    """The change that the file tells of: a comment, the files side by side, what is said."""
    about, files, results = path.read_text(encoding="utf-8").split("\n\n", maxsplit=2)
    pairs = [_halves(line) for line in files.splitlines()]
    lines = results.splitlines()
    return Change(
        name=f"{game}/{path.stem}",
        about=about,
        before=_text(left for left, _ in pairs),
        after=_text(right for _, right in pairs),
        says=_said(lines, _SAYS),
        move=_said(lines, _IS),
        faults=list(_faults(lines)),
    )


def _halves(line: str) -> tuple[str, str]:
    left, _, right = line.partition(_BAR)
    return left.strip(), right.strip()


def _text(lines: Iterator[str]) -> str:
    return "".join(f"{line}\n" for line in lines if line)


def _said(lines: Sequence[str], word: str) -> str:
    return "".join(line.removeprefix(word) for line in lines if line.startswith(word))


def _faults(lines: Sequence[str]) -> Iterator[Told]:
    """A line with the code and the place, then a sentence in English and one in Russian."""
    told = [line for line in lines if line and not line.startswith((_IS, _SAYS))]
    for head, english, russian in zip(told[::3], told[1::3], told[2::3], strict=True):
        assert english.startswith("  "), head
        assert russian.startswith("  "), head
        code, _, place = head.partition(" at ")
        yield Told(code, place, english.strip(), russian.strip())

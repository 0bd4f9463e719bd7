"""Reader of the ``changes/*.txt`` of each game: rewrites of matrix.txt, with their faults.

``games/CHANGES.md`` explains the form of these files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.formats.games.game_folders import files_of

_BAR = " |"
_IS, _SAYS = "is ", "says "


class ExpectedFault(NamedTuple):
    """Code, place and sentences of a fault."""

    code: str
    place: str
    """Name of a cell or a field; empty if the fault has no place."""
    english: str
    russian: str


class Change(NamedTuple):
    """A file, the player's rewrite of it or spoken move, and the expected result."""

    name: str
    about: str
    before: str
    after: str
    """File that the player wrote; empty if the player only names a move."""
    says: str
    """Move that the player names; empty if the player writes a file."""
    move: str
    """Move that is recognised; empty if none is."""
    faults: list[ExpectedFault]

    def __str__(self) -> str:
        return self.name


def all_changes() -> list[Change]:
    """Return every change, by game and name."""
    return [read(path, game) for game, path in files_of("changes/*.txt")]


def read(path: Path, game: str) -> Change:
    """Read a change: a comment, the two files side by side, and the expected result."""
    about, files, results = path.read_text(encoding="utf-8").split("\n\n", maxsplit=2)
    pairs = [_halves(line) for line in files.splitlines()]
    lines = results.splitlines()
    return Change(
        name=f"{game}/{path.stem}",
        about=about,
        before=_text(left for left, _ in pairs),
        after=_text(right for _, right in pairs),
        says=_value(lines, _SAYS),
        move=_value(lines, _IS),
        faults=list(_faults(lines)),
    )


def _halves(line: str) -> tuple[str, str]:
    left, _, right = line.partition(_BAR)
    return left.strip(), right.strip()


def _text(lines: Iterator[str]) -> str:
    return "".join(f"{line}\n" for line in lines if line)


def _value(lines: Sequence[str], word: str) -> str:
    return "".join(line.removeprefix(word) for line in lines if line.startswith(word))


def _faults(lines: Sequence[str]) -> Iterator[ExpectedFault]:
    """Read the faults: a line with code and place, then the sentences in English and Russian."""
    lines_of_faults = [line for line in lines if line and not line.startswith((_IS, _SAYS))]
    for head, english, russian in zip(
        lines_of_faults[::3], lines_of_faults[1::3], lines_of_faults[2::3], strict=True
    ):
        assert english.startswith("  "), head
        assert russian.startswith("  "), head
        code, _, place = head.partition(" at ")
        yield ExpectedFault(code, place, english.strip(), russian.strip())

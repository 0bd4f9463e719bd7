"""The messages of the sources, each in both languages, and the documents, for their tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.places import ROOT

_PACKAGES = ("formats", "referee", "tournaments", "arena", "bot", "research")


class SourceText(NamedTuple):
    """A ``Text`` with its place in the sources."""

    place: str
    en: str
    ru: str


def texts() -> Iterator[SourceText]:
    """Yield every call of ``Text`` with two constant strings."""
    for path, call in calls_of("Text"):
        words = [word.value for word in call.args if isinstance(word, ast.Constant)]
        if len(words) == len(call.args) == 2:
            place = f"{path.relative_to(ROOT)}:{call.lineno}"
            yield SourceText(place, str(words[0]), str(words[1]))


def documents() -> list[Path]:
    """Return the paths of all documents for users, relative to the project's folder."""
    paths = [*ROOT.glob("README*.md"), *(ROOT / "docs").rglob("*.md")]
    return sorted(path.relative_to(ROOT) for path in paths)


def calls_of(name: str) -> Iterator[tuple[Path, ast.Call]]:
    """Yield every call of the function or class with that name."""
    for package in _PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                    yield path, node

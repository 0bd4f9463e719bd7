"""The words of ``docs/glossary.md`` against public names, commands and event keys."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from arena.commands import COMMANDS
from tests.places import ROOT

LAYERS = ("formats", "referee", "tournaments", "arena", "bot")


def rows(path: Path) -> Iterator[list[str]]:
    """Yield the cells of each row of the tables, without their heads."""
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] not in ("word", "слово") and set(cells[0]) - {"-"}:
            yield cells


def forbidden_words() -> set[str]:
    return {
        word.strip().replace(" ", "")
        for row in rows(ROOT / "docs/glossary.md")
        for word in row[2].split(",")
        if word.strip()
    }


def public_names() -> Iterator[str]:
    """Yield the public types, functions and constants of all modules."""
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.py"):
            if "skeletons" not in path.parts:
                yield from (name for name in names_of(path) if not name.startswith("_"))


def names_of(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.AsyncFunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                parts = (part for target in targets for part in ast.walk(target))
                yield from (part.id for part in parts if isinstance(part, ast.Name))


def words(name: str) -> list[str]:
    """Return the words of a name of any form, in small letters."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def has_any_of(forbidden: set[str], name: str) -> bool:
    """Return whether the name has a forbidden word, or two words that are forbidden together."""
    parts = words(name)
    return bool(forbidden & {*parts, *map("".join, pairwise(parts))})


def test_public_names_have_words_of_the_glossary() -> None:
    forbidden = forbidden_words()
    names = set(public_names())
    assert len(names) > 2000
    assert not {name for name in names if has_any_of(forbidden, name)}


def event_keys() -> list[str]:
    """Return the keys that the tables of ``docs/events.md`` explain."""
    return [row[0].strip("`") for row in rows(ROOT / "docs/events.md") if row[0].startswith("`")]


@pytest.mark.parametrize("names", [list(COMMANDS), event_keys()], ids=["commands", "event keys"])
def test_commands_and_keys_have_words_of_the_glossary(names: list[str]) -> None:
    forbidden = forbidden_words()
    assert len(names) > 20
    assert not [name for name in names if has_any_of(forbidden, name)]


def test_both_languages_have_the_same_words() -> None:
    english = [row[0] for row in rows(ROOT / "docs/glossary.md")]
    russian = [row[1] for row in rows(ROOT / "docs/ru/glossary.md")]
    assert russian == english

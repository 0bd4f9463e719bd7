"""The words of ``docs/glossary.md`` against the names of types, commands and event keys."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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


def public_types() -> Iterator[str]:
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    yield node.name


def words(name: str) -> list[str]:
    """Return the words of a name of any form, in small letters."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def test_types_have_words_of_the_glossary() -> None:
    forbidden = forbidden_words()
    names = {name for name in public_types() if forbidden & {*words(name), name.lower()}}
    assert not names


def event_keys() -> list[str]:
    """Return the keys that the tables of ``docs/events.md`` explain."""
    return [row[0].strip("`") for row in rows(ROOT / "docs/events.md") if row[0].startswith("`")]


@pytest.mark.parametrize("names", [list(COMMANDS), event_keys()], ids=["commands", "event keys"])
def test_commands_and_keys_have_words_of_the_glossary(names: list[str]) -> None:
    forbidden = forbidden_words()
    assert len(names) > 20
    assert not [name for name in names if forbidden & set(words(name))]


def test_both_languages_have_the_same_words() -> None:
    english = [row[0] for row in rows(ROOT / "docs/glossary.md")]
    russian = [row[1] for row in rows(ROOT / "docs/ru/glossary.md")]
    assert russian == english

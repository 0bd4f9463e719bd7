"""docs/library.md: its programs run and print what it shows, and the layers keep their promises.

After a change that is meant, ``python tests/test_library.py`` writes the new outputs into the page.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.places import ROOT

PAGES = (ROOT / "docs/library.md", ROOT / "docs/ru/library.md")
LAYERS = ("formats", "referee", "tournaments")
DOOR = "formats.lazy_exports"
_EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```\n(.*?)```", re.DOTALL)


class Example(NamedTuple):
    """A program, and what the page says that it prints."""

    code: str
    shown: str


def examples(page: Path) -> list[Example]:
    return [Example(*found) for found in _EXAMPLE.findall(page.read_text(encoding="utf-8"))]


def printed(code: str, folder: Path) -> str:
    """What a program prints that is kept in that folder and run there, beside the documents."""
    (folder / "example.py").write_text(code, encoding="utf-8")
    (folder / "docs").symlink_to(ROOT / "docs")
    command = [sys.executable, "example.py"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "example", [one for page in PAGES for one in examples(page)], ids=lambda one: one.code[-40:]
)
def test_examples_print_what_is_shown(example: Example, tmp_path: Path) -> None:
    assert printed(example.code, tmp_path) == example.shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_no_program_goes_untried(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(examples(page)) == text.count("```python") > 3


def promised(layer: str) -> set[str]:
    """The names that a layer lists."""
    return set(import_module(layer).__all__)


def imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Each name that is imported, with the module it comes from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("layer", LAYERS)
def test_what_is_promised_is_there_and_is_what_the_types_say(layer: str) -> None:
    """The list, the imports that type checkers read and the homes that programs load agree."""
    door = import_module(layer)
    tree = ast.parse((ROOT / layer / "__init__.py").read_text(encoding="utf-8"))
    typed = {name: home for home, name in imports(tree) if home not in ("typing", DOOR)}
    assert set(typed) == promised(layer)
    for name, home in typed.items():
        assert getattr(door, name) is getattr(import_module(home), name)


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    code = f"import sys, {', '.join(LAYERS)}; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    loaded = {name for name in done.stdout.split() if name.split(".")[0] in LAYERS}
    assert loaded == {*LAYERS, DOOR}


@pytest.mark.parametrize("layer", LAYERS)
def test_nothing_else_is_there(layer: str) -> None:
    assert not hasattr(import_module(layer), "no_such_name")


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "docs/commands.md", ROOT / "docs/ru/commands.md"], ids=str
)
def test_pages_use_only_what_is_promised(page: Path) -> None:
    code = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    used = [pair for each in code for pair in imports(ast.parse(each))]
    ours = [(home, name) for home, name in used if home.split(".")[0] in LAYERS]
    assert ours
    assert [(home, name) for home, name in ours if name not in promised(home)] == []


if __name__ == "__main__":
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for code, shown in examples(page):
            with TemporaryDirectory() as folder:
                new = printed(code, Path(folder))
            text = text.replace(f"{code}```\n\n```\n{shown}```", f"{code}```\n\n```\n{new}```")
        page.write_text(text, encoding="utf-8")

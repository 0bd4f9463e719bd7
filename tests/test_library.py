"""Tests of docs/library.md: its programs print the shown output, layers export their names.

After an intended change, ``python tests/test_library.py`` writes the new outputs into the page.
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
LAZY_EXPORTS = "formats.lazy_exports"
_EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```\n(.*?)```", re.DOTALL)


class Example(NamedTuple):
    """A program, with the output that the page shows."""

    code: str
    shown: str


def examples(page: Path) -> list[Example]:
    return [Example(*match) for match in _EXAMPLE.findall(page.read_text(encoding="utf-8"))]


def output_of(code: str, folder: Path) -> str:
    """Run the program in the folder, beside the documents, and return its output."""
    (folder / "example.py").write_text(code, encoding="utf-8")
    (folder / "docs").symlink_to(ROOT / "docs")
    command = [sys.executable, "example.py"]
    result = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(
    "example", [e for page in PAGES for e in examples(page)], ids=lambda example: example.code[-40:]
)
def test_examples_print_what_is_shown(example: Example, tmp_path: Path) -> None:
    assert output_of(example.code, tmp_path) == example.shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_program_of_a_page_is_an_example(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(examples(page)) == text.count("```python") > 3


def exported_names(layer: str) -> set[str]:
    """Return the names that a layer exports."""
    return set(import_module(layer).__all__)


def imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each imported name, with the module that it comes from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("layer", LAYERS)
def test_exported_names_exist_and_match_the_typed_imports(layer: str) -> None:
    """Compare the export list, the imports for type checkers and the loaded modules."""
    layer_module = import_module(layer)
    tree = ast.parse((ROOT / layer / "__init__.py").read_text(encoding="utf-8"))
    module_by_name = {
        name: home for home, name in imports(tree) if home not in ("typing", LAZY_EXPORTS)
    }
    assert set(module_by_name) == exported_names(layer)
    for name, home in module_by_name.items():
        assert getattr(layer_module, name) is getattr(import_module(home), name)


def test_importing_a_layer_loads_no_module_of_it() -> None:
    code = f"import sys, {', '.join(LAYERS)}; print(*sorted(sys.modules))"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    loaded = {name for name in result.stdout.split() if name.split(".")[0] in LAYERS}
    assert loaded == {*LAYERS, LAZY_EXPORTS}


@pytest.mark.parametrize("layer", LAYERS)
def test_a_name_that_is_not_exported_is_missing(layer: str) -> None:
    assert not hasattr(import_module(layer), "no_such_name")


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "docs/commands.md", ROOT / "docs/ru/commands.md"], ids=str
)
def test_pages_use_only_exported_names(page: Path) -> None:
    code = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    used = [pair for text in code for pair in imports(ast.parse(text))]
    ours = [(home, name) for home, name in used if home.split(".")[0] in LAYERS]
    assert ours
    assert [(home, name) for home, name in ours if name not in exported_names(home)] == []


if __name__ == "__main__":
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for code, shown in examples(page):
            with TemporaryDirectory() as folder:
                new = output_of(code, Path(folder))
            text = text.replace(f"{code}```\n\n```\n{shown}```", f"{code}```\n\n```\n{new}```")
        page.write_text(text, encoding="utf-8")

"""The names in docstrings and comments: whatever they name exists in the tree."""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.places import ROOT

FOLDERS = ("formats", "referee", "tournaments", "arena", "bot", "research", "tests")
ANYWHERE = (*FOLDERS, "benchmarks", "docs", "scripts")
SOURCES = {".pyx", ".pxd", ".pxi", ".c", ".h", ".cpp", ".js", ".html", ".toml"}
NOT_OURS = {"skeletons", "class"}
"""Folders of what a student gets, or might write: some of it is no Python."""
SHORT_STRING = 200

_IDENTIFIER = r"[A-Za-z_]\w*"
_IN_BACKTICKS = re.compile(rf"``({_IDENTIFIER}(?:\.{_IDENTIFIER})*)(?:\(\))?``")
_COMMENT = re.compile(r"(?:^|\s)#\s(.*)$", re.MULTILINE)
_RAISES = re.compile(r"\b[Rr]aises?\s+(?:``)?([A-Z]\w+)(?:``)?(?:,?\s+or\s+([A-Z]\w+))?")


def modules(folders: Iterable[str]) -> Iterator[Path]:
    for folder in folders:
        paths = (ROOT / folder).rglob("*.py")
        yield from (path for path in paths if not NOT_OURS & {*path.parts})


def names_in_prose(text: str) -> Iterator[str]:
    """Yield the identifiers in double backticks, and the exceptions that are raised."""
    for match in _IN_BACKTICKS.finditer(text):
        yield from match[1].split(".")
    for match in _RAISES.finditer(text):
        yield from filter(None, match.groups())


@cache
def names_of(path: Path) -> tuple[set[str], set[str]]:
    """Return the names in the prose of a module, and those in its code and its short strings."""
    text = path.read_text(encoding="utf-8")
    prose, code = set(names_in_prose("\n".join(_COMMENT.findall(text)))), set[str]()
    docstrings = set[int]()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(docstring)) as constant):
                docstrings.add(id(constant))
                prose.update(names_in_prose(docstring))
            case ast.Constant(value=str(string)) if id(node) not in docstrings:
                code.update(re.findall(r"\w+", string) if len(string) < SHORT_STRING else ())
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                code.add(name)
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                code.add(name)
            case ast.AsyncFunctionDef(name=name):
                code.add(name)
            case ast.alias(name=name):
                code.update(name.split("."))
    return prose, code


def known_names() -> set[str]:
    names = {*dir(builtins)}
    for path in modules(ANYWHERE):
        names |= names_of(path)[1]
    for folder in ANYWHERE:
        for path in (ROOT / folder).rglob("*"):
            names.update(re.findall(r"\w+", path.name))
            if path.suffix in SOURCES:
                names.update(re.findall(_IDENTIFIER, path.read_text("utf-8", "replace")))
    return names


def test_whatever_a_docstring_names_exists() -> None:
    known = known_names()
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(FOLDERS)
        for name in names_of(path)[0]
        if name not in known
    }
    assert not missing


def test_a_constant_is_defined_once() -> None:
    """A second definition replaces the first one, whose docstring then says what is not so."""
    twice = []
    for path in modules(ANYWHERE):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        statements = [node for node in body if isinstance(node, ast.Assign | ast.AnnAssign)]
        targets = [
            target
            for node in statements
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        ]
        names = Counter(target.id for target in targets if isinstance(target, ast.Name))
        twice += [f"{path}: {name}" for name, n in names.items() if n > 1 and name.isupper()]
    assert twice == []

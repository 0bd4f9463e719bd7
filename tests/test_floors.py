"""The floors hold: imports point down only, modules are short, the ground floor stands alone.

The modules are read, not imported, so an arrow is found wherever it hides: in a function, under
`if TYPE_CHECKING`, in a relative import. Cython sources, which `ast` cannot read, are read by line.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.places import ROOT

FLOORS = {"formats": 0, "referee": 1, "tournaments": 2, "arena": 3}
# Meets the floors at matrix.txt only: neither imports the other.
APART = "bot"
# Sees every floor and is seen by none.
ABOVE = "tests"
# Modules that may see `bot` all the same: the builder makes executables of it, and `arena solve`
# asks a kernel, as a person would ask a book; nothing that judges a game listens to it.
MAY_IMPORT_BOT = ("arena/bots/*.py", "arena/file/solve.py")

MOST_LINES = 300
# Modules that may be longer, each with its reason.
LONGER: dict[str, str] = {}

CYTHON_IMPORT = re.compile(
    r"\s*(?:from\s+(?P<source>[\w.]+)\s+c?import\b|c?import\s+(?P<list>\w.*))"
)


class Arrow(NamedTuple):
    """One import: where it stands and what it names; an empty target leaves its own package."""

    module: str
    line: int
    target: str


def modules(root: Path) -> list[Path]:
    """Every module of the floors and of `bot`."""
    packages = (root / name for name in (*FLOORS, APART))
    return sorted(
        file
        for package in packages
        for file in package.rglob("*")
        if file.suffix in {".py", ".pyx", ".pxd", ".pxi"}
    )


def absolute(package: tuple[str, ...], level: int, name: str) -> str:
    """The full name that `from ..name import` means in `package`; empty if it climbs out."""
    if level == 0:
        return name
    base = package[: max(0, len(package) - level + 1)]
    return ".".join([*base, name]).rstrip(".") if base else ""


def python_imports(text: str, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """The line and the full name of each import of a Python module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, absolute(package, node.level, node.module or "")


def cython_imports(text: str, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """The line and the full name of each import and cimport of a Cython module."""
    for number, line in enumerate(text.splitlines(), start=1):
        found = CYTHON_IMPORT.match(line)
        if found and found["source"]:
            name = found["source"].lstrip(".")
            yield number, absolute(package, len(found["source"]) - len(name), name)
        elif found:
            yield from ((number, part.split()[0]) for part in found["list"].split(","))


def arrows(root: Path) -> Iterator[Arrow]:
    """Every import of every module."""
    for file in modules(root):
        path = file.relative_to(root)
        read = python_imports if file.suffix == ".py" else cython_imports
        for line, target in read(file.read_text(encoding="utf-8"), path.parent.parts):
            yield Arrow(path.as_posix(), line, target)


def fault(arrow: Arrow) -> str:
    """What is wrong with an import, in a few words; empty if it points down."""
    source, target = arrow.module.split("/")[0], arrow.target.split(".")[0]
    if not target:
        return "climbs out of its package"
    if source == target or target not in {*FLOORS, APART, ABOVE}:
        return ""
    if target == ABOVE:
        return "the tests are seen by no floor"
    if source == APART:
        return "bot stands apart"
    if target == APART:
        allowed = any(Path(arrow.module).match(pattern) for pattern in MAY_IMPORT_BOT)
        return "" if allowed else "bot stands apart"
    return "points up" if FLOORS[target] > FLOORS[source] else ""


def faults(root: Path) -> list[str]:
    """A line for each import that the floors forbid."""
    return [
        f"{arrow.module}:{arrow.line}: imports {arrow.target or '..'}: {wrong}"
        for arrow in arrows(root)
        if (wrong := fault(arrow))
    ]


def plant(root: Path, path: str, text: str) -> None:
    """Write a module of a made-up tree."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_imports_point_down() -> None:
    assert modules(ROOT)
    assert faults(ROOT) == []


@pytest.mark.parametrize(
    ("path", "text", "wrong"),
    [
        ("formats/board.py", "import arena.cli", "points up"),
        ("formats/board.py", "import os, referee.clock", "points up"),
        ("referee/match/__init__.py", "from tournaments import ledger", "points up"),
        ("tournaments/run/ledger.py", "from arena.cli import main", "points up"),
        ("formats/games/x.py", "def late():\n    import referee", "points up"),
        ("formats/a.py", "if TYPE_CHECKING:\n    from arena import cli", "points up"),
        ("formats/board.py", "from .. import arena", "climbs out"),
        ("formats/games/x.py", "from ...arena import cli", "climbs out"),
        ("formats/games/x.py", "from .... import arena", "climbs out"),
        ("formats/board.py", "import tests.floors", "no floor"),
        ("bot/ladder.py", "import formats", "bot stands apart"),
        ("bot/ladder.pyx", "from libc.stdio cimport puts\nimport formats", "bot stands apart"),
        ("bot/ladder.pyx", "def late():\n    from formats.games import x", "bot stands apart"),
        ("bot/ladder.pxd", "cimport cython, formats as law", "bot stands apart"),
        ("bot/ladder.pyx", "from ..formats cimport law", "climbs out"),
        ("formats/board.py", "from bot import ladder", "bot stands apart"),
        ("arena/cli.py", "import bot.ladder", "bot stands apart"),
    ],
)
def test_forbidden_import_is_caught(tmp_path: Path, path: str, text: str, wrong: str) -> None:
    plant(tmp_path, path, text)
    (found,) = faults(tmp_path)
    assert found.startswith(f"{path}:{len(text.splitlines())}: ")
    assert wrong in found


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("arena/cli.py", "import formats.board, referee, tournaments.run.event_run.ledger"),
        ("referee/match/__init__.py", "from formats import board"),
        ("formats/games/x.py", "from formats.board import Board\nimport os, arenas"),
        ("formats/games/x.py", "from . import y\nfrom .. import board\nfrom ..board import Board"),
        ("formats/games/__init__.py", "from .x import law\nfrom ..board import Board"),
        ("bot/ladder.pyx", "from .board cimport Board\nfrom . cimport board\nimport sys, os"),
        ("arena/bots/build.py", "from bot import ladder"),
        ("arena/bots/resolve.py", "import bot"),
        ("arena/file/solve.py", "from bot.solution import Solution"),
        ("tests/formats/test_x.py", "import formats, bot"),
    ],
)
def test_lawful_import_passes(tmp_path: Path, path: str, text: str) -> None:
    plant(tmp_path, path, text)
    assert faults(tmp_path) == []


def test_modules_are_short() -> None:
    """DESIGN's taste: files under about 300 lines. A stale exception fails as well."""
    longer = {
        file.relative_to(ROOT).as_posix()
        for file in modules(ROOT)
        if len(file.read_text(encoding="utf-8").splitlines()) > MOST_LINES
    }
    assert longer == set(LONGER)


def test_ground_floor_needs_only_the_standard_library() -> None:
    """A student reads `formats` as the definition of the games, with nothing else installed."""
    allowed = {"formats", *sys.stdlib_module_names}
    found = [arrow for arrow in arrows(ROOT) if arrow.module.startswith("formats/")]
    assert [arrow for arrow in found if arrow.target.split(".")[0] not in allowed] == []


def names_of_its_own(init: Path) -> Iterator[str]:
    """What a package defines or takes from elsewhere."""
    package = init.parent.relative_to(ROOT).as_posix().replace("/", ".")
    for node in ast.parse(init.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.ImportFrom) and node.module != package:
            yield from (alias.asname or alias.name for alias in node.names)


def test_no_package_calls_something_else_as_it_calls_a_module() -> None:
    """Whichever is imported later takes the name: that is seldom the one that is meant."""
    for init in (file for file in modules(ROOT) if file.stem == "__init__"):
        inside = {path.stem for path in init.parent.iterdir()}
        assert inside.isdisjoint(names_of_its_own(init)), init

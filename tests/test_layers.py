"""Tests of the layers: imports point down only, modules are short, `formats` stands alone.

The packages of each layer import only those that ``packages.toml`` lists. The modules are read, not
imported, so an import is found anywhere: in a function, under `if TYPE_CHECKING`, in a relative
import. Cython sources, which `ast` cannot read, are read by line.
"""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from tests.places import ROOT

LAYERS = {"formats": 0, "referee": 1, "tournaments": 2, "arena": 3}
# The package that meets the layers at matrix.txt only: neither imports the other.
APART = "bot"
# The package that imports every layer and is imported by none.
ABOVE = "tests"
# Modules that may import `bot` all the same: the builder makes executables of it, and `arena solve`
# asks a kernel for a solution; no module that judges a game uses it.
MAY_IMPORT_BOT = ("arena/bots/*.py", "arena/file/solve.py")

# The builder of programs, which no player needs, stores them in the arena's cache folder.
BUILDER, MAY_BE_IMPORTED_BY_BUILDER = "bot/builder/*.py", "referee.machine"

MOST_LINES = 600
# Modules that may be longer, each with the reason.
LONGER: dict[str, str] = {}

CYTHON_IMPORT = re.compile(
    r"\s*(?:from\s+(?P<source>[\w.]+)\s+c?import\b|c?import\s+(?P<list>\w.*))"
)


class Arrow(NamedTuple):
    """An import, with its module and line; an empty target is outside the top package."""

    module: str
    line: int
    target: str


def modules(root: Path) -> list[Path]:
    """Return every module of the layers and of `bot`."""
    packages = (root / name for name in (*LAYERS, APART))
    return sorted(
        file
        for package in packages
        for file in package.rglob("*")
        if file.suffix in {".py", ".pyx", ".pxd", ".pxi"}
    )


def absolute(package: tuple[str, ...], level: int, name: str) -> str:
    """Return the full name that `from ..name import` means in `package`; empty if outside."""
    if level == 0:
        return name
    base = package[: max(0, len(package) - level + 1)]
    return ".".join([*base, name]).rstrip(".") if base else ""


def python_imports(text: str, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of each import of a Python module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = absolute(package, node.level, node.module or "")
            # A name imported from a layer itself is a package or a module.
            names = [f".{alias.name}" for alias in node.names] if source in LAYERS else [""]
            yield from ((node.lineno, source + name) for name in names)


def cython_imports(text: str, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of each import and cimport of a Cython module."""
    for number, line in enumerate(text.splitlines(), start=1):
        match = CYTHON_IMPORT.match(line)
        if match and match["source"]:
            name = match["source"].lstrip(".")
            yield number, absolute(package, len(match["source"]) - len(name), name)
        elif match:
            yield from ((number, part.split()[0]) for part in match["list"].split(","))


def arrows(root: Path) -> Iterator[Arrow]:
    """Yield every import of every module."""
    for file in modules(root):
        path = file.relative_to(root)
        imports_of = python_imports if file.suffix == ".py" else cython_imports
        for line, target in imports_of(file.read_text(encoding="utf-8"), path.parent.parts):
            yield Arrow(path.as_posix(), line, target)


def fault(arrow: Arrow) -> str:
    """Return the fault of an import in a few words; an empty string if there is none."""
    source, target = arrow.module.split("/")[0], arrow.target.split(".")[0]
    if not target:
        return "climbs out of its package"
    if source == target or target not in {*LAYERS, APART, ABOVE}:
        return ""
    if target == ABOVE:
        return "the tests are seen by no layer"
    if source == APART:
        is_of_builder = Path(arrow.module).match(BUILDER)
        allowed = is_of_builder and arrow.target.startswith(MAY_BE_IMPORTED_BY_BUILDER)
        return "" if allowed else "bot stands apart"
    if target == APART:
        allowed = any(Path(arrow.module).match(pattern) for pattern in MAY_IMPORT_BOT)
        return "" if allowed else "bot stands apart"
    return "points up" if LAYERS[target] > LAYERS[source] else ""


def faults(root: Path) -> list[str]:
    """Return a line for each import that the layers forbid."""
    return [
        f"{arrow.module}:{arrow.line}: imports {arrow.target or '..'}: {reason}"
        for arrow in arrows(root)
        if (reason := fault(arrow))
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
        ("tournaments/run/live.py", "from arena.cli import main", "points up"),
        ("formats/games/x.py", "def late():\n    import referee", "points up"),
        ("formats/a.py", "if TYPE_CHECKING:\n    from arena import cli", "points up"),
        ("formats/board.py", "from .. import arena", "climbs out"),
        ("formats/games/x.py", "from ...arena import cli", "climbs out"),
        ("formats/games/x.py", "from .... import arena", "climbs out"),
        ("formats/board.py", "import tests.layers", "no layer"),
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
    (line,) = faults(tmp_path)
    assert line.startswith(f"{path}:{len(text.splitlines())}: ")
    assert wrong in line


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
def test_allowed_import_passes(tmp_path: Path, path: str, text: str) -> None:
    plant(tmp_path, path, text)
    assert faults(tmp_path) == []


def test_modules_are_short_and_exceptions_are_needed() -> None:
    longer = {
        file.relative_to(ROOT).as_posix()
        for file in modules(ROOT)
        if len(file.read_text(encoding="utf-8").splitlines()) > MOST_LINES
    }
    assert longer == set(LONGER)


def test_ground_layer_needs_only_the_standard_library() -> None:
    """A student reads `formats` as the definition of the games, with nothing else installed."""
    allowed = {"formats", *sys.stdlib_module_names}
    imports = [arrow for arrow in arrows(ROOT) if arrow.module.startswith("formats/")]
    assert [arrow for arrow in imports if arrow.target.split(".")[0] not in allowed] == []


def defined_names(init: Path) -> Iterator[str]:
    """Yield the names that a package defines or imports from elsewhere."""
    package = init.parent.relative_to(ROOT).as_posix().replace("/", ".")
    for node in ast.parse(init.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.ImportFrom) and node.module != package:
            yield from (alias.asname or alias.name for alias in node.names)


def test_no_package_defines_a_name_of_one_of_its_modules() -> None:
    """Python keeps the name that is bound last, which is seldom the expected one."""
    for init in (file for file in modules(ROOT) if file.stem == "__init__"):
        inside = {path.stem for path in init.parent.iterdir()}
        assert inside.isdisjoint(defined_names(init)), init


# Packages

PACKAGES = "tests/packages.toml"

GROUND = "ground"
"""Name for the modules beside the packages of a layer that are not listed by themselves."""

Packages: TypeAlias = Mapping[str, Mapping[str, list[str]]]
"""Imported packages of each package, by layer and package."""


def package(root: Path, layer: str, name: str, listed: Packages) -> str:
    """Return the package of the module `name` of a layer."""
    if (root / layer / name).is_dir():
        return name
    file = f"{name}.py" if (root / layer / f"{name}.py").is_file() else "__init__.py"
    return file if file in listed.get(layer, {}) else GROUND


def imports_between_packages(root: Path, listed: Packages) -> Iterator[tuple[str, str, str, str]]:
    """Yield layer, importing package, imported package and place of each import in a layer."""
    for arrow in arrows(root):
        layer, source = arrow.module.split("/")[:2]
        names = [*arrow.target.split("."), "__init__"]
        if layer == names[0] and layer in LAYERS:
            here = package(root, layer, Path(source).stem, listed)
            there = package(root, layer, names[1], listed)
            if here != there:
                yield layer, here, there, f"{arrow.module}:{arrow.line}"


def packages_of(root: Path, layer: str, listed: Packages) -> set[str]:
    """Return the packages of a layer that contain a module."""
    files = [path.relative_to(root).parts for path in modules(root)]
    inside = (parts[1] for parts in files if parts[0] == layer)
    return {package(root, layer, Path(name).stem, listed) for name in inside}


def faults_of_packages(root: Path, listed: Packages) -> Iterator[str]:
    """Yield a line for each import that is not listed, and each listed one not used."""
    places: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for layer, here, there, where in imports_between_packages(root, listed):
        places[layer, here].setdefault(there, where)
    for layer in LAYERS:
        packages = listed.get(layer, {})
        for name in sorted(packages_of(root, layer, listed) ^ set(packages)):
            yield f"{layer}: {name} is listed or is there, not both"
        for name, allowed in packages.items():
            used = places[layer, name]
            for there in sorted(set(used) - set(allowed)):
                yield f"{layer}: {name} imports {there} ({used[there]}), which is not listed"
            for there in sorted(set(allowed) - set(used)):
                yield f"{layer}: {name} is listed to import {there}, and does not"


def faults_of_order(listed: Packages) -> Iterator[str]:
    """Yield a line for each package that does not follow its imports in the list."""
    for layer, packages in listed.items():
        below: set[str] = set()
        for name, allowed in packages.items():
            yield from (
                f"{layer}: {lower} is not above {name}" for lower in allowed if lower not in below
            )
            below.add(name)


def test_packages_import_exactly_the_listed_packages() -> None:
    listed = tomllib.loads((ROOT / PACKAGES).read_text(encoding="utf-8"))
    assert list(listed) == list(LAYERS)
    assert list(faults_of_packages(ROOT, listed)) == []
    assert list(faults_of_order(listed)) == []


MADE_UP: Packages = {"referee": {"clock.py": [], "sandbox": ["clock.py"], "match": ["sandbox"]}}


def plant_packages(root: Path) -> None:
    """Write a tree of modules that import as MADE_UP lists."""
    plant(root, "referee/clock.py", "import os")
    plant(root, "referee/sandbox/isolation_levels/none.py", "from referee.clock import Clock")
    plant(root, "referee/match/__init__.py", "from referee.sandbox import Sandbox")


def test_packages_that_import_as_listed_pass(tmp_path: Path) -> None:
    plant_packages(tmp_path)
    plant(tmp_path, "referee/match/elo.py", "from referee.match import score")
    assert list(faults_of_packages(tmp_path, MADE_UP)) == []
    assert list(faults_of_order(MADE_UP)) == []


@pytest.mark.parametrize(
    ("path", "text", "wrong"),
    [
        (
            "referee/clock.py",
            "from referee import match",
            "clock.py imports match (referee/clock.py:1)",
        ),
        ("referee/clock.py", "def late():\n    import referee.match.elo", "clock.py imports match"),
        ("referee/sandbox/host.py", "from ..match import elo", "sandbox imports match"),
        ("referee/match/__init__.py", "", "match is listed to import sandbox, and does not"),
        ("referee/check/finding.py", "", "check is listed or is there, not both"),
        ("referee/verdict.py", "", "ground is listed or is there, not both"),
    ],
)
def test_packages_that_import_otherwise_than_listed_are_caught(
    tmp_path: Path, path: str, text: str, wrong: str
) -> None:
    plant_packages(tmp_path)
    plant(tmp_path, path, text)
    (fault_line,) = faults_of_packages(tmp_path, MADE_UP)
    assert fault_line.startswith(f"referee: {wrong}")


def test_circle_of_packages_is_caught() -> None:
    listed = {"referee": {"clock.py": ["match"], "match": ["clock.py"]}}
    assert list(faults_of_order(listed)) == ["referee: match is not above clock.py"]

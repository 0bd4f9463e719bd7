"""The floors hold: imports point down only, modules are short, the ground floor stands alone.

So do the rooms of each floor: they import those that ``rooms.toml`` lists for them, and no others.
The modules are read, not imported, so an arrow is found wherever it hides: in a function, under
`if TYPE_CHECKING`, in a relative import. Cython sources, which `ast` cannot read, are read by line.
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

FLOORS = {"formats": 0, "referee": 1, "tournaments": 2, "arena": 3}
# Meets the floors at matrix.txt only: neither imports the other.
APART = "bot"
# Sees every floor and is seen by none.
ABOVE = "tests"
# Modules that may see `bot` all the same: the builder makes executables of it, and `arena solve`
# asks a kernel, as a person would ask a book; nothing that judges a game listens to it.
MAY_IMPORT_BOT = ("arena/bots/*.py", "arena/file/solve.py")

MOST_LINES = 600
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
            source = absolute(package, node.level, node.module or "")
            # Of a floor itself, what is imported is a room or a module.
            names = [f".{alias.name}" for alias in node.names] if source in FLOORS else [""]
            yield from ((node.lineno, source + name) for name in names)


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
        ("tournaments/run/live.py", "from arena.cli import main", "points up"),
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


# Rooms

ROOMS = "tests/rooms.toml"

GROUND = "ground"
"""The modules beside the rooms of a floor, but for those that are listed by themselves."""

Rooms: TypeAlias = Mapping[str, Mapping[str, list[str]]]
"""By floors and their rooms, the rooms that each imports."""


def room(root: Path, floor: str, name: str, listed: Rooms) -> str:
    """The room of a module whose full name goes on so after the floor's."""
    if (root / floor / name).is_dir():
        return name
    file = f"{name}.py" if (root / floor / f"{name}.py").is_file() else "__init__.py"
    return file if file in listed.get(floor, {}) else GROUND


def arrows_between_rooms(root: Path, listed: Rooms) -> Iterator[tuple[str, str, str, str]]:
    """Floor, room, the other room, and where it is imported, for each import within a floor."""
    for arrow in arrows(root):
        floor, source = arrow.module.split("/")[:2]
        names = [*arrow.target.split("."), "__init__"]
        if floor == names[0] and floor in FLOORS:
            here = room(root, floor, Path(source).stem, listed)
            there = room(root, floor, names[1], listed)
            if here != there:
                yield floor, here, there, f"{arrow.module}:{arrow.line}"


def rooms_of(root: Path, floor: str, listed: Rooms) -> set[str]:
    """All that have a module."""
    files = [path.relative_to(root).parts for path in modules(root)]
    return {room(root, floor, Path(parts[1]).stem, listed) for parts in files if parts[0] == floor}


def faults_of_rooms(root: Path, listed: Rooms) -> Iterator[str]:
    """A line for whatever the list does not allow, and whatever it allows in vain."""
    found: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for floor, here, there, where in arrows_between_rooms(root, listed):
        found[floor, here].setdefault(there, where)
    for floor in FLOORS:
        rooms = listed.get(floor, {})
        for name in sorted(rooms_of(root, floor, listed) ^ set(rooms)):
            yield f"{floor}: {name} is listed or is there, not both"
        for name, allowed in rooms.items():
            used = found[floor, name]
            for there in sorted(set(used) - set(allowed)):
                yield f"{floor}: {name} imports {there} ({used[there]}), which is not listed"
            for there in sorted(set(allowed) - set(used)):
                yield f"{floor}: {name} is listed to import {there}, and does not"


def faults_of_order(listed: Rooms) -> Iterator[str]:
    """A line for whatever does not stand below what imports it: so there is no circle."""
    for floor, rooms in listed.items():
        below: set[str] = set()
        for name, allowed in rooms.items():
            yield from (
                f"{floor}: {one} is not above {name}" for one in allowed if one not in below
            )
            below.add(name)


def test_rooms_import_what_is_listed() -> None:
    listed = tomllib.loads((ROOT / ROOMS).read_text(encoding="utf-8"))
    assert list(listed) == list(FLOORS)
    assert list(faults_of_rooms(ROOT, listed)) == []
    assert list(faults_of_order(listed)) == []


MADE_UP: Rooms = {"referee": {"clock.py": [], "sandbox": ["clock.py"], "match": ["sandbox"]}}


def plant_rooms(root: Path) -> None:
    """The rooms above, as they are listed."""
    plant(root, "referee/clock.py", "import os")
    plant(root, "referee/sandbox/stages/none.py", "from referee.clock import Clock")
    plant(root, "referee/match/__init__.py", "from referee.sandbox import Sandbox")


def test_rooms_as_they_are_listed_pass(tmp_path: Path) -> None:
    plant_rooms(tmp_path)
    plant(tmp_path, "referee/match/elo.py", "from referee.match import score")
    assert list(faults_of_rooms(tmp_path, MADE_UP)) == []
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
def test_rooms_otherwise_than_listed_are_caught(
    tmp_path: Path, path: str, text: str, wrong: str
) -> None:
    plant_rooms(tmp_path)
    plant(tmp_path, path, text)
    (found,) = faults_of_rooms(tmp_path, MADE_UP)
    assert found.startswith(f"referee: {wrong}")


def test_circle_of_rooms_is_caught() -> None:
    listed = {"referee": {"clock.py": ["match"], "match": ["clock.py"]}}
    assert list(faults_of_order(listed)) == ["referee: match is not above clock.py"]

"""Commands begin at once: modules that they do not need are not loaded."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from arena.commands import COMMANDS
from tests.places import ROOT

POSITION = ROOT / "docs/positions/example-1.txt"
AFTER = ROOT / "docs/positions/example-2.txt"
QUICK = [
    ["--version"],
    ["--help"],
    ["validate", str(POSITION)],
    ["validate", str(POSITION), str(AFTER)],
    ["show", str(POSITION)],
    ["moves", str(POSITION)],
]
HEAVY = {
    "arena.site",
    "asyncio",
    "jinja2",
    "multiprocessing",
    "numpy",
    "pydantic",
    "referee.check",
    "rich",
    "sqlite3",
    "starlette",
    "tournaments",
    "typer",
    "uvicorn",
}
LIMITS = {
    "--version": 5,
    "--help": 100,
    "validate FILE": 130,
    "validate FILE AFTER": 130,
    "show FILE": 150,
    "moves FILE": 130,
    "new --help": 200,
    "build --help": 230,
    "check --help": 340,
    "try --help": 260,
    "match --help": 300,
    "review --help": 240,
    "submit --help": 330,
    "play --help": 300,
    "serve --help": 240,
    "validate --help": 130,
    "show --help": 140,
    "moves --help": 140,
    "perft --help": 140,
    "solve --help": 160,
    "start --help": 160,
    "replay --help": 190,
    "entrants --help": 460,
    "schema --help": 280,
    "ladder --help": 610,
    "run --help": 600,
    "admit --help": 310,
    "withdraw --help": 310,
    "disqualify --help": 310,
    "reinstate --help": 310,
    "replay-game --help": 310,
    "annul --help": 310,
    "restore-game --help": 310,
    "table --help": 350,
    "report --help": 510,
    "export --help": 300,
    "feedback --help": 510,
    "fetch --help": 300,
    "invite --help": 230,
    "grades --help": 300,
    "rejudge --help": 290,
    "doctor --help": 180,
    "cache --help": 140,
    "bench --help": 160,
}
"""Most modules that a command may load, beside those of a bare Python. Limits only go down.

The counts are those of Python 3.11, rounded up to tens: other versions of libraries have some more.
"""
PROGRAM = """
import sys
before = {*sys.modules, *sys.builtin_module_names}
from arena.cli import main
try:
    main()
finally:
    print(*(set(sys.modules) - before), file=sys.stderr)
"""


def loaded_by(words: list[str], folder: Path) -> set[str]:
    """Return the modules that a successful command has loaded at its end, without a terminal."""
    command = [sys.executable, "-c", PROGRAM, *words]
    environment = {"PYTHONPATH": str(ROOT)}
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
    return set(result.stderr.decode().split())


@pytest.mark.parametrize("words", QUICK, ids=lambda words: " ".join(map(str, words[:1])))
def test_small_command_loads_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    assert loaded_by(words, tmp_path) & HEAVY == set()


@pytest.mark.parametrize("words", [words for words in QUICK if words[0] != "show"])
def test_numbers_cost_nothing_where_none_is_told(words: list[str], tmp_path: Path) -> None:
    assert not {name for name in loaded_by(words, tmp_path) if name.startswith("babel")}


def test_list_of_commands_loads_none_of_them(tmp_path: Path) -> None:
    loaded = loaded_by(["--help"], tmp_path)
    assert "arena.commands" in loaded
    assert not {"arena.file.validate", "arena.file.position", "formats.matrix"} & loaded


def test_version_needs_no_library(tmp_path: Path) -> None:
    loaded = {name.split(".")[0] for name in loaded_by(["--version"], tmp_path)}
    assert "arena" in loaded
    assert not {"click", "formats", "pathlib", "re", "typing"} & loaded


@pytest.mark.parametrize(("words", "limit"), LIMITS.items())
def test_command_loads_few_modules(words: str, limit: int, tmp_path: Path) -> None:
    """Fail for a command that loads more modules than before; tell which packages they are of."""
    files = {"FILE": str(POSITION), "AFTER": str(AFTER)}
    arguments = [files.get(word, word) for word in words.split()]
    loaded = loaded_by(arguments, tmp_path)
    if len(loaded) > limit:
        # The first run may have removed what a killed referee had left, for which it loads more.
        loaded = loaded_by(arguments, tmp_path)
    packages = Counter(name.split(".")[0] for name in loaded)
    most = ", ".join(f"{package} {count}" for package, count in packages.most_common(8))
    assert len(loaded) <= limit, f"arena {words} loads {len(loaded)} modules: {most}"


def test_every_command_has_a_limit() -> None:
    assert {words.split()[0] for words in LIMITS if words.endswith("--help")} >= set(COMMANDS)

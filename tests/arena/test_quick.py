"""Small commands are quick: modules that they do not need are not loaded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

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
PROGRAM = """
import json, sys
from arena.cli import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def loaded_by(words: list[str], folder: Path) -> set[str]:
    """Return the modules that are loaded at the end of a successful command without a terminal."""
    command = [sys.executable, "-c", PROGRAM, *words]
    environment = {"PYTHONPATH": str(ROOT)}
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
    return set(json.loads(result.stderr))


@pytest.mark.parametrize("words", QUICK, ids=lambda words: " ".join(map(str, words[:1])))
def test_small_command_loads_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    assert loaded_by(words, tmp_path) & HEAVY == set()


@pytest.mark.parametrize("words", [words for words in QUICK if words[0] != "show"])
def test_numbers_cost_nothing_where_none_is_told(words: list[str], tmp_path: Path) -> None:
    assert not {name for name in loaded_by(words, tmp_path) if name.startswith("babel")}


@pytest.mark.parametrize("words", [["--version"], ["--help"]])
def test_list_of_commands_loads_none_of_them(words: list[str], tmp_path: Path) -> None:
    loaded = loaded_by(words, tmp_path)
    assert "arena.commands" in loaded
    assert not {"arena.file.validate", "arena.file.position", "formats.matrix"} & loaded

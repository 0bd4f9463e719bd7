"""``arena doctor``: reports each ability truly, and for a missing one how to get it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.machine.doctor import State, find_abilities
from formats.text import LANGUAGES
from referee.remedies import Missing, remedy
from referee.sandbox.isolation_choice import strongest_isolation, why_not
from referee.sandbox.isolation_levels import IsolationLevel
from tests.arena.conftest import Run
from tests.places import ROOT

FOLDER = ROOT


def as_data(path: str | None = None) -> dict[str, dict[str, str]]:
    """Return the JSON output of the command in a process of its own, with that PATH."""
    environment = {**os.environ, **({"PATH": path} if path is not None else {})}
    command = [sys.executable, "-m", "arena", "doctor", "--json"]
    result = subprocess.run(
        command, cwd=FOLDER, env=environment, check=True, capture_output=True, text=True
    )
    return {each["name"]: each for each in json.loads(result.stdout)}


def test_the_command_names_the_isolation_level_of_bots(run: Run) -> None:
    output = run("doctor").out
    assert f"bots run at isolation level {strongest_isolation()}" in output
    for isolation in (IsolationLevel.NAMESPACES, IsolationLevel.LANDLOCK):
        assert (f"+ isolation level {isolation}: it works" in output) == (
            why_not(isolation) is None
        )


def test_a_missing_part_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    data = as_data(path=str(tmp_path))
    assert data["namespaces"]["state"] == State.MISSING
    assert data["namespaces"]["remedy"].endswith("apt-get install bubblewrap")
    assert data["wine"]["remedy"].endswith("apt-get install wine wine64")
    lacking = [each for each in data.values() if each["state"] == State.MISSING]
    assert all(each["remedy"] for each in lacking if each["name"] not in ("sandbox", "landlock"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_speaks_both_languages(run: Run, language: str) -> None:
    output = run("doctor", "--lang", language).out
    assert ("песочница" in output) == (language == "ru")
    assert "{" not in output


def test_each_thing_has_its_own_name() -> None:
    names = [ability.name for ability in find_abilities()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("tool", ["apt-get", "dnf", "pacman", "apk", "brew"])
def test_a_remedy_is_in_the_words_of_the_system(tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name == tool else None)
    for missing in Missing:
        words = remedy(missing).removeprefix("sudo ").split()
        assert words[0] == tool
        assert len(words) > 2

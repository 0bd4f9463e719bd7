"""What is the same for all commands."""

from __future__ import annotations

import re
import tomllib

import pytest

from arena.commands import COMMANDS, Command
from tests.arena.conftest import Run
from tests.places import ROOT


def test_version_is_that_of_the_project(run: Run) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert run("--version") == (0, f"arena {project['version']}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_line_in_the_list_is_what_the_command_says_first(run: Run, command: str) -> None:
    _, line = COMMANDS[command]
    assert Command(command).loaded().help == line
    listed = " ".join(run("--help").out.split())
    assert f" {command} {line}" in listed


@pytest.mark.parametrize("command", COMMANDS)
def test_what_must_be_named_is_written_in_capitals(run: Run, command: str) -> None:
    (usage,) = re.findall(f"Usage: .*arena {command} (.*)", run(command, "--help").out)
    assert usage == usage.upper()

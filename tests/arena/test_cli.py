"""What is the same for all commands."""

from __future__ import annotations

import re
import tomllib

import pytest

from arena.cli import COMMANDS
from tests.arena.conftest import Run
from tests.tournaments.events import ROOT


def test_version_is_that_of_the_project(run: Run) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert run("--version") == (0, f"arena {project['version']}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_what_must_be_named_is_written_in_capitals(run: Run, command: str) -> None:
    (usage,) = re.findall(f"Usage: .*arena {command} (.*)", run(command, "--help").out)
    assert usage == usage.upper()

"""Tests of turns in a process with thousands of open files, as a site with watchers has."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path

import pytest

from referee.program import Allowance, Limits, Program
from referee.sandbox.idle_sandboxes import IdleSandboxes
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunEnd
from tests.referee.needs import WHY_NOT

MOST_OF_SELECT = 1024
"""Number of descriptors that ``select`` supports."""


@pytest.fixture(name="_many")
def open_many_files() -> Iterator[None]:
    """Open files until each new descriptor is too large for ``select``."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 2 * MOST_OF_SELECT
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip(f"no more than {hard} files may be open here")
    with ExitStack() as files:
        if soft != resource.RLIM_INFINITY and soft < needed:
            resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
            files.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        while (file := os.open(os.devnull, os.O_RDONLY)) <= MOST_OF_SELECT:
            files.callback(os.close, file)
        files.callback(os.close, file)
        yield


@pytest.mark.usefixtures("_many")
@pytest.mark.parametrize("isolation", [*WHY_NOT, IsolationLevel.NONE])
def test_bots_play_with_many_open_files(isolation: IsolationLevel, tmp_path: Path) -> None:
    if WHY_NOT.get(isolation):
        pytest.skip(WHY_NOT[isolation])
    path = tmp_path / "bot"
    path.write_text("#!/bin/sh\necho moved > matrix.txt\n")
    path.chmod(0o755)
    allowed = Allowance(own=Decimal(5), wall=Decimal(60))
    with IdleSandboxes() as sandboxes:
        for _ in range(2):  # the second turn is played in a sandbox that is kept
            with sandboxes.lend(Program("bot", path), Limits(), isolation) as sandbox:
                result = sandbox.run(b"file\n", allowed)
            assert (result.end, result.file.data) == (RunEnd.EXITED, b"moved\n")

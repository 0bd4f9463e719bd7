"""Turns of bots in a process that has thousands of files open, as a site with watchers has."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path

import pytest

from referee.program import Allowance, Limits, Program
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.kept import KeptSandboxes
from referee.sandbox.run_result import RunEnd
from tests.referee.needs import WHY_NOT

MOST_OF_SELECT = 1024
"""Descriptors from which ``select`` does not work any more."""


@pytest.fixture(name="_many")
def open_many_files() -> Iterator[None]:
    """Open so many files that each new one has a large number."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_OF_SELECT
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"no more than {hard} files may be open here")
    with ExitStack() as files:
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            files.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        while (file := os.open(os.devnull, os.O_RDONLY)) <= MOST_OF_SELECT:
            files.callback(os.close, file)
        files.callback(os.close, file)
        yield


@pytest.mark.usefixtures("_many")
@pytest.mark.parametrize("isolation", [*WHY_NOT, IsolationLevel.NONE])
def test_bots_play_where_many_files_are_open(isolation: IsolationLevel, tmp_path: Path) -> None:
    if WHY_NOT.get(isolation):
        pytest.skip(WHY_NOT[isolation])
    path = tmp_path / "bot"
    path.write_text("#!/bin/sh\necho moved > matrix.txt\n")
    path.chmod(0o755)
    allowed = Allowance(own=Decimal(5), wall=Decimal(60))
    with KeptSandboxes() as kept:
        for _ in range(2):  # the second turn is played in a sandbox that is kept
            with kept.lend(Program("bot", path), Limits(), isolation) as sandbox:
                result = sandbox.run(b"file\n", allowed)
            assert (result.end, result.file.data) == (RunEnd.EXITED, b"moved\n")

"""Control groups: nobody is left in one."""

from __future__ import annotations

import os
import shutil
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from time import sleep

import pytest

from referee.program import Allowance, Program, RefereeError
from referee.sandbox import Sandbox
from referee.sandbox.stages import Stage
from tests.referee.needs import WHY_NO_GROUP, has_group
from tests.referee.offending import HERE, built_c, keepers

LONG = Allowance(own=Decimal(60), wall=Decimal(600))


def running(name: str) -> list[int]:
    """The processes of a program of this name."""
    found = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if name.encode() in line.read_bytes().split(b"\0")[0]:
                found.append(int(line.parent.name))
    return found


@pytest.mark.skipif(not has_group(), reason=WHY_NO_GROUP)
def test_bots_do_not_outlive_a_keeper_that_was_killed(tmp_path: Path) -> None:
    """Behind Landlock's walls the kernel ends only the first process with the keeper."""
    path = tmp_path / f"bomb-{os.getpid()}"
    shutil.copy(built_c(HERE / "offenders" / "fork-bomb" / "bot.c"), path)
    with ThreadPoolExecutor(1) as other:
        with Sandbox(Program("bomb", path), stage=Stage.LANDLOCK) as sandbox:
            turn = other.submit(sandbox.run, b"", LONG)
            while len(running(path.name)) < 10:
                sleep(0.01)
            for keeper in keepers(os.getpid()):
                os.kill(keeper, signal.SIGKILL)
            assert isinstance(turn.exception(60), RefereeError)
        assert not running(path.name)

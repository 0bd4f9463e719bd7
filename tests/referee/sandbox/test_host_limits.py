"""Tests of the resource limits of the shell: low limits are used, and too low ones are named."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest

from referee.sandbox.isolation_levels import IsolationLevel
from tests.places import ROOT
from tests.referee.needs import ISOLATION_LEVELS

PLAYS = """
import resource, sys
from decimal import Decimal
from pathlib import Path
from referee.program import Allowance, Program, RefereeError
from referee.sandbox import Sandbox
from referee.sandbox.isolation_levels import IsolationLevel
limit, soft, hard, isolation = getattr(resource, sys.argv[1]), *map(int, sys.argv[2:4]), sys.argv[4]
most = resource.getrlimit(limit)[1]
resource.setrlimit(limit, (soft, hard if hard >= 0 else most))
try:
    program = Program("true", Path("/bin/true"))
    with Sandbox(program, isolation=IsolationLevel(isolation)) as sandbox:
        print(sandbox.run(b"", Allowance(Decimal(10), Decimal(100))).end.name)
except RefereeError as error:
    print(error)
"""


def play_turn(name: str, soft: int, hard: int, isolation: IsolationLevel) -> str:
    """Play a turn under this limit and return the result; keep a hard limit given as -1."""
    words = [sys.executable, "-c", PLAYS, name, str(soft), str(hard), isolation]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return result.stdout.strip() or result.stderr


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("RLIMIT_CORE", 0),
        ("RLIMIT_NOFILE", 64),
        ("RLIMIT_FSIZE", 16 << 20),
        ("RLIMIT_MEMLOCK", 0),
        ("RLIMIT_STACK", 1 << 20),
        ("RLIMIT_DATA", 512 << 20),
    ],
)
def test_a_bot_plays_under_low_limits(name: str, most: int, isolation: IsolationLevel) -> None:
    assert play_turn(name, most, most, isolation) == "EXITED"


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
@pytest.mark.parametrize(
    ("name", "most", "sentence"),
    [
        (
            "RLIMIT_NOFILE",
            25,
            "the limit on open files (ulimit -n) is 25, and running a bot takes 32",
        ),
        ("RLIMIT_FSIZE", 10240, "the limit on KiB of a file (ulimit -f) is 10,"),
        ("RLIMIT_NPROC", 1, "the limit on processes of a user (ulimit -u) is 1,"),
        ("RLIMIT_CPU", 5, "the limit on seconds of a process (ulimit -t) is 5,"),
    ],
)
def test_a_limit_that_is_too_low_is_named(
    name: str, most: int, sentence: str, isolation: IsolationLevel
) -> None:
    message = play_turn(name, most, most, isolation)
    assert sentence in message
    assert message.endswith("it is a hard limit, which only root can raise")


def test_a_limit_that_can_be_raised_is_named_with_the_command() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    message = play_turn("RLIMIT_NOFILE", 25, most, IsolationLevel.NONE)
    assert message.endswith("takes 32: `ulimit -S -n 32` raises it")

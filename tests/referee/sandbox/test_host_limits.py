"""Tests of the resource limits of the shell: low limits are used, and too low ones are named."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

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
path, seconds = Path(sys.argv[5]), Decimal(sys.argv[6])
most = resource.getrlimit(limit)[1]
resource.setrlimit(limit, (soft, hard if hard >= 0 else most))
try:
    with Sandbox(Program("bot", path), isolation=IsolationLevel(isolation)) as sandbox:
        result = sandbox.run(b"", Allowance(seconds, seconds * 10))
        print(result.end.name, result.status)
except RefereeError as error:
    print(error)
"""


def play_turn(
    name: str,
    soft: int,
    hard: int,
    isolation: IsolationLevel,
    path: Path = Path("/bin/true"),
    seconds: int = 10,
) -> str:
    """Play a turn under this limit and return the result; keep a hard limit given as -1."""
    arguments = (name, str(soft), str(hard), isolation, str(path), str(seconds))
    words = [sys.executable, "-c", PLAYS, *arguments]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return result.stdout.strip() or result.stderr


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("RLIMIT_CORE", 0),
        ("RLIMIT_NOFILE", 64),
        ("RLIMIT_FSIZE", 64 << 20),
        ("RLIMIT_MEMLOCK", 0),
        ("RLIMIT_STACK", 1 << 20),
        ("RLIMIT_DATA", 1 << 30),
    ],
)
def test_a_bot_plays_under_low_limits(name: str, most: int, isolation: IsolationLevel) -> None:
    assert play_turn(name, most, most, isolation) == "EXITED 0"


USES = {
    "RLIMIT_FSIZE": (
        16 << 20,
        "open(os.environ.get('TMPDIR', '/tmp') + '/x', 'wb').write(bytes(20 << 20))",
    ),
    "RLIMIT_DATA": (256 << 20, "bytearray(500 << 20)"),
    "RLIMIT_AS": (512 << 20, "bytearray(500 << 20)"),
    "RLIMIT_CPU": (60, "assert resource.getrlimit(resource.RLIMIT_CPU)[0] != 60"),
}
"""For each limit, a low one and a use by a bot that its own limits allow."""


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
@pytest.mark.parametrize("name", USES)
def test_a_bot_may_use_what_a_limit_can_be_raised_to(
    tmp_path: Path, name: str, isolation: IsolationLevel
) -> None:
    most, use = USES[name]
    path = tmp_path / "bot"
    path.write_text(f"#!/usr/bin/python3 -IS\nimport os, resource\n{use}\n")
    path.chmod(0o755)
    assert play_turn(name, most, -1, isolation, path) == "EXITED 0"


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_clock_beyond_the_limit_on_processor_time_is_named(isolation: IsolationLevel) -> None:
    assert play_turn("RLIMIT_CPU", 100, 100, isolation, seconds=99) == "EXITED 0"
    message = play_turn("RLIMIT_CPU", 100, 100, isolation, seconds=120)
    assert "seconds of a process (ulimit -t) is 100, and running a bot takes 121" in message


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
        ("RLIMIT_FSIZE", 16 << 20, "(ulimit -f) is 16384, and running a bot takes 65536"),
        ("RLIMIT_DATA", 512 << 20, "(ulimit -d) is 524288, and running a bot takes 1048576"),
        ("RLIMIT_AS", 1 << 30, "(ulimit -v) is 1048576, and running a bot takes 1310720"),
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

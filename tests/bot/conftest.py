"""The programs, built once a run."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from functools import cache
from itertools import product
from pathlib import Path
from shutil import which
from tempfile import gettempdir

import pytest

from bot.builder.compiler import Target
from bot.builder.executable import build, programs
from tests.bot.programs import Built, can_build
from tests.present import Case, present


@cache
def boot_wine() -> None:
    """Lets Wine make its folder, of which it tells; one worker of the tests after the other."""
    with (Path(gettempdir()) / "matrix-arena-tests-wine").open("w") as lock:
        flock(lock, LOCK_EX)
        command = ["wine", "wineboot", "--init"]
        environment = {**os.environ, "WINEDEBUG": "-all"}
        subprocess.run(command, env=environment, check=True, capture_output=True)


@cache
def why_not(target: Target) -> str:
    """Why programs for that system cannot be made or run here, or nothing."""
    if target is Target.WINDOWS and which("wine") is None:
        return "wine is not here (apt-get install wine64)"
    return "" if can_build(target) else f"no compiler for {target} is here (pip install ziglang)"


def products() -> Iterator[Case]:
    """One worker of the tests compiles a kernel for a system, and links all its styles."""
    for target, program in product(Target, programs()):
        name, group = f"{target}-{program.name}", f"{target}-{program.kernel}"
        yield Case(name, ((target, program),), why_not(target), group)


@pytest.fixture(scope="session", params=present(products()))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Each program for each system that can be built and run here."""
    target, program = request.param
    if target is Target.WINDOWS:
        boot_wine()
    path: Path = tmp_path_factory.mktemp("programs") / f"{program.name}{target.ending}"
    build(program, target, path)
    return Built(target, program, path)

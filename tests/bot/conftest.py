"""Fixture of the built programs, each built once a run."""

from __future__ import annotations

import os
import subprocess
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path
from tempfile import gettempdir

import pytest

from bot.builder.compiler import Target
from bot.builder.executable import build
from tests.bot.programs import Built, products
from tests.present import present


@cache
def boot_wine() -> None:
    """Let Wine make its folder, in one worker of the tests at a time."""
    with (Path(gettempdir()) / f"matrix-arena-tests-wine-{os.getuid()}").open("w") as lock:
        flock(lock, LOCK_EX)
        command = ["wine", "wineboot", "--init"]
        environment = {**os.environ, "WINEDEBUG": "-all"}
        subprocess.run(command, env=environment, check=True, capture_output=True)


@pytest.fixture(scope="session", params=present(products()))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build each program for each system on which it can be built and run here."""
    target, program = request.param
    if target is Target.WINDOWS:
        boot_wine()
    path: Path = tmp_path_factory.mktemp("programs") / f"{program.name}{target.ending}"
    build(program, target, path)
    return Built(target, program, path)

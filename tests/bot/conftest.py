"""The programs, built once a run."""

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
    """Lets Wine make its folder, of which it tells; one worker of the tests after the other."""
    with (Path(gettempdir()) / "matrix-arena-tests-wine").open("w") as lock:
        flock(lock, LOCK_EX)
        command = ["wine", "wineboot", "--init"]
        environment = {**os.environ, "WINEDEBUG": "-all"}
        subprocess.run(command, env=environment, check=True, capture_output=True)


@pytest.fixture(scope="session", params=present(products()))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Each program for each system that can be built and run here."""
    target, program = request.param
    if target is Target.WINDOWS:
        boot_wine()
    path: Path = tmp_path_factory.mktemp("programs") / f"{program.name}{target.ending}"
    build(program, target, path)
    return Built(target, program, path)

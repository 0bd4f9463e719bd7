"""The programs, built once a run."""

from __future__ import annotations

import os
import subprocess
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import gettempdir

import pytest

from bot.executable import Target, build, programs
from tests.bot.programs import Built

_NEEDED = {
    Target.LINUX: {"musl-gcc": "musl-tools"},
    Target.WINDOWS: {"x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64", "wine": "wine64"},
}


@cache
def boot_wine() -> None:
    """Lets Wine make its folder, of which it tells; one worker of the tests after the other."""
    with (Path(gettempdir()) / "matrix-arena-tests-wine").open("w") as lock:
        flock(lock, LOCK_EX)
        command = ["wine", "wineboot", "--init"]
        environment = {**os.environ, "WINEDEBUG": "-all"}
        subprocess.run(command, env=environment, check=True, capture_output=True)


# One worker of the tests compiles a kernel for a system, and links all its styles.
PRODUCTS = [
    pytest.param(
        (target, program),
        id=f"{target}-{program.name}",
        marks=pytest.mark.xdist_group(f"{target}-{program.kernel}"),
    )
    for target in Target
    for program in programs()
]


@pytest.fixture(scope="session", params=PRODUCTS)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Each program for each system that can be built and run here."""
    target, program = request.param
    for tool, package in _NEEDED[target].items():
        if which(tool) is None:
            pytest.skip(f"{tool} is not here (apt-get install {package})")
    if target is Target.WINDOWS:
        boot_wine()
    path: Path = tmp_path_factory.mktemp("programs") / f"{program.name}{target.ending}"
    build(program, target, path)
    return Built(target, program, path)

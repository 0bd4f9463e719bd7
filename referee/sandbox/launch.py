"""How a program is started: a native one directly, one for Windows through Wine.

Wine needs a folder with a whole Windows in it, which it makes in seconds. One is made for this
user and kept; each turn sees it through a layer of its own, so that nothing written there stays.
And Wine takes its time to start, which is no bot's fault: it is measured with a program that does
nothing, and taken off what a turn is said to have used.

Java lets garbage lie until its heap is full, and makes that a part of the machine's memory: what
is no fault on a small machine would be one on a large machine. So it is told how much there is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from referee.machine import cache_folder
from referee.program import Limits, Program, RefereeError
from referee.remedies import Missing, remedy
from referee.sandbox.host import cache_of_root
from referee.sandbox.stages import Stage

PREFIX = "/wine/prefix"
"""Where Wine's folder is, for a program in the sandbox; keeper/stage.c knows the place too."""
_IN_SANDBOX = {
    "WINEPREFIX": PREFIX,
    "TMPDIR": "/tmp/wine",  # for the sockets of its server; stage.c makes the folder
    "XDG_CACHE_HOME": "/tmp/wine",  # its fonts' list would be missed aloud
}
_QUIET = {"WINEDEBUG": "-all"}
JAVA_OPTIONS = "JDK_JAVA_OPTIONS"
"""The variable from which Java adds to its command line."""
_OF_HEAP = 60
"""Percent of the memory; Java takes the rest for itself."""


@dataclass(frozen=True, slots=True)
class Launch:
    """What is put before a program's own path, and what it finds around it."""

    words: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    wine: Path | None = None
    """Wine's folder on this machine, if the program needs one."""


def launch_of(program: Program, limits: Limits, stage: Stage) -> Launch:
    """How this program is started. Raises RefereeError where Wine is needed and is not there."""
    try:
        if not program.is_windows or sys.platform == "win32":
            return Launch(environment=_told_to_java(limits))
    except OSError as error:
        raise RefereeError(f"{program.path} cannot be read: {error.strerror}") from None
    command = shutil.which("wine")
    if command is None:
        raise RefereeError(f"for Windows programs Wine is needed: {remedy(Missing.WINE)}")
    # Without a layer over it the one that is kept would not stay as it is: then Wine uses its own.
    places = _IN_SANDBOX if stage is Stage.NAMESPACES else {}
    return Launch((command,), {**_QUIET, **places}, _wine_folder())


def _told_to_java(limits: Limits) -> dict[str, str]:
    """What Java adds to its command line: its heap may have most of the memory, if not all."""
    return {JAVA_OPTIONS: f"-XX:MaxRAM={limits.memory} -XX:MaxRAMPercentage={_OF_HEAP}"}


@cache
def _wine_folder() -> Path:
    """Wine's folder, made if there is none yet; two who make it at once do not disturb."""
    try:
        # Root's own would be closed to the sandbox's user.
        kept = (cache_of_root() if os.geteuid() == 0 else cache_folder()) / "wine"
        if kept.exists():
            return kept
        made = Path(tempfile.mkdtemp(prefix="wine-", dir=kept.parent))
    except OSError as error:
        why = f"{error.filename}: {error.strerror}"
        raise RefereeError(f"there is no folder for Wine ({why}); set XDG_CACHE_HOME") from None
    environment = {**os.environ, **_QUIET, "WINEPREFIX": str(made), "DISPLAY": ""}
    for command in (["wineboot", "-i"], ["wineserver", "-w"]):
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        if done.returncode:
            raise RefereeError(f"Wine cannot be set up: {command[0]} ended with {done.returncode}")
    (made / "wineserver").unlink(missing_ok=True)  # names a place that was its own, and is gone
    made.chmod(0o755)
    try:
        made.rename(kept)
    except OSError:  # somebody else was quicker
        shutil.rmtree(made, ignore_errors=True)
    return kept

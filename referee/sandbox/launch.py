"""The start of programs: directly, or through Wine if they are for Windows.

Wine needs a folder with a whole Windows in it, which takes seconds to make. One is made for the
user and reused; each turn sees it through a layer of its own, so that nothing written there stays.
Wine is slow to start, which is not the bot's fault: the time is measured with a program of Wine
that does nothing, and subtracted from the time that a turn has used.

Java lets garbage lie until its heap is full, and sizes the heap by the machine's memory: a bot that
is correct on a small machine would exceed its limit on a large one. So Java is told the limit.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from typing import Self

from formats.text import Text, reason
from referee.machine import cache_folder, is_root, leftover_prefix, remove_leftovers
from referee.program import CANNOT_RUN, Allowance, Limits, Program, RefereeError
from referee.remedies import Missing, remedy
from referee.sandbox.host import is_system_path
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.program_folders import cache_of_root, remove_program_folder
from referee.sandbox.run_result import RunEnd, RunResult

_CANNOT_READ = Text("{path} cannot be read: {why}", "не удалось прочитать {path}: {why}")
_NO_WINE = Text(
    "for Windows programs Wine is needed: {command}",
    "для программ Windows нужен Wine: {command}",
)
_NO_FOLDER = Text(
    "there is no folder for Wine ({path}: {why}); set XDG_CACHE_HOME",
    "не удалось создать папку для Wine ({path}: {why}); укажите другую в XDG_CACHE_HOME",
)
_NOT_SET_UP = Text(
    "Wine cannot be set up: {command} ended with {status}",
    "не удалось настроить Wine: {command} завершился с кодом {status}",
)
_TOO_SLOW = Text(
    "Wine cannot be set up: {command} has not ended after {seconds} s",
    "не удалось настроить Wine: {command} не завершилась за {seconds} с",
)
_ELSEWHERE = Text(
    "Wine is here as {path}, outside of the folders that the sandbox has: install it in /usr or"
    " /opt",
    "Wine здесь — {path}, вне папок, которые есть в песочнице: установите его в /usr или /opt",
)
INCOMPLETE_WINE = Text(
    "Wine's folder lacks {path}, by which its start is measured: remove the folder, or install"
    " another Wine",
    "в папке Wine нет {path}, по которой измеряют её запуск: удалите папку или установите другой"
    " Wine",
)
_NO_START_COST = Text(
    "Wine does not work here: a program that does nothing ended with {end} {status}",
    "Wine здесь не работает: программа, которая ничего не делает, завершилась с {end} {status}",
)
_SET_UP_TIME = 600
"""Seconds for each command that sets up Wine's folder, which takes a busy machine a minute."""
PREFIX = "/wine/prefix"
"""Path of Wine's folder inside the sandbox; keeper/bot_start.c has the same path."""
_IN_SANDBOX = {
    "WINEPREFIX": PREFIX,
    "TMPDIR": "/tmp/wine",  # For the sockets of Wine's server; bot_start.c makes it.
    "XDG_CACHE_HOME": "/tmp/wine",  # Without it Wine complains about its list of fonts.
}
_QUIET = {"WINEDEBUG": "-all"}
JAVA_OPTIONS = "JDK_JAVA_OPTIONS"
"""The variable from which Java adds options to its command line."""
_NOTE_OF_JAVA = re.compile(rb"NOTE: Picked up JDK_JAVA_OPTIONS: -XX:MaxRAM=[^\n]*\n")
_LONGEST_LINE = 256
_HEAP_PERCENT = 60
"""Percent of the memory limit for Java's heap; Java needs the rest itself."""


@dataclass(frozen=True, slots=True)
class Launch:
    """The words before a program's path, and the environment that it starts with."""

    words: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    wine: Path | None = None
    """Wine's folder on this machine; None if the program does not need Wine."""


@dataclass(frozen=True, slots=True)
class CorePolicy:
    """The choice of cores for a bot's processes, and whether all others go first."""

    gives_way: bool = False
    cores: frozenset[int] = frozenset()
    """Cores to run on; empty means any."""


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """The settings of a sandbox, which all turns of a game share."""

    program: Program
    launch: Launch
    limits: Limits
    isolation: IsolationLevel
    core_policy: CorePolicy
    output_socket: socket.socket | None = None
    """Socket that receives what the bot prints, as it is printed."""


def launch_of(program: Program, limits: Limits, isolation: IsolationLevel) -> Launch:
    """Return how to start the program. Raise RefereeError where Wine is needed and missing."""
    try:
        if not program.is_windows or sys.platform == "win32":
            return Launch(environment=_java_options(limits))
    except OSError as error:
        raise RefereeError(_CANNOT_READ, path=program.path, why=reason(error)) from None
    command = wine_command()
    if command is None:
        raise RefereeError(_NO_WINE, command=remedy(Missing.WINE))
    # Only ``namespaces`` protects the stored folder with a layer; elsewhere Wine uses its own.
    places = _IN_SANDBOX if isolation is IsolationLevel.NAMESPACES else {}
    return Launch((command,), {**_QUIET, **places}, wine_folder())


def windows_words(path: Path) -> tuple[str, ...]:
    """Return the words before a program's path on Windows, which does not read ``#!`` itself."""
    with path.open("rb") as file:
        first = file.read(_LONGEST_LINE).split(b"\n")[0]
    if first.startswith(b"MZ"):
        return ()
    if path.suffix.lower() == ".py" or (first.startswith(b"#!") and b"python" in first):
        return (_python(),)
    raise OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC))


def _python() -> str:
    """Return the running Python, or one from PATH if this is a frozen executable."""
    if not getattr(sys, "frozen", False):
        return sys.executable
    python = shutil.which("python")
    if python is None:
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
    return python


def wine_command() -> str | None:
    """Return the path of Wine, of the file itself if the system has only a link; None if absent."""
    command = shutil.which("wine")
    if command is None or is_system_path(path := Path(command).resolve()):
        return command
    return str(path)


def wine_installation(command: str) -> Path | None:
    """Return the folder of a Wine outside of the system's folders; None if it is within them.

    Raise RefereeError if the sandbox cannot have the folder.
    """
    path = Path(command)
    if is_system_path(path.resolve()):
        return None
    installation = path.parents[1]
    if path.parent.name == "bin" and any(installation.glob("lib*/wine")):
        return installation
    raise RefereeError(_ELSEWHERE, path=path)


def empty_program(wine: Path) -> Path:
    """Return the program of Wine's folder that exits as soon as it has started."""
    return wine / "drive_c" / "windows" / "system32" / "hostname.exe"


def _java_options(limits: Limits) -> dict[str, str]:
    """Return Java's options: its heap may have most of the memory, but not all."""
    return {JAVA_OPTIONS: f"-XX:MaxRAM={limits.memory} -XX:MaxRAMPercentage={_HEAP_PERCENT}"}


def without_note_of_java(run_result: RunResult) -> RunResult:
    """Return the run result without the line in which Java repeats the options that it was told."""
    note = note_of_java(run_result.printed)
    if not note:
        return run_result
    printed, size = run_result.printed[note:], run_result.printed_size - note
    return replace(run_result, printed=printed, printed_size=size)


def note_of_java(printed: bytes | bytearray) -> int:
    """Return the length of the line at the beginning in which Java repeats its options, or 0."""
    note = _NOTE_OF_JAVA.match(printed)
    return note.end() if note else 0


@cache
def wine_folder() -> Path:
    """Return Wine's folder; make it if it does not exist, safely beside other processes."""
    try:
        # Root's own cache folder would be closed to the sandbox's user.
        folder = (cache_of_root() if is_root() else cache_folder()) / "wine"
        if folder.exists():
            return folder
        remove_leftovers(folder.parent, remove_program_folder)
        new_folder = Path(tempfile.mkdtemp(prefix=leftover_prefix(), dir=folder.parent))
    except OSError as error:
        raise RefereeError(_NO_FOLDER, path=error.filename, why=reason(error)) from None
    try:
        _set_up_wine(new_folder)
        new_folder.chmod(0o755)
        with suppress(OSError):  # Another process was quicker.
            new_folder.rename(folder)
    finally:
        shutil.rmtree(new_folder, ignore_errors=True)
    return folder


def _set_up_wine(folder: Path) -> None:
    """Make a Windows in the folder, and wait until Wine has ended. Raise RefereeError."""
    run = partial(
        subprocess.run,
        env={**os.environ, **_QUIET, "WINEPREFIX": str(folder), "DISPLAY": ""},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=_SET_UP_TIME,
        check=True,
    )
    command = ["wineboot", "-i"]
    try:
        run(command)
        run(command := ["wineserver", "-w"])
    except (OSError, subprocess.SubprocessError) as error:
        with suppress(OSError, subprocess.SubprocessError):
            run(["wineserver", "-k"])
        raise _set_up_error(command[0], error) from None
    # This link names the temporary folder, which is gone.
    (folder / "wineserver").unlink(missing_ok=True)


def _set_up_error(command: str, error: OSError | subprocess.SubprocessError) -> RefereeError:
    if isinstance(error, subprocess.CalledProcessError):
        return RefereeError(_NOT_SET_UP, command=command, status=error.returncode)
    if isinstance(error, OSError):
        return RefereeError(CANNOT_RUN, path=command, why=reason(error))
    return RefereeError(_TOO_SLOW, command=command, seconds=_SET_UP_TIME)


@dataclass(frozen=True, slots=True)
class StartCost:
    """Time that Wine takes to start a program before the program's own code runs.

    Time spent waiting for a core is not included: it differs from start to start.
    """

    cpu: Decimal = Decimal(0)
    slept: Decimal = Decimal(0)

    @classmethod
    def of_runs(cls, runs: Sequence[RunResult]) -> Self:
        """Return the least cost of several runs of a program that does nothing.

        Raise RefereeError if one has failed.
        """
        for run in runs:
            if run.end is not RunEnd.EXITED or run.status:
                raise RefereeError(_NO_START_COST, end=run.end.name, status=run.status)
        return cls(min(run.cpu for run in runs), min(run.slept for run in runs))

    def add_to(self, allowance: Allowance) -> Allowance:
        """Return the allowance raised by this cost, so that the program has all of the old one."""
        own = self.cpu + self.slept
        cpu = None if allowance.cpu is None else allowance.cpu + self.cpu
        return Allowance(allowance.own + own, allowance.wall + own, cpu)

    def subtract_from(self, run_result: RunResult) -> RunResult:
        """Return the run result without this cost, where the program is charged for it.

        The wall time stays as it is: this start may have been quicker than any measured one, and
        subtracting would then give less time than the program itself saw pass.
        """
        least = Decimal(0)
        return replace(
            run_result,
            cpu=max(run_result.cpu - self.cpu, least),
            slept=max(run_result.slept - self.slept, least),
        )

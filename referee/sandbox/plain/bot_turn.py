"""A turn of a trusted bot: its command line, its folder, and the watch over the running bot.

matrix.txt is put into the folder, and safely read back after the turn. The bot is stopped at a
limit, and what it used is added up as keeper/turn.c does.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import stat
import sys
import time
from contextlib import suppress
from decimal import Decimal
from itertools import count
from pathlib import Path
from threading import Event
from typing import NamedTuple

from formats.matrix.faults import LARGEST
from referee.program import Allowance, Limits, Program
from referee.sandbox.launch import Launch
from referee.sandbox.plain.bot import Bot
from referee.sandbox.plain.family import FamilyUse
from referee.sandbox.run_result import FileKind, FoundFile, RunEnd

_LONGEST_LINE = 256


def command_of(program: Program, launch: Launch) -> list[str]:
    """Return the command line. Raises OSError where the system could not start the program."""
    path = program.path.resolve()
    words = launch.words
    if sys.platform == "win32":
        words = windows_words(path)
    return [*words, str(path), *program.arguments]


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


_NAME = "matrix.txt"
_MOST_NAMES = 4096
"""Bytes of file names that are reported."""
_KINDS = {
    stat.S_IFREG: FileKind.REGULAR,
    stat.S_IFLNK: FileKind.LINK,
    stat.S_IFDIR: FileKind.FOLDER,
    stat.S_IFIFO: FileKind.FIFO,
    stat.S_IFSOCK: FileKind.SOCKET,
}


def put_file(folder: Path, data: bytes) -> None:
    """Write matrix.txt into an empty folder."""
    (folder / _NAME).write_bytes(data)


def take_file(folder: Path) -> FoundFile:
    """Return what stands in place of matrix.txt, when all processes of the turn are dead.

    A bot may have removed permissions, from the folder too: they are restored first.
    """
    path = folder / _NAME
    with suppress(OSError):
        folder.chmod(0o755)
    try:
        file_status = path.lstat()
    except OSError:
        return FoundFile(FileKind.MISSING, 0, 0, b"")
    kind = _KINDS.get(stat.S_IFMT(file_status.st_mode), FileKind.DEVICE)
    if kind is not FileKind.REGULAR or file_status.st_nlink != 1 or file_status.st_size > LARGEST:
        return FoundFile(kind, file_status.st_nlink, file_status.st_size, b"")
    try:
        path.chmod(0o600)
        return FoundFile(kind, file_status.st_nlink, file_status.st_size, path.read_bytes())
    except OSError:
        return FoundFile(FileKind.UNREADABLE, file_status.st_nlink, file_status.st_size, b"")


def other_names(folder: Path) -> tuple[str, ...]:
    """Return the other names in the folder, up to the limit on reported bytes."""
    names: list[str] = []
    room = _MOST_NAMES
    for path in folder.iterdir():
        name = os.fsencode(path.name)
        room -= len(name) + 1
        if name != os.fsencode(_NAME) and room >= 0:
            names.append(name.decode("utf-8", "replace"))
    return tuple(names)


def empty(folder: Path) -> None:
    """Remove everything in the folder that can be removed.

    Contents of inner folders are moved up first, so that a folder nested thousands deep takes no
    longer path.
    """
    numbers = count()
    with suppress(OSError):
        folder.chmod(0o700)
    while _remove_entries(folder):
        for inner in _folders(folder):
            _move_up(inner, folder, numbers)


def _remove_entries(folder: Path) -> bool:
    """Remove files and empty folders; return whether folders are left that can be emptied."""
    for path in folder.iterdir():
        with suppress(OSError):
            path.rmdir() if _is_folder(path) else path.unlink()
    return any(_has_entries(inner) for inner in _folders(folder))


def _folders(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if _is_folder(path)]


def _is_folder(path: Path) -> bool:
    return stat.S_ISDIR(path.lstat().st_mode)


def _has_entries(folder: Path) -> bool:
    with suppress(OSError):
        folder.chmod(0o700)
        return any(folder.iterdir())
    return False


def _move_up(inner: Path, top: Path, numbers: count[int]) -> None:
    for path in inner.iterdir():
        name = next(top / f".{n}" for n in numbers if not os.path.lexists(top / f".{n}"))
        path.rename(name)


_SOONEST_US, _LATEST_US = 5_000, 15_000
_SHORTEST_US = 1_000
_MOST_SLEPT_US = 100_000
"""Longest sleep counted between two looks, however late the second is."""
_MILLION = 1_000_000


class Ran(NamedTuple):
    """The end of a bot, and what it used."""

    end: RunEnd
    status: int
    cpu_us: int
    wall_us: int
    slept_us: int
    memory: int
    left: bool


def attend(bot: Bot, allowance: Allowance, limits: Limits, news: Event) -> Ran:
    """Watch the bot until it ends or reaches a limit; kill what is left."""
    watcher = _Watcher(bot, allowance, limits)
    reached = watcher.attend(news)
    others = bot.family.others()
    # Nobody waits for them any more, so no other account includes their time.
    cpu_of_others = bot.family.used_by(others)
    bot.kill()
    end, status = (reached, 0) if reached is not None else _end_of(bot.status)
    cpu_us = max(watcher.cpu_us, bot.cpu_us + cpu_of_others)
    left = reached is None and bool(others)
    return Ran(end, status, cpu_us, bot.passed_us, watcher.slept_us, watcher.memory, left)


def _end_of(status: int) -> tuple[RunEnd, int]:
    """Return how the process ended; Python reports a signal as a negative number."""
    return (RunEnd.SIGNALLED, -status) if status < 0 else (RunEnd.EXITED, status)


class _Watcher:
    """The measurements of a running bot."""

    def __init__(self, bot: Bot, allowance: Allowance, limits: Limits) -> None:
        self._bot = bot
        self._own_us, self._wall_us = _us(allowance.own), _us(allowance.wall)
        self._cpu_us = None if allowance.cpu is None else _us(allowance.cpu)
        self._limits = limits
        self._looked_us = 0
        self._last_cpu_us = 0
        self.cpu_us = self.slept_us = self.memory = 0

    def attend(self, news: Event) -> RunEnd | None:
        """Return the limit that the bot reached; None if it has ended or was stopped."""
        duration = 0.0
        while not news.wait(max(self._pause_us() / _MILLION, duration)):
            started = time.thread_time()
            reached = self._look()
            # Looking takes long where there are many processes, and the bot must get on.
            duration = time.thread_time() - started
            if reached is not None:
                return reached
        return None

    def _look(self) -> RunEnd | None:
        reading = self._bot.family.look()
        passed = self._bot.passed_us
        self.cpu_us = max(self.cpu_us, reading.cpu_us)
        self.memory = max(self.memory, reading.memory)
        if not reading.awake:
            self._take_sleep(reading, passed)
        self._looked_us, self._last_cpu_us = passed, reading.cpu_us
        return self._reached(passed)

    def _take_sleep(self, reading: FamilyUse, passed: int) -> None:
        """Count the time since the last look as sleep, except what the processes ran in it."""
        slept = min(passed - self._looked_us, _MOST_SLEPT_US)
        ran = reading.cpu_us - self._last_cpu_us
        self.slept_us += max(slept - max(ran, 0), 0)

    def _reached(self, passed: int) -> RunEnd | None:
        if self._cpu_us is not None and self.cpu_us >= self._cpu_us:
            return RunEnd.CPU_OVER
        if self._own(passed) >= self._own_us:
            return RunEnd.OWN_TIME_OVER
        if passed >= self._wall_us:
            return RunEnd.OVERLOADED
        return RunEnd.MEMORY_OVER if self.memory > self._limits.memory else None

    def _own(self, passed: int) -> int:
        """Return the time that the bot ran or slept; parallel use of several cores counts once."""
        return min(self.cpu_us + self.slept_us, passed)

    def _pause_us(self) -> int:
        """Return a random pause until the next look, so that bots cannot foresee the looks."""
        left = self._own_us - self._own(self._bot.passed_us)
        if self._cpu_us is not None:
            left = min(left, self._cpu_us - self.cpu_us)
        pause = random.randrange(_SOONEST_US, _LATEST_US)
        return min(pause, max(left, _SHORTEST_US))


def _us(seconds: Decimal) -> int:
    return int(seconds * _MILLION)

"""Runs the turns of trusted bots where there is no keeper: plain Python, with ``psutil``.

The keeper is for Linux. Other systems can run trusted bots at the isolation level ``none``, with
what those systems report and limit by themselves (``family.py``). No system tells how long a bot
waited for a core, so the time of a turn is the time that passes: all that a bot did not run counts
as sleep. Nothing is confined: a bot that is not trusted must not be run here.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from decimal import Decimal
from itertools import count
from pathlib import Path
from threading import Event

from formats.matrix.faults import LARGEST
from formats.text import reason
from referee.program import NO_TURN, TURN_STOPPED, Allowance, Program, RefereeError
from referee.sandbox.isolation_levels import trusted
from referee.sandbox.launch import Launch, SandboxSettings, windows_words
from referee.sandbox.plain.family import Family, Start, Use
from referee.sandbox.run_result import FileKind, RunEnd, RunResult, TurnFile, run_result_with_end

_MILLION = 1_000_000
_MICROSECOND = Decimal("0.000001")
_CPU_SIGNAL: int = getattr(signal, "SIGXCPU", 0)
"""Signal by which the system ends a process at its limit; 0 where there are no signals."""


class Runner:
    """Runs the turns of one game, one after another."""

    is_ready = False
    """False: no later game can use the runner, since its folder belongs to one game."""

    def __init__(self, settings: SandboxSettings, stack: ExitStack) -> None:
        """Make the folder of the game, which the stack removes."""
        self._settings = settings
        self._folder = trusted.game_folder(stack)
        self._news = Event()
        self._stopped = False

    def run_turn(self, file: bytes, allowance: Allowance) -> RunResult:
        """Let the bot play one turn and wait until it has ended. Raise RefereeError."""
        self._news.clear()
        self._raise_if_stopped()
        try:
            with _new_folder(self._folder) as place:
                _put_file(place, file)
                return self._play(place, allowance)
        except OSError as error:
            raise RefereeError(NO_TURN, why=reason(error)) from None

    def stop(self) -> None:
        """End the turn that runs in another thread, and forbid further ones."""
        self._stopped = True
        self._news.set()

    def has_new_memory_kills(self) -> bool:
        """Return False: no kernel watches the memory here."""
        return False

    def _play(self, place: Path, allowance: Allowance) -> RunResult:
        settings = self._settings
        try:
            start = Start(
                command_of(settings.program, settings.launch),
                place,
                self._environment(),
                settings.limits.memory,
                allowance.cpu,
            )
            family = Family(start, settings.core_policy, self._news)
        except OSError as error:
            return run_result_with_end(RunEnd.NOT_STARTED, error.errno or 0)
        with family.output(settings.limits.output, settings.output_socket) as output, family:
            time_left = min(allowance.own, allowance.wall) - family.passed_us * _MICROSECOND
            has_ended = self._news.wait(max(float(time_left), 0))
            use, left = family.end()
        self._raise_if_stopped()
        wall_us = family.passed_us
        end, status = _end_of(family.status, use, start, allowance, is_killed=not has_ended)
        return RunResult(
            end,
            status,
            use.cpu_us * _MICROSECOND,
            wall_us * _MICROSECOND,
            max(wall_us - use.cpu_us, 0) * _MICROSECOND,
            use.memory,
            has_ended and left,
            _take_file(place),
            _other_names(place),
            output.stored,
            output.size,
        )

    def _raise_if_stopped(self) -> None:
        if self._stopped:
            raise RefereeError(TURN_STOPPED)

    def _environment(self) -> Mapping[str, str]:
        return {**os.environ, **self._settings.launch.environment}


def _end_of(
    status: int, use: Use, start: Start, allowance: Allowance, *, is_killed: bool
) -> tuple[RunEnd, int]:
    """Return how the bot ended, with its exit status or signal; it was killed if its time was over.

    A bot that exceeded a limit may have ended in any way: killed by the system, or by itself after
    the system killed a child or refused memory.
    """
    if use.memory > start.memory:
        return RunEnd.MEMORY_OVER, 0
    cpu_is_over = allowance.cpu is not None and use.cpu_us >= int(allowance.cpu * _MILLION)
    if cpu_is_over or 0 < _CPU_SIGNAL == -status:
        return RunEnd.CPU_OVER, 0
    if is_killed:
        is_own = allowance.own <= allowance.wall
        return (RunEnd.OWN_TIME_OVER if is_own else RunEnd.OVERLOADED), 0
    return (RunEnd.SIGNALLED, -status) if status < 0 else (RunEnd.EXITED, status)


def command_of(program: Program, launch: Launch) -> list[str]:
    """Return the command line. Raise OSError where the system could not start the program."""
    path = program.path.resolve()
    words = launch.words
    if sys.platform == "win32":
        words = windows_words(path)
    return [*words, str(path), *program.arguments]


_NAME = "matrix.txt"
_MOST_NAME_BYTES = 4096
"""Most bytes of file names that are reported, each with a byte for its end."""
_KINDS = {
    stat.S_IFREG: FileKind.REGULAR,
    stat.S_IFLNK: FileKind.LINK,
    stat.S_IFDIR: FileKind.FOLDER,
    stat.S_IFIFO: FileKind.FIFO,
    stat.S_IFSOCK: FileKind.SOCKET,
}


@contextmanager
def _new_folder(parent: Path) -> Iterator[Path]:
    """Make the folder of a turn; what cannot be removed now is removed with the game's folder."""
    place = Path(tempfile.mkdtemp(prefix="turn-", dir=parent))
    try:
        yield place
    finally:
        _empty(place)
        with suppress(OSError):
            place.rmdir()


def _put_file(folder: Path, data: bytes) -> None:
    """Write matrix.txt into an empty folder."""
    (folder / _NAME).write_bytes(data)


def _take_file(folder: Path) -> TurnFile:
    """Return what stands in place of matrix.txt, when all processes of the turn are dead.

    A bot may have removed permissions, from the folder too: they are restored first.
    """
    path = folder / _NAME
    with suppress(OSError):
        folder.chmod(0o755)
    try:
        file_status = path.lstat()
    except OSError:
        return TurnFile(FileKind.MISSING, 0, 0, b"")
    kind = _KINDS.get(stat.S_IFMT(file_status.st_mode), FileKind.DEVICE)
    if kind is not FileKind.REGULAR or file_status.st_nlink != 1 or file_status.st_size > LARGEST:
        return TurnFile(kind, file_status.st_nlink, file_status.st_size, b"")
    try:
        path.chmod(0o600)
        return TurnFile(kind, file_status.st_nlink, file_status.st_size, path.read_bytes())
    except OSError:
        return TurnFile(FileKind.UNREADABLE, file_status.st_nlink, file_status.st_size, b"")


def _other_names(folder: Path) -> tuple[str, ...]:
    """Return the other names in the folder, up to the limit on reported bytes."""
    names: list[str] = []
    room = _MOST_NAME_BYTES
    for path in folder.iterdir():
        name = os.fsencode(path.name)
        room -= len(name) + 1
        if name != os.fsencode(_NAME) and room >= 0:
            names.append(name.decode("utf-8", "replace"))
    return tuple(names)


def _empty(folder: Path) -> None:
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
        if _is_folder(path):
            path.chmod(0o700)  # Without permissions of its owner a folder cannot be moved.
        path.rename(name)

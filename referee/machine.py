"""The machine that games are played on: its name, its cores, their speed, and what runs left there.

The speed is a figure for comparison with other machines: it tells a reader of a record what a
second was worth there. No clock is corrected by it: bots differ in their use of a processor, and no
single figure is fair to all of them.
"""

from __future__ import annotations

import errno
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import thread_time

_NICEST = 19
_OF_PROCESS = "arena-of"
"""Beginning of names of folders that belong to one process."""


@cache
def machine() -> str:
    """Return a description of this machine: its name, its processor and its system."""
    parts = (platform.node(), f"{os.cpu_count()} x {_processor()}", platform.platform(terse=True))
    return ", ".join(parts)


def cores(process: int = 0) -> list[int]:
    """Return the cores that the process may use, each by its first thread; default this thread.

    Two threads of one core slow each other down, so that a game on one would take time from the
    bots on the other.
    """
    usable = usable_threads(process)
    return sorted({min(threads_beside(number) & usable) for number in usable})


def usable_threads(process: int = 0) -> frozenset[int]:
    """Return the processors that the process, by default this thread, may use.

    Each thread of a core counts as a processor. All are returned where the system has no choice.
    """
    if not hasattr(os, "sched_getaffinity"):
        return frozenset(range(os.cpu_count() or 1))
    return frozenset(os.sched_getaffinity(process))


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def pin_to_core(core: int) -> None:
    """Keep this thread, and what it starts, to that core, where the system supports it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def give_way() -> None:
    """Let all other programs go before this process and what it starts."""
    if hasattr(os, "nice"):
        os.nice(_NICEST)
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def write_whole(path: Path, data: bytes, *, mode: int | None = None, lasting: bool = False) -> None:
    """Write a file atomically, through a hidden file; if ``lasting``, it is on the disk on return.

    A file with a mode never has another: nobody whom the mode shuts out can read it meanwhile.
    If that fails or is interrupted, the hidden file is removed: else a full disk would stay full.
    """
    if path.is_dir() or not path.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    access = 0o666 if mode is None else mode
    try:
        with open(partial, "wb", opener=lambda name, flags: os.open(name, flags, access)) as file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        if mode is not None:
            partial.chmod(mode)
        partial.replace(path)
    except BaseException as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is not None:
            error.filename = str(path)  # The hidden name is of no interest.
        raise


def cache_folder() -> Path:
    """Return the folder for files of this user that can be made again; make it if need be.

    If the user has none that can be written, it is in the folder for temporary files. Others can
    write there, so a folder of another user is not trusted. Raise OSError.
    """
    from tempfile import gettempdir  # noqa: PLC0415 - every command imports this module

    folder = _cache_of_user()
    if folder is not None and _is_usable(folder):
        return folder
    with suppress(FileNotFoundError):  # A container may have no such folder.
        folder = Path(gettempdir()) / f"matrix-arena-{_user_name()}"
        if _is_usable(folder):
            return folder
    raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(folder or "~/.cache"))


def _cache_of_user() -> Path | None:
    chosen = os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(chosen or Path.home() / ".cache") / "matrix-arena"
    except RuntimeError:  # The user has no home.
        return None


def _user_name() -> str:
    if hasattr(os, "getuid"):
        return str(os.getuid())
    from getpass import getuser  # noqa: PLC0415 - every command imports this module

    return getuser()


def _is_usable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The folder must not be a link, which anybody can make.
        owner = folder.lstat().st_uid
    except OSError:
        return False
    return os.access(folder, os.W_OK) and (not hasattr(os, "getuid") or owner == os.getuid())


def threads_beside(number: int) -> set[int]:
    """Return the threads that share a core with this one, itself included."""
    path = Path(f"/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list")
    try:
        shared = _numbers_in_list(path.read_text())
    except OSError:
        shared = set()
    return shared | {number}


def _numbers_in_list(text: str) -> set[int]:
    """Return the numbers of a list such as 0-1,4."""
    ranges = (part.partition("-") for part in text.strip().split(","))
    return {n for low, _, high in ranges for n in range(int(low), int(high or low) + 1)}


def _processor() -> str:
    """Return the name of the processor's model, which Python does not report on Linux."""
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


_BASE, _EXPONENT, _MODULUS = 3, (1 << 1024) - 1, (1 << 2203) - 1
"""Numbers of a long calculation, which Python does without any library."""
_TIMES = 12


@cache
def speed() -> float:
    """Return rounds of a fixed calculation per second on this thread's core.

    The best of some rounds counts, in processor time, so that other programs do not matter.
    """
    return 1 / min(_calculation_time() for _ in range(_TIMES))


def _calculation_time() -> float:
    started = thread_time()
    pow(_BASE, _EXPONENT, _MODULUS)
    return thread_time() - started


def leftover_prefix() -> str:
    """Return the beginning of names of this process's folders and claims of cores.

    It consists of the process number and its namespace.

    A process number means something in its namespace only, such as that of a container.
    """
    return f"{_OF_PROCESS}{_process_namespace()}-{os.getpid()}-"


@cache
def _process_namespace() -> int:
    """Return the namespace of process numbers; 0 on a system without such namespaces."""
    with suppress(OSError):
        return Path("/proc/self/ns/pid").stat().st_ino
    return 0


@cache
def remove_leftovers(place: Path, remove: Callable[[Path], None]) -> None:
    """Remove, once in a process, folders of referees that were killed before they could."""
    for folder in leftovers_in(place):
        remove(folder)


def leftovers_in(place: Path) -> Iterator[Path]:
    """Yield folders of referees whose process has ended; none where that cannot be known."""
    if not Path("/proc/self").exists():
        return
    for folder in place.glob(f"{_OF_PROCESS}{_process_namespace()}-[0-9]*-*"):
        process = folder.name.split("-")[2]
        if process.isdecimal() and not _may_run(int(process)):
            yield folder


def _may_run(process: int) -> bool:
    """Return whether there is such a process; /proc may hide those of other users."""
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return True


def may_be_in_use(path: Path) -> bool:
    """Return whether it is a folder of a referee that may still run."""
    return path.name.startswith(_OF_PROCESS) and path not in leftovers_in(path.parent)

"""Facts about the machine that isolation levels share.

The user that bots run as, the system files that they may read, the folders in which programs can
be run, and folders that killed referees left behind.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from formats.text import Text, join_list, reason
from referee.machine import cache_folder, is_root, leftover_prefix, remove_leftovers
from referee.program import CANNOT_COPY, MIB, Program, RefereeError
from referee.sandbox import keeper_link

_POWERLESS_ROOT = Text(
    "root lacks {missing} here and cannot run bots as another user: run arena as an ordinary user",
    "у root здесь нет прав {missing}, и запустить ботов от имени другого пользователя он не может:"
    " запустите arena обычным пользователем",
)
_NO_PROC = Text(
    "/proc is not mounted here: mount -t proc proc /proc",
    "здесь не смонтирован /proc: mount -t proc proc /proc",
)
_NO_PLACE = Text(
    "no bot can be run, since there is no place for its program ({refusals});"
    " set TMPDIR to a folder with room, whose file system is not mounted noexec",
    "запустить бота нельзя: его программу негде разместить ({refusals}); укажите в TMPDIR папку,"
    " где есть место, на файловой системе без noexec",
)
_AT_PLACE = Text("{place}: {why}", "{place}: {why}")
_AND_THEN = Text("; ", "; ")
_NOEXEC = Text("mounted noexec", "смонтирована с noexec")
_NO_ROOM = Text("no room left", "нет места")
NOBODY = 65534
"""The user that the sandbox runs as when root starts it, so that it has none of root's powers."""


_POWERS = {"CAP_CHOWN": 0, "CAP_SETGID": 6, "CAP_SETUID": 7}
"""Capabilities that root needs to run a program as another user, by their numbers."""


def as_nobody() -> tuple[str, ...]:
    """Return the words before a command that make root run it as nobody; none for other users.

    Raise RefereeError where root has not the capabilities for that.
    """
    if not is_root() or not _is_mapped(NOBODY):
        return ()
    if missing := _missing_powers():
        raise RefereeError(_POWERLESS_ROOT, missing=", ".join(missing))
    return (str(keeper_link.PROGRAM), "as", str(NOBODY))


@cache
def _is_mapped(user: int) -> bool:
    """Return whether the user exists in this user namespace; a container's may have only root."""
    lines = _read_of_self("uid_map").splitlines()
    ranges = ((int(first), int(count)) for first, _, count in map(str.split, lines))
    return any(first <= user < first + count for first, count in ranges)


@cache
def _missing_powers() -> Sequence[str]:
    lines = _read_of_self("status").splitlines()
    effective = next(int(line.split()[1], 16) for line in lines if line.startswith("CapEff:"))
    return [name for name, number in _POWERS.items() if not effective >> number & 1]


def _read_of_self(name: str) -> str:
    """Return a file of /proc about this process. Raise RefereeError where /proc is missing."""
    try:
        return Path("/proc/self", name).read_text(errors="replace")
    except OSError:
        raise RefereeError(_NO_PROC) from None


SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
"""Folders beside /usr, mostly links into it."""
_SETTINGS = (
    *("ld.so.cache", "alternatives", "localtime", "fonts"),
    *("java-*-openjdk", "mono", "ssl/openssl.cnf"),
)
"""Parts of /etc that programs need: the index of libraries, alternatives of commands, fonts, the
time zone, and what Java, Mono and Node read at their start."""
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}


@cache
def settings() -> Sequence[Path]:
    """Return the paths of /etc that exist here; the list is made once in a process."""
    return tuple(path for name in _SETTINGS for path in sorted(Path("/etc").glob(name)))


def is_of_system(path: Path) -> bool:
    """Return whether isolated bots find the path where it is here; links are not followed."""
    return any(path.is_relative_to(folder) for folder in ("/usr", *(f"/{name}" for name in SYSTEM)))


_EXTRA_SPACE = MIB
"""Free bytes that a folder must have beside those of a program, for the files of a turn."""
_CACHE_OF_ROOT = Path("/var/cache/matrix-arena")


def new_program_folder(size: int, temporary: int = 0) -> Path:
    """Make a folder of this process in which a program of that size can be stored and run.

    A place with room for so many bytes of temporary files goes before all others.
    The folder is in memory where possible: a disk would take milliseconds of each turn. Leftovers
    of killed referees in the same place are removed. Raise RefereeError, which says what is
    wrong with each place.
    """
    for bytes_needed in dict.fromkeys((size + temporary, size)):
        refusals = []
        for place in places_of_programs():
            remove_leftovers(place, remove_program_folder)
            try:
                if not (refusal := _refusal(place, bytes_needed)):
                    return Path(tempfile.mkdtemp(prefix=leftover_prefix(), dir=place))
            except OSError as error:
                refusal = reason(error)
            refusals.append(_AT_PLACE.filled({"place": place, "why": refusal}))
    raise RefereeError(_NO_PLACE, refusals=join_list(refusals, _AND_THEN))


def cache_of_root() -> Path:
    """Return root's cache folder, which other users can enter; make it if need be."""
    _CACHE_OF_ROOT.mkdir(parents=True, exist_ok=True)
    _CACHE_OF_ROOT.chmod(0o755)  # whatever the umask is
    return _CACHE_OF_ROOT


def remove_program_folder(folder: Path) -> None:
    """Remove the folder, whatever permissions a bot or the keeper took from the folders in it."""
    for inner in (folder / "bot", folder / "play", folder / "play" / "turn"):
        with suppress(OSError):
            inner.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def copy_program(program: Program, folder: Path) -> Path:
    """Copy the program into a new folder in which it cannot be changed; return the copy's path."""
    program_folder = folder / "bot"
    program_folder.mkdir()
    copy = program_folder / program.path.name
    try:
        shutil.copyfile(program.path, copy)
    except OSError as error:
        raise RefereeError(CANNOT_COPY, path=program.path, why=reason(error)) from None
    copy.chmod(0o555)
    program_folder.chmod(0o555)
    return copy


def is_noexec(path: Path) -> bool:
    """Return whether the path is on a file system from which no program can be run."""
    return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_NOEXEC)


def places_of_programs() -> Iterator[Path]:
    """Yield the folders in which program folders can be made, the best first."""
    yield Path("/dev/shm")
    with suppress(FileNotFoundError):  # A container may have no such folder.
        yield Path(tempfile.gettempdir())
    if is_root():
        with suppress(OSError):
            yield cache_of_root()
        return
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(runtime)
    with suppress(OSError):
        yield cache_folder()


def _refusal(place: Path, size: int) -> Text | None:
    """Return why a program of that size cannot be kept and run in the place; None if it can."""
    if is_noexec(place):
        return _NOEXEC
    return None if has_room(place, size) else _NO_ROOM


def has_room(folder: Path, size: int) -> bool:
    """Return whether a program of that size, and the files of a turn, fit into the folder."""
    if not hasattr(os, "statvfs"):
        return True
    state = os.statvfs(folder)
    # A file system without limits of its own reports zero for everything.
    return not state.f_blocks or state.f_bavail * state.f_frsize >= size + _EXTRA_SPACE

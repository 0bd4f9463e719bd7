"""Folders in which programs can be stored and run, and the leftovers of killed referees in them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from formats.text import Text, join_list, reason
from referee.machine import cache_folder, is_root, leftover_prefix, remove_leftovers
from referee.program import CANNOT_COPY, MIB, Program, RefereeError

_NO_PLACE = Text(
    "no bot can be run, since there is no place for its program ({reasons});"
    " set TMPDIR to a folder with room, whose file system is not mounted noexec",
    "запустить бота нельзя: его программу негде разместить ({reasons}); укажите в TMPDIR папку,"
    " где есть место, на файловой системе без noexec",
)
_AT_PLACE = Text("{place}: {why}", "{place}: {why}")
_AND_THEN = Text("; ", "; ")
_NOEXEC = Text("mounted noexec", "смонтирована с noexec")
_NO_ROOM = Text("no room left", "нет места")
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
        reasons = []
        for place in places_of_programs():
            remove_leftovers(place, remove_program_folder)
            try:
                if not (why := _why_unusable(place, bytes_needed)):
                    return Path(tempfile.mkdtemp(prefix=leftover_prefix(), dir=place))
            except OSError as error:
                why = reason(error)
            reasons.append(_AT_PLACE.filled({"place": place, "why": why}))
    raise RefereeError(_NO_PLACE, reasons=join_list(reasons, _AND_THEN))


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


def _why_unusable(place: Path, size: int) -> Text | None:
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

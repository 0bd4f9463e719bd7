"""The isolation level ``namespaces``: bubblewrap makes a sandbox, where the keeper plays turns."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from formats.text import Text, reason
from referee.program import CANNOT_RUN, Program, RefereeError
from referee.sandbox import keeper_link
from referee.sandbox.host import ENVIRONMENT, SYSTEM_FOLDERS, etc_paths, nobody_prefix
from referee.sandbox.isolation_levels import Preparation
from referee.sandbox.launch import PREFIX, Launch, wine_installation

_NOT_HERE = Text("it is not here", "такой программы здесь нет")
_CANNOT_OPEN = Text("{path} cannot be opened: {why}", "не удалось открыть {path}: {why}")
_FOLDER = "/turn"
"""Folder of a turn, as the bot sees it."""
_KEEPER = "/keeper"
_READABLE = ("/usr", *(f"/{name}" for name in SYSTEM_FOLDERS), "/etc", "/bot", "/dev", "/wine")
"""Readable paths except ``/proc`` and what each turn makes; see ``keeper/landlock.c``."""
_NOTHING = "/nothing"
"""Mounted over ``/proc`` for programs that do not read it; as in ``keeper/bot_start.c``."""
_USER = "1000"
_KEEPER_CAPABILITIES = (
    "CAP_SYS_ADMIN",  # to mount
    "CAP_SETPCAP",  # to drop capabilities for good
    "CAP_DAC_OVERRIDE",  # to make an overlay: the kernel's own folder in it is closed to all
)


class _Files(NamedTuple):
    """Descriptors of files that the sandbox's user could not open by their paths."""

    keeper: int
    bot: int


def prepare(program: Program, launch: Launch, stack: ExitStack) -> Preparation:
    """Prepare the command line of a game; the stack closes the files."""
    place = f"/bot/{program.path.name}"
    files = _Files(*(_open_file(path, stack) for path in (keeper_link.PROGRAM, program.path)))
    command = _bubblewrap(files, place, launch)
    if shutil.which(command[0]) is None:
        raise RefereeError(CANNOT_RUN, path=command[0], why=_NOT_HERE)
    words = (*nobody_prefix(), *command, _KEEPER)
    readable = (*_READABLE, *map(str, _wine_installations(launch)))
    return Preparation(words, _FOLDER, place, readable, files=files)


def _open_file(path: Path, stack: ExitStack) -> int:
    """Open the file, so that the sandbox can use it though its user may not enter the folder."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise RefereeError(_CANNOT_OPEN, path=path, why=reason(error)) from None
    stack.callback(os.close, file)
    return file


def _bubblewrap(files: _Files, place: str, launch: Launch) -> list[str]:
    """Return bubblewrap's command line without the program to run; files are given by descriptor.

    The keeper may still mount and drop capabilities, which it needs to prepare each turn. The bot
    may not, and cannot make a further user namespace in which it could.
    """
    return [
        "bwrap",
        *("--unshare-all", "--unshare-user", "--disable-userns"),
        *("--uid", _USER, "--gid", _USER, "--hostname", "arena"),
        *(word for name in _KEEPER_CAPABILITIES for word in ("--cap-add", name)),
        *("--as-pid-1", "--new-session", "--die-with-parent", "--chdir", _FOLDER),
        *_environment(launch),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev", "--dir", "/tmp", "--dir", _FOLDER),
        *("--dir", _NOTHING),
        *("--perms", "0755", "--ro-bind-data", str(files.keeper), _KEEPER),
        *("--perms", "0755", "--ro-bind-data", str(files.bot), place),
        *_wine(launch),
        *("--remount-ro", "/dev", "--remount-ro", "/", "--"),
    ]


def _environment(launch: Launch) -> Iterator[str]:
    yield "--clearenv"
    for name, value in {**ENVIRONMENT, "HOME": "/tmp", **launch.environment}.items():
        yield from ("--setenv", name, value)


def _wine(launch: Launch) -> Iterator[str]:
    """Yield the options for Wine's folder, over which the keeper puts a new layer each turn."""
    if launch.wine is not None:
        yield from ("--dir", PREFIX, "--dir", "/wine/upper")
        yield from ("--ro-bind", str(launch.wine), "/wine/lower")
    for folder in _wine_installations(launch):
        yield from ("--ro-bind", str(folder), str(folder))


def _wine_installations(launch: Launch) -> Sequence[Path]:
    """Return the folder of a Wine that is not among the system's programs, such as WineHQ's."""
    installation = wine_installation(launch.words[0]) if launch.wine is not None else None
    return () if installation is None else (installation,)


def _system() -> Iterator[str]:
    """Yield the options that mount the system's programs and libraries, and nothing else."""
    yield from ("--ro-bind", "/usr", "/usr")
    for name in SYSTEM_FOLDERS:
        path = Path("/", name)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    for setting in etc_paths():
        yield from ("--ro-bind-try", str(setting), str(setting))

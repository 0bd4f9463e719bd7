"""The stage of namespaces: bubblewrap makes a sandbox, the keeper enters each turn inside it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from referee.program import Program, RefereeError
from referee.sandbox import keeper_link
from referee.sandbox.host import ENVIRONMENT, SYSTEM, as_nobody, settings
from referee.sandbox.launch import PREFIX, Launch
from referee.sandbox.stages import Prepared, Stage

_FOLDER = "/turn"
"""Where the folder of a turn is, for the bot."""
_KEEPER = "/keeper"
_SEEN = ("/usr", *(f"/{name}" for name in SYSTEM), "/etc", "/bot", "/dev", "/wine")
"""All that is there but ``/proc`` and what is new at each turn; see ``keeper/landlock.c``."""
_NOTHING = "/nothing"
"""In the place of ``/proc`` for a program that does not look; ``keeper/stage.c`` knows it."""
_USER = "1000"
_KEEPERS_POWERS = (
    "CAP_SYS_ADMIN",  # to mount
    "CAP_SETPCAP",  # to drop powers for good
    "CAP_DAC_OVERRIDE",  # to put a layer over a folder: the kernel makes one that nobody may enter
)


class _Files(NamedTuple):
    """Descriptors of what goes into the sandbox from places that its user may not enter."""

    keeper: int
    bot: int


def prepare(program: Program, launch: Launch, stack: ExitStack) -> Prepared:
    """Makes ready for a game; what must be closed after it goes to the stack."""
    place = f"/bot/{program.path.name}"
    files = _Files(*(_opened(path, stack) for path in (keeper_link.PROGRAM, program.path)))
    command = _bubblewrap(files, place, launch)
    if shutil.which(command[0]) is None:
        raise RefereeError(f"{command[0]} cannot be run: it is not here")
    words = (*as_nobody(), *command, _KEEPER, Stage.NAMESPACES)
    return Prepared(words, _FOLDER, place, _SEEN, files=files)


def _opened(path: Path, stack: ExitStack) -> int:
    """A descriptor: what is given by it can be in a place that the sandbox's user cannot enter."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise RefereeError(f"{path} cannot be opened: {error.strerror}") from None
    stack.callback(os.close, file)
    return file


def _bubblewrap(files: _Files, place: str, launch: Launch) -> list[str]:
    """Bubblewrap's command line but for what it runs; files are given by their descriptors.

    What is run in it may still mount and drop powers, which the keeper needs to set the stage of
    each turn. The bot may not, and there is no further user namespace in which it could.
    """
    return [
        "bwrap",
        *("--unshare-all", "--unshare-user", "--disable-userns"),
        *("--uid", _USER, "--gid", _USER, "--hostname", "arena"),
        *(word for power in _KEEPERS_POWERS for word in ("--cap-add", power)),
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
    """Wine's folder, for the keeper to put a new layer over at each turn."""
    if launch.wine is not None:
        yield from ("--dir", PREFIX, "--dir", "/wine/upper")
        yield from ("--ro-bind", str(launch.wine), "/wine/lower")


def _system() -> Iterator[str]:
    """The system's programs and libraries, and nothing else of the host."""
    yield from ("--ro-bind", "/usr", "/usr")
    for name in SYSTEM:
        path = Path("/", name)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    for setting in settings():
        yield from ("--ro-bind-try", str(setting), str(setting))

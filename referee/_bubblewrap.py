"""The sandbox that bubblewrap is told to make."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee.launch import PREFIX, Launch

FOLDER = "/turn"
"""Where the folder of a turn is, for the bot."""
KEEPER = "/keeper"
_USER = "1000"
_SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_SETTINGS = ("ld.so.cache", "alternatives", "localtime", "fonts", "java-*-openjdk", "mono")
"""What programs need of /etc: where libraries, commands and fonts are, the time zone, and what Java
and Mono look up before they run anything."""
_KEEPERS_POWERS = (
    "CAP_SYS_ADMIN",  # to mount
    "CAP_SETPCAP",  # to drop powers for good
    "CAP_DAC_OVERRIDE",  # to put a layer over a folder: the kernel makes one that nobody may enter
)
_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
}


class Files(NamedTuple):
    """Descriptors of what goes into the sandbox from places that its user may not enter."""

    keeper: int
    bot: int


def command(files: Files, place: str, launch: Launch) -> list[str]:
    """Bubblewrap's command line but for what it runs; files are given by their descriptors.

    What is run in it may still mount and drop powers, which the keeper needs to set the stage of
    each turn. The bot may not, and there is no further user namespace in which it could.
    """
    return [
        "bwrap",
        *("--unshare-all", "--unshare-user", "--disable-userns"),
        *("--uid", _USER, "--gid", _USER, "--hostname", "arena"),
        *(word for power in _KEEPERS_POWERS for word in ("--cap-add", power)),
        *("--as-pid-1", "--new-session", "--die-with-parent", "--chdir", FOLDER),
        *_environment(launch),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev", "--dir", "/tmp", "--dir", FOLDER),
        *("--perms", "0755", "--ro-bind-data", str(files.keeper), KEEPER),
        *("--perms", "0755", "--ro-bind-data", str(files.bot), place),
        *_wine(launch),
        *("--remount-ro", "/dev", "--remount-ro", "/", "--"),
    ]


def _environment(launch: Launch) -> Iterator[str]:
    yield "--clearenv"
    for name, value in {**_ENVIRONMENT, **launch.environment}.items():
        yield from ("--setenv", name, value)


def _wine(launch: Launch) -> Iterator[str]:
    """Wine's folder, for the keeper to put a new layer over at each turn."""
    if launch.wine is not None:
        yield from ("--dir", PREFIX, "--dir", "/wine/upper")
        yield from ("--ro-bind", str(launch.wine), "/wine/lower")


def _system() -> Iterator[str]:
    """The system's programs and libraries, and nothing else of the host."""
    yield from ("--ro-bind", "/usr", "/usr")
    for name in _SYSTEM:
        path = Path("/", name)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    for name in _SETTINGS:
        for setting in sorted(Path("/etc").glob(name)):
            yield from ("--ro-bind-try", str(setting), str(setting))

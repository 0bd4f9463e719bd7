"""The sandbox that bubblewrap is told to make."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

FOLDER = "/turn"
"""Where the folder of a turn is, for the bot."""
KEEPER = "/keeper"
_USER = "1000"
_SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_SETTINGS = ("ld.so.cache", "alternatives", "localtime")
"""What programs need of /etc: where libraries and commands are, and the time zone."""
_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
}


def command(keeper: int, bot: int, place: str) -> list[str]:
    """Bubblewrap's command line but for what it runs; files are given by their descriptors.

    What is run in it may still mount and drop powers, which the keeper needs to set the stage of
    each turn. The bot may not, and there is no further user namespace in which it could.
    """
    return [
        "bwrap",
        *("--unshare-all", "--unshare-user", "--disable-userns"),
        *("--uid", _USER, "--gid", _USER, "--hostname", "arena"),
        *("--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"),
        *("--as-pid-1", "--new-session", "--die-with-parent"),
        *_environment(),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev", "--dir", "/tmp", "--dir", FOLDER),
        *("--perms", "0755", "--ro-bind-data", str(keeper), KEEPER),
        *("--perms", "0755", "--ro-bind-data", str(bot), place),
        *("--remount-ro", "/dev", "--remount-ro", "/", "--"),
    ]


def _environment() -> Iterator[str]:
    yield "--clearenv"
    for name, value in _ENVIRONMENT.items():
        yield from ("--setenv", name, value)


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
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")

"""Facts about the machine that isolation levels share: the user of bots, and the system's files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from formats.text import Text
from referee.machine import is_root
from referee.program import RefereeError
from referee.sandbox import keeper_link

_LACKING_ROOT = Text(
    "root lacks {missing} here and cannot run bots as another user: run arena as an ordinary user",
    "у root здесь нет прав {missing}, и запустить ботов от имени другого пользователя он не может:"
    " запустите arena обычным пользователем",
)
_NO_PROC = Text(
    "/proc is not mounted here: mount -t proc proc /proc",
    "здесь не смонтирован /proc: mount -t proc proc /proc",
)
NOBODY = 65534
"""The user that the sandbox runs as when root starts it, so that it has no capability of root."""


_NEEDED_CAPABILITIES = {"CAP_CHOWN": 0, "CAP_SETGID": 6, "CAP_SETUID": 7}
"""Capabilities that root needs to run a program as another user, by their numbers."""


def nobody_prefix() -> tuple[str, ...]:
    """Return the words before a command that make root run it as nobody; none for other users.

    Raise RefereeError where root has not the capabilities for that.
    """
    if not is_root() or not _is_mapped(NOBODY):
        return ()
    if missing := _missing_capabilities():
        raise RefereeError(_LACKING_ROOT, missing=", ".join(missing))
    return (str(keeper_link.PROGRAM), "as", str(NOBODY))


@cache
def _is_mapped(user: int) -> bool:
    """Return whether the user exists in this user namespace; a container's may have only root."""
    lines = _read_own_file("uid_map").splitlines()
    ranges = ((int(first), int(count)) for first, _, count in map(str.split, lines))
    return any(first <= user < first + count for first, count in ranges)


@cache
def _missing_capabilities() -> Sequence[str]:
    lines = _read_own_file("status").splitlines()
    effective = next(int(line.split()[1], 16) for line in lines if line.startswith("CapEff:"))
    return [name for name, number in _NEEDED_CAPABILITIES.items() if not effective >> number & 1]


def _read_own_file(name: str) -> str:
    """Return a file of /proc about this process. Raise RefereeError where /proc is missing."""
    try:
        return Path("/proc/self", name).read_text(errors="replace")
    except OSError:
        raise RefereeError(_NO_PROC) from None


SYSTEM_FOLDERS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
"""Folders beside /usr, mostly links into it."""
_ETC_PATTERNS = (
    *("ld.so.cache", "alternatives", "localtime", "fonts"),
    *("java-*-openjdk", "mono", "ssl/openssl.cnf"),
)
"""Patterns of the paths of /etc that programs need: the index of libraries, alternatives of
commands, fonts, the time zone, and what Java, Mono and Node read at their start."""
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}


@cache
def etc_paths() -> Sequence[Path]:
    """Return the paths of /etc that bots may read and that exist here."""
    return tuple(path for name in _ETC_PATTERNS for path in sorted(Path("/etc").glob(name)))


def is_system_path(path: Path) -> bool:
    """Return whether the path has the same name inside a sandbox; links are not followed."""
    folders = ("/usr", *(f"/{name}" for name in SYSTEM_FOLDERS))
    return any(path.is_relative_to(folder) for folder in folders)

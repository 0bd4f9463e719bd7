"""What stages share of the machine: who bots run as, what they see of it, what is left."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from referee.sandbox import keeper_link

NOBODY = 65534
"""The user that the sandbox runs as when root starts it, so that it has none of root's powers."""


def as_nobody() -> tuple[str, ...]:
    """What is put before a command, so that root does not run it as root; for others, nothing."""
    if os.geteuid() != 0 or not _is_known(NOBODY):
        return ()
    return (str(keeper_link.PROGRAM), "as", str(NOBODY))


@cache
def _is_known(user: int) -> bool:
    """Whether there is such a user: a container can know but one, whose root he is."""
    lines = Path("/proc/self/uid_map").read_text().splitlines()
    ranges = ((int(first), int(count)) for first, _, count in map(str.split, lines))
    return any(first <= user < first + count for first, count in ranges)


SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
"""Beside /usr, and mostly links into it."""
_SETTINGS = (
    *("ld.so.cache", "alternatives", "localtime", "fonts"),
    *("java-*-openjdk", "mono", "ssl/openssl.cnf"),
)
"""What programs need of /etc: where libraries, commands and fonts are, the time zone, and what
Java, Mono and Node look up before they run anything."""
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}


@cache
def settings() -> Sequence[Path]:
    """Those of /etc that are here, as a process first sees them."""
    return tuple(path for name in _SETTINGS for path in sorted(Path("/etc").glob(name)))


def homes_of_programs() -> Iterator[Path]:
    """Where files can be kept that can be run: a disk would take milliseconds for each turn."""
    for home in (Path("/dev/shm"), Path(tempfile.gettempdir())):
        with suppress(OSError):
            if not hasattr(os, "statvfs") or not os.statvfs(home).f_flag & os.ST_NOEXEC:
                yield home


def name_of_ours() -> str:
    """How the name of a folder of this process begins: by its number, and where that counts.

    In another namespace of processes, such as a container's, a living one has no number, or
    another's.
    """
    return f"arena-of{_numbered_in()}-{os.getpid()}-"


@cache
def _numbered_in() -> int:
    """Nothing, on a system that has no such namespaces."""
    with suppress(OSError):
        return Path("/proc/self/ns/pid").stat().st_ino
    return 0


@cache
def remove_leftovers(place: Path, remove: Callable[[Path], None]) -> None:
    """Removes, once in a process, folders of referees that were killed before they could."""
    if not Path("/proc/self").exists():
        return  # who lives cannot be told
    for folder in place.glob(f"arena-of{_numbered_in()}-[0-9]*-*"):
        if not Path("/proc", folder.name.split("-")[2]).exists():
            remove(folder)

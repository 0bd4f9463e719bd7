"""Makes a Python lack what other systems than Linux lack.

Each Python reads this as it starts, if it finds it: those that play games side by side too.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec

with suppress(ImportError):  # on Linux it needs them itself; a bot's Python may have none
    import_module("psutil")

MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"} | {
    "distributed"  # where flock is missing too, it wants other things of the system
}
NAMES: dict[object, set[str]] = {
    os: {
        *("sched_getaffinity", "sched_setaffinity", "pidfd_open", "wait4"),
        *("getuid", "geteuid", "getgid", "getegid", "chown", "nice", "mkfifo", "pread"),
        *("statvfs", "ST_NOEXEC", "O_CLOEXEC", "O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK"),
    },
    import_module("_socket"): {"AF_UNIX", "socketpair"},
    import_module("_signal"): {"SIGXFSZ", "SIGXCPU", "SIGBUS"},
}


class Hider(MetaPathFinder):
    """Finds nothing, and lets nobody else look for those modules."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """Raises ModuleNotFoundError for them."""
        if fullname in MODULES:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


for name in MODULES | {"signal", "socket", "subprocess"}:
    sys.modules.pop(name, None)  # psutil's; whoever asks from now on gets one that lacks them
sys.meta_path.insert(0, Hider())
for module, names in NAMES.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)

"""Removal of the Python modules and names that systems other than Linux lack.

Every Python that finds this file reads it at its start, also in the workers that play games.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec

with suppress(ImportError):  # psutil needs the names on Linux; a bot's Python may lack psutil
    import_module("psutil")

MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"} | {
    "distributed"  # without fcntl it needs other names of the system
}
RUNNER = "referee.sandbox.plain.family"
"""Module that waits for bots: on Windows by a job, elsewhere by ``os.wait4``, for ``resource``."""
NAMES: dict[object, set[str]] = {
    os: {
        *("sched_getaffinity", "sched_setaffinity", "pidfd_open"),
        *("getuid", "geteuid", "getgid", "getegid", "chown", "nice", "mkfifo", "pread"),
        *("statvfs", "ST_NOEXEC", "O_CLOEXEC", "O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK"),
    },
    import_module("_socket"): {"AF_UNIX", "socketpair"},
    import_module("_signal"): {"SIGXFSZ", "SIGXCPU", "SIGBUS"},
}


class Hider(MetaPathFinder):
    """Finder that hides modules from all other finders."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """Raise ModuleNotFoundError for a hidden module."""
        is_for_runner = fullname == "resource" and RUNNER in sys.modules
        if fullname in MODULES and not is_for_runner:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


for name in MODULES | {"signal", "socket", "subprocess"}:
    sys.modules.pop(name, None)  # imported by psutil; a later import gets a changed module
sys.meta_path.insert(0, Hider())
for module, names in NAMES.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
if sys.version_info >= (3, 13):
    os.process_cpu_count = os.cpu_count  # as Python defines it where there is no affinity

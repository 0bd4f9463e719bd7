"""What brings a program that is missing here: one command, in the words of this system.

Every message that tells what to install takes it from here, and so does ``arena doctor``.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from enum import StrEnum

_INSTALL = {
    "apt-get": "apt-get install",
    "dnf": "dnf install",
    "zypper": "zypper install",
    "pacman": "pacman -S",
    "apk": "apk add",
    "brew": "brew install",
}
"""How packages are installed, by the command that does it."""
_NEEDS_ROOT = set(_INSTALL) - {"brew"}


class Missing(StrEnum):
    """What can be missing; the value is the package's name where nothing else is said."""

    BUBBLEWRAP = "bubblewrap"
    WINE = "wine"
    MUSL = "musl"
    MINGW = "mingw-w64-gcc"
    COMPILER = "gcc"
    HEADERS = "python3-devel"
    CHROMIUM = "chromium"


_PACKAGES: Mapping[Missing, Mapping[str, str]] = {
    Missing.WINE: {"apt-get": "wine wine64", "brew": "wine-stable"},
    Missing.MUSL: {"apt-get": "musl-tools", "dnf": "musl-gcc", "apk": "gcc musl-dev"},
    Missing.MINGW: {
        "apt-get": "gcc-mingw-w64-x86-64",
        "dnf": "mingw64-gcc",
        "zypper": "mingw64-cross-gcc",
        "brew": "mingw-w64",
    },
    Missing.HEADERS: {
        "apt-get": "python3-dev",
        "pacman": "python",
        "apk": "python3-dev",
        "brew": "python",
    },
    Missing.COMPILER: {"apt-get": "gcc libc6-dev", "apk": "gcc musl-dev"},
}
"""What a package is called otherwise."""


def remedy(missing: Missing) -> str:
    return installing(missing.value, _PACKAGES.get(missing, {}))


def installing(package: str, otherwise: Mapping[str, str]) -> str:
    """The command that installs a package: with the tool that is here, or else Debian's.

    ``otherwise`` says what it is called by the tools that have another name for it.
    """
    tool = next((tool for tool in _INSTALL if shutil.which(tool)), "apt-get")
    before = "sudo " if tool in _NEEDS_ROOT and not _is_root() else ""
    return f"{before}{_INSTALL[tool]} {otherwise.get(tool, package)}"


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0

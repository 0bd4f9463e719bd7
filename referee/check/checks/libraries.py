"""Check whether the bot needs a library that is not part of every system, or that is not here.

With the first kind it would not start on another machine: its author has many libraries that others
lack. The second kind is of every system, or of every compiler, and its absence is the fault of this
machine, or of its Wine.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from formats.text import Text
from referee.check import binary
from referee.check.checked_bot import CheckedBot
from referee.check.examiner_machine import MACHINES
from referee.check.finding import Finding, failed, for_host, passed, warned
from referee.program import RefereeError
from referee.remedies import install_command
from referee.sandbox.launch import wine_folder

TITLE = Text("libraries", "библиотеки")
ORDER = 50
_NONE = Text("needs none", "не нужны")
_GOOD = Text("needs only those of the system: {names}", "нужны только системные: {names}")
_FOREIGN = Text(
    "it needs {names}, which not every {system} has",
    "программе нужна библиотека {names}, которая есть не в каждой системе {system}",
)
_FOREIGN_MANY = Text(
    _FOREIGN.en, "программе нужны библиотеки {names}, которые есть не в каждой системе {system}"
)
_ADVICE = Text(
    "link it statically (-static, in Visual C++ /MT), or do without it",
    "скомпонуйте её статически (-static, в Visual C++ /MT) или обойдитесь без неё",
)
_NOT_HERE = Text(
    "it needs {names}, which is not installed here",
    "программе нужна библиотека {names}, а здесь она не установлена",
)
_NOT_HERE_ADVICE = Text("install it: {command}", "установите: {command}")
_NOT_IN_WINE = Text(
    "it needs {names}: every Windows has it, but Wine on this machine does not",
    "программе нужна библиотека {names}: она есть в любой Windows, но не в Wine на этой машине",
)
_NOT_IN_WINE_ADVICE = Text("install a newer Wine", "установите Wine поновее")
_NAMES = {binary.LINUX: "Linux", binary.WINDOWS: "Windows"}
_OF_LINUX = re.compile(
    r"(ld-linux(-x86-64)?|lib(c|m|mvec|dl|rt|pthread|util|resolv|anl|BrokenLocale"
    r"|gcc_s|stdc\+\+|z))\.so\.[0-9]+"
)
"""Libraries of the C library and of the compiler, and zlib, which every Debian has."""


class _Package(NamedTuple):
    """A package, by its name in Debian and by those for other tools."""

    name: str
    otherwise: Mapping[str, str]


_OF_COMPILER = {
    name: _Package(f"lib{name}1", {"dnf": f"lib{name}", "apk": f"lib{name}", "pacman": "gcc-libs"})
    for name in ("gomp", "atomic")
}
"""Libraries that compilers link of themselves, and that a system has once they are installed."""
_PLACES = ("usr/lib*", "usr/lib*/*-linux-*", "lib*", "lib*/*-linux-*", "usr/local/lib*")
"""Folders in which the loader finds libraries, as patterns."""


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Check the libraries of a binary; yield nothing for a script or an unknown file."""
    try:
        header = checked_bot.header
    except binary.CannotRead:  # The check of the format reports this.
        return
    if header is None:
        return
    # Where the event names a machine, the check of that machine reports what it lacks.
    has_machine = checked_bot.machine is not None and header.format == binary.WINDOWS
    if not has_machine and (
        foreign := [name for name in header.libraries if _is_foreign(header, name)]
    ):
        sentence = _FOREIGN if len(foreign) == 1 else _FOREIGN_MANY
        yield failed(sentence, _ADVICE, names=", ".join(foreign), system=_NAMES[header.format])
        return
    findings = list(_findings_of_host(header))
    if findings or has_machine:
        yield from findings
    elif header.libraries:
        yield passed(_GOOD, names=", ".join(header.libraries))
    else:
        yield passed(_NONE)


def _is_foreign(header: binary.BinaryHeader, library: str) -> bool:
    """Return whether the library is no part of every system."""
    if header.format == binary.WINDOWS:
        return not MACHINES["win10"].has(library)
    return not _OF_LINUX.fullmatch(library) and _package_of(library) is None


def _findings_of_host(header: binary.BinaryHeader) -> Iterator[Finding]:
    """Yield a warning for each library that a system should have and this machine lacks."""
    if header.format == binary.WINDOWS:
        for library in _absent_from_wine(header):
            yield for_host(warned(_NOT_IN_WINE, _NOT_IN_WINE_ADVICE, names=library))
        return
    for library in header.libraries:
        package = _package_of(library)
        if package is not None and not _can_be_loaded(library, header.processor):
            values = {"names": library, "command": install_command(*package)}
            yield for_host(warned(_NOT_HERE, _NOT_HERE_ADVICE, **values))


def _package_of(library: str) -> _Package | None:
    """Return the package of a library that compilers link of themselves; None for any other."""
    name = library.removeprefix("lib").removesuffix(".so.1")
    return _OF_COMPILER.get(name) if library == f"lib{name}.so.1" else None


def _can_be_loaded(library: str, processor: str) -> bool:
    """Return whether a folder of the loader has the library for programs of that processor."""
    paths = (path for place in _PLACES for path in Path("/").glob(f"{place}/{library}"))
    return any(_processor_of(path) == processor for path in paths)


def _processor_of(path: Path) -> str:
    try:
        header = binary.read_header(path)
    except (OSError, binary.CannotRead):
        return ""
    return header.processor if header else ""


def _absent_from_wine(header: binary.BinaryHeader) -> Sequence[str]:
    """Return the libraries of Windows that Wine here lacks; an API set need not have a file."""
    if sys.platform == "win32" or shutil.which("wine") is None:
        return ()
    try:
        windows = wine_folder() / "drive_c" / "windows"
        folder = windows / "syswow64"
        if header.processor != "x86" or not folder.is_dir():
            folder = windows / "system32"
        present = {path.name.lower() for path in folder.iterdir()}
    except (RefereeError, OSError):  # The turns report this.
        return ()
    names = (name for name in header.libraries if not name.lower().startswith(("api-", "ext-")))
    return [name for name in names if name.lower() not in present]

"""Does it need a library that is not part of every system.

On another machine it would not start: the author has many libraries that others lack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from formats.text import Text
from referee.check import binary
from referee.check.candidate import Candidate
from referee.check.finding import Finding, failed, passed

TITLE = Text("libraries", "библиотеки")
ORDER = 50
_NONE = Text("needs none", "не нужны")
_GOOD = Text("needs only those of the system: {names}", "нужны только системные: {names}")
_FOREIGN = Text(
    "it needs {names}, which {system} does not have",
    "программе нужна библиотека {names}, которой в {system} нет",
)
_FOREIGN_MANY = Text(_FOREIGN.en, "программе нужны библиотеки {names}, которых в {system} нет")
_ADVICE = Text(
    "link it statically (-static, in Visual C++ /MT), or do without it",
    "скомпонуйте её статически (-static, в Visual C++ /MT) или обойдитесь без неё",
)
_NAMES = {binary.LINUX: "Linux", binary.WINDOWS: "Windows"}
_SYSTEMS = {
    # Of the C library, of the compiler, and zlib, which every Debian has.
    binary.LINUX: re.compile(
        r"(ld-linux(-x86-64)?|lib(c|m|dl|rt|pthread|util|resolv|gcc_s|stdc\+\+|z))\.so\.[0-9]+"
    ),
    # What every Windows has, and Wine too; not what comes with a compiler.
    binary.WINDOWS: re.compile(
        r"(kernel32|kernelbase|ntdll|msvcrt|ucrtbase|user32|gdi32|advapi32|shell32|shlwapi|ole32"
        r"|oleaut32|rpcrt4|ws2_32|winmm|psapi|bcrypt|version|api-ms-win-[a-z0-9-]+)\.dll",
        re.IGNORECASE,
    ),
}


def run(candidate: Candidate) -> Iterator[Finding]:
    """Looks at what a binary wants; of a script or an unknown file there is nothing to say."""
    try:
        found = candidate.header
    except binary.CannotRead:  # which has been told by the check of its format
        return
    if found is None:
        return
    systems = _SYSTEMS[found.format]
    if candidate.machine is not None and found.format == binary.WINDOWS:
        return  # the check of that machine looks at them
    foreign = [name for name in found.libraries if not systems.fullmatch(name)]
    if foreign:
        told = _FOREIGN if len(foreign) == 1 else _FOREIGN_MANY
        yield failed(told, _ADVICE, names=", ".join(foreign), system=_NAMES[found.format])
    elif found.libraries:
        yield passed(_GOOD, names=", ".join(found.libraries))
    else:
        yield passed(_NONE)

"""Check whether the bot needs a library that is not part of every system.

It would not start on another machine: its author has many libraries that others lack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from formats.text import Text
from referee.check import binary
from referee.check.checked_bot import CheckedBot
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
_SYSTEM_LIBRARIES = {
    # Libraries of the C library and of the compiler, and zlib, which every Debian has.
    binary.LINUX: re.compile(
        r"(ld-linux(-x86-64)?|lib(c|m|dl|rt|pthread|util|resolv|gcc_s|stdc\+\+|z))\.so\.[0-9]+"
    ),
    # Libraries of every Windows and of Wine; not those that come with a compiler.
    binary.WINDOWS: re.compile(
        r"(kernel32|kernelbase|ntdll|msvcrt|ucrtbase|user32|gdi32|advapi32|shell32|shlwapi|ole32"
        r"|oleaut32|rpcrt4|ws2_32|winmm|psapi|bcrypt|version|api-ms-win-[a-z0-9-]+)\.dll",
        re.IGNORECASE,
    ),
}


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Check the libraries of a binary; yield nothing for a script or an unknown file."""
    try:
        header = checked_bot.header
    except binary.CannotRead:  # The check of the format reports this.
        return
    if header is None:
        return
    system_pattern = _SYSTEM_LIBRARIES[header.format]
    if checked_bot.machine is not None and header.format == binary.WINDOWS:
        return  # The check of that machine reports its libraries.
    foreign = [name for name in header.libraries if not system_pattern.fullmatch(name)]
    if foreign:
        sentence = _FOREIGN if len(foreign) == 1 else _FOREIGN_MANY
        yield failed(sentence, _ADVICE, names=", ".join(foreign), system=_NAMES[header.format])
    elif header.libraries:
        yield passed(_GOOD, names=", ".join(header.libraries))
    else:
        yield passed(_NONE)

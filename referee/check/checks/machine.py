"""Check whether the bot starts on the teacher's machine and has the format that the event takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from formats.text import Text
from referee.check import binary
from referee.check.checked_bot import CheckedBot
from referee.check.examiner_machine import ExaminerMachine
from referee.check.finding import Finding, failed, passed

TITLE = Text("machine", "машина")
ORDER = 60
_KINDS = {
    binary.WINDOWS: Text("a program for Windows", "программа для Windows"),
    binary.LINUX: Text("a program for Linux", "программа для Linux"),
    "": Text("a script", "скрипт"),
}
_OTHER_KIND = Text("it is {found}, and only {wanted} is taken", "это {found}, а нужна {wanted}")
_OTHER_KIND_ADVICE = Text(
    "build it for that system: arena build SOURCE --target {target}",
    "соберите её для этой системы: arena build ИСХОДНИК --target {target}",
)
_GOOD = Text("starts on {machine}", "запускается на машине: {machine}")
_VERSION = Text(
    "it demands Windows {found}; on {machine} it is not started",
    "ей нужна Windows {found}; на машине «{machine}» она не запустится",
)
_VERSION_ADVICE = Text(
    "link it for an older Windows: /SUBSYSTEM:CONSOLE,5.02 in Visual C++ (toolset v110_xp),"
    " -Wl,--major-subsystem-version,5 in MinGW",
    "скомпонуйте её для старой Windows: /SUBSYSTEM:CONSOLE,5.02 в Visual C++ (набор инструментов"
    " v110_xp), -Wl,--major-subsystem-version,5 в MinGW",
)
_NEWER = Text(
    "it calls {names}, which {machine} does not have",
    "она вызывает {names}, а на машине «{machine}» этого нет",
)
_NEWER_ADVICE = Text(
    "use an older function, or a compiler that does not need it: for the time, clock()",
    "возьмите функцию постарше или компилятор, которому она не нужна: для времени — clock()",
)
_UCRT = Text(
    "it needs the Universal C Runtime ({names}), which {machine} does not have",
    "ей нужна универсальная среда C ({names}), а на машине «{machine}» её нет",
)
_UCRT_ADVICE = Text(
    "link the C library statically (/MT in Visual C++), or build with a MinGW that uses msvcrt.dll,"
    " such as x86_64-w64-mingw32-gcc of Debian",
    "скомпонуйте библиотеку C статически (/MT в Visual C++) или соберите MinGW, который берёт"
    " msvcrt.dll, например x86_64-w64-mingw32-gcc из Debian",
)
_VISUAL = Text(
    "it needs the libraries of Visual C++ ({names}), which {machine} does not have",
    "ей нужны библиотеки Visual C++ ({names}), а на машине «{machine}» их нет",
)
_ABSENT = Text(
    "it needs {names}, which {machine} does not have",
    "ей нужны {names}, а на машине «{machine}» этого нет",
)
_ABSENT_ADVICE = Text(
    "link it statically (-static, in Visual C++ /MT), or do without it",
    "скомпонуйте статически (-static, в Visual C++ /MT) или обойдитесь без этого",
)
_UCRT_NAMES = ("api-ms-win-crt-", "ucrtbase")
_VISUAL_NAMES = ("vcruntime14", "msvcp14", "concrt14")
_MOST_NAMED = 4


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Compare the program with the format and the machine that the event names."""
    try:
        header = checked_bot.header
    except binary.CannotRead:  # The check of the format reports this.
        return
    kind = header.format if header else ""
    required = checked_bot.kind
    if required and kind != required:
        values = {"found": _KINDS[kind], "wanted": _KINDS[required]}
        target = "windows" if required == binary.WINDOWS else "linux"
        yield failed(_OTHER_KIND, _OTHER_KIND_ADVICE, target=target, **values)
        return
    machine = checked_bot.machine
    if machine is None or header is None or kind != binary.WINDOWS:
        return
    findings = list(findings_on(machine, header, checked_bot.program.path))
    yield from findings or [passed(_GOOD, machine=machine.title)]


def findings_on(
    machine: ExaminerMachine, header: binary.BinaryHeader, path: Path
) -> Iterator[Finding]:
    """Yield what keeps a program for Windows from starting on the machine."""
    title = machine.title
    if not machine.starts(header.version):
        version = ".".join(map(str, header.version or ()))
        yield failed(_VERSION, _VERSION_ADVICE, found=version, machine=title)
    absent = [name for name in header.libraries if not machine.has(name)]
    runtime = [name for name in absent if name.lower().startswith(_UCRT_NAMES)]
    visual = [name for name in absent if name.lower().startswith(_VISUAL_NAMES)]
    others = [name for name in absent if name not in (*runtime, *visual)]
    if runtime:
        yield failed(_UCRT, _UCRT_ADVICE, names=_joined_names(runtime), machine=title)
    if visual:
        yield failed(_VISUAL, _UCRT_ADVICE, names=_joined_names(visual), machine=title)
    if others:
        yield failed(_ABSENT, _ABSENT_ADVICE, names=_joined_names(others), machine=title)
    try:
        functions = binary.read_functions(path)
    except binary.CannotRead:
        return
    newer = sorted(machine.newer.intersection(functions))
    if newer:
        yield failed(_NEWER, _NEWER_ADVICE, names=_joined_names(newer), machine=title)


def _joined_names(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" (+{more})" if more > 0 else "")

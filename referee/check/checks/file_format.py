"""Check whether the bot is a program that can be run here: its format and its processor."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence

from formats.text import Text
from referee.check import binary
from referee.check.candidate import Candidate
from referee.check.finding import Finding, failed, for_host, passed, warned
from referee.check.no_program import finding_of_no_program
from referee.remedies import Missing, remedy

TITLE = Text("format", "формат")
ORDER = 40
_GOOD = Text("{format} for {processor}", "{format} для {processor}")
_SCRIPT = Text("a script for {interpreter}", "скрипт для {interpreter}")
_UNREADABLE = Text(
    "its header cannot be read: it points beyond the end of the file, or is damaged",
    "заголовок не читается: он повреждён или указывает за конец файла",
)
_UNREADABLE_ADVICE = Text(
    "build it again, with an ordinary compiler and no packer",
    "соберите её заново, обычным компилятором и без упаковщика",
)
_PROCESSOR = Text("it is a program for {processor}", "это программа для {processor}")
_PROCESSOR_ADVICE = Text("build it for x86-64", "соберите её для x86-64")
_LIBRARY = Text("it is a library, not a program", "это библиотека, а не программа")
_LIBRARY_ADVICE = Text("build a program: with main()", "соберите программу: с функцией main()")
_NO_WINE = Text(
    "a program for Windows, but Wine, which would run it here, is not installed",
    "программа для Windows, а Wine, чтобы её запустить, здесь не установлен",
)
_NO_WINE_ADVICE = Text("install it: {command}", "установите: {command}")
_NO_INTERPRETER = Text("{interpreter} is not installed here", "здесь не установлен {interpreter}")
_NO_INTERPRETER_ADVICE = Text(
    "name a program in the first line that every machine has, such as #!/usr/bin/env python3",
    "назовите в первой строке программу, которая есть везде, например #!/usr/bin/env python3",
)
_CARRIAGE_RETURN = Text(
    "the first line ends with a carriage return, which becomes part of the interpreter's name",
    "первая строка кончается возвратом каретки, и он становится частью имени интерпретатора",
)
_CARRIAGE_RETURN_ADVICE = Text(
    "save the script with Unix line ends: sed -i 's/\\r$//' FILE",
    "сохраните скрипт с концами строк Unix: sed -i 's/\\r$//' FILE",
)
_ENV = "/usr/bin/env"
_LONGEST_LINE = 256


def run(candidate: Candidate) -> Iterator[Finding]:
    """Check the first line of a script, or the header of a program."""
    path = candidate.program.path
    with path.open("rb") as file:
        start = file.read(_LONGEST_LINE)
    if start.startswith(b"#!"):
        yield _of_script(start.split(b"\n")[0].decode("utf-8", "replace"))
        return
    if not start.startswith(binary.MAGIC):
        yield finding_of_no_program(path)
        return
    try:
        header = candidate.header
    except binary.CannotRead:
        yield failed(_UNREADABLE, _UNREADABLE_ADVICE)
        return
    yield finding_of_no_program(path) if header is None else _of_binary(header)


def _of_binary(header: binary.BinaryHeader) -> Finding:
    values = {"format": header.format, "processor": header.processor}
    if not header.processor_is_right:
        return failed(_PROCESSOR, _PROCESSOR_ADVICE, **values)
    if header.is_library:
        return failed(_LIBRARY, _LIBRARY_ADVICE)
    if header.format == binary.WINDOWS and shutil.which("wine") is None:
        advice = _NO_WINE_ADVICE.filled({"command": remedy(Missing.WINE)})
        return for_host(warned(_NO_WINE, advice))
    return passed(_GOOD, **values)


def _of_script(line: str) -> Finding:
    if line.endswith("\r"):
        return failed(_CARRIAGE_RETURN, _CARRIAGE_RETURN_ADVICE)
    words = line.removeprefix("#!").split()
    program, interpreter = words[0] if words else "", " ".join(words[:1])
    if program == _ENV:
        program = _program_of_env(words[1:])
        interpreter = f"{_ENV} {program}".strip()
    if not program or shutil.which(program) is None:
        return failed(_NO_INTERPRETER, _NO_INTERPRETER_ADVICE, interpreter=interpreter or "#!")
    return passed(_SCRIPT, interpreter=interpreter)


def _program_of_env(words: Sequence[str]) -> str:
    """Return the program that env starts, after its options, such as -S, and variables."""
    for word in words:
        rest = word.removeprefix("-S").removeprefix("--split-string=")
        if rest and not rest.startswith("-") and "=" not in rest:
            return rest
    return ""

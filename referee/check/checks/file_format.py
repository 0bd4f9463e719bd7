"""Check whether the bot is a program that can be run here: its format and its processor.

A file that is no program gets a finding that says what it is, and what its author meant to submit.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from formats.text import Text
from referee.check import binary
from referee.check.binary import MAGIC
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, failed, for_host, passed, warned
from referee.program import SOURCE_ENDINGS
from referee.remedies import Missing, remedy

_UNKNOWN = Text("this is not a program", "это не программа")
_UNKNOWN_ADVICE = Text(
    "a bot is a program for Linux (ELF) or Windows (PE), or a script that begins with #!",
    "бот — программа для Linux (ELF) или Windows (PE) либо скрипт, который начинается с #!",
)
_ARCHIVE = Text("this is an archive ({kind}), not a program", "это архив ({kind}), а не программа")
_ARCHIVE_ADVICE = Text(
    "unpack it, and give the program that is inside",
    "распакуйте его и дайте программу, которая внутри",
)
_OTHER_SYSTEM = Text("this is a program for {system}", "это программа для {system}")
_OTHER_SYSTEM_ADVICE = Text(
    "build it for Linux or for Windows, on x86-64", "соберите её для Linux или Windows, x86-64"
)
_SOURCE = Text(
    "this is the source of a program in {language}, not the program",
    "это исходный текст программы на {language}, а не программа",
)
_SOURCE_ADVICE = Text(
    "compile it, and give the compiled program",
    "скомпилируйте его и дайте программу, которая получится",
)
_NO_FIRST_LINE = Text(
    "the first line of this script must be {line}",
    "первой строкой этого скрипта должно быть {line}",
)
_NO_FIRST_LINE_ADVICE = Text(
    "it says what runs the script; put it above everything else",
    "она говорит, чем запускать скрипт; поставьте её выше всего остального",
)
_TEXT = Text("this is a text file, not a program", "это текстовый файл, а не программа")

_ARCHIVES = {b"PK\3\4": "zip", b"\x1f\x8b": "gzip", b"Rar!": "rar", b"7z\xbc\xaf": "7z"}
_MACOS = b"\xcf\xfa\xed\xfe"
_JAVA_OR_MACOS = b"\xca\xfe\xba\xbe"
_OLDEST_JAVA_VERSION = 45
"""Version of class files of Java 1.0; at its place programs for macOS have a number of parts."""
_JAVA = Text("a Java machine (.class)", "машины Java (.class)")
_SOURCE_LINES = {
    "C++": r"^\s*#\s*include\s*[<\"]|^\s*using namespace ",
    "Pascal": r"^\s*program \w+\s*;|^\s*uses \w+.*;",
    "C#": r"^\s*using System",
    "Java": r"^\s*import java\.|public static void main",
    "Rust": r"^\s*fn main\(",
    "Go": r"^\s*package main",
}
"""Regular expressions of lines by which the language of a file without an ending is known."""
_PYTHON = r"^\s*(import|from) \w+|^def \w+\(.*:|^with open\(|^print\("
_SHELL = r"^(echo|while|if|for|cat|sed) "
_INTERPRETERS = {
    ".py": "python3",
    ".sh": "sh",
    ".js": "node",
    ".pl": "perl",
    ".rb": "ruby",
    ".lua": "lua",
    ".php": "php",
    ".tcl": "tclsh",
}
_BYTES_LOOKED_AT = 65536


def finding_of_no_program(path: Path) -> Finding:
    """Return a finding that says what the file is instead of a program."""
    with path.open("rb") as file:
        start = file.read(_BYTES_LOOKED_AT)
    for magic, kind in _ARCHIVES.items():
        if start.startswith(magic):
            return failed(_ARCHIVE, _ARCHIVE_ADVICE, kind=kind)
    if start.startswith((_MACOS, _JAVA_OR_MACOS)):
        version = int.from_bytes(start[4:8]) if start.startswith(_JAVA_OR_MACOS) else 0
        system = _JAVA if version >= _OLDEST_JAVA_VERSION else "macOS"
        return failed(_OTHER_SYSTEM, _OTHER_SYSTEM_ADVICE, system=system)
    text = None if start.startswith(MAGIC) else _decode_text(start)
    return failed(_UNKNOWN, _UNKNOWN_ADVICE) if text is None else _finding_of_text(path, text)


def _decode_text(start: bytes) -> str | None:
    if b"\0" in start:
        return None
    try:
        return start.decode("utf-8", "strict")
    except UnicodeDecodeError:
        # The last character may be cut off, and an old editor may have used another encoding.
        return start.decode("cp1251", "replace")


def _finding_of_text(path: Path, text: str) -> Finding:
    ending = path.suffix.lower()
    for language, endings in SOURCE_ENDINGS.items():
        if ending in endings:
            return failed(_SOURCE, _SOURCE_ADVICE, language=language)
    program = _INTERPRETERS.get(ending)
    if program is None:
        for language, line in _SOURCE_LINES.items():
            if re.search(line, text, re.MULTILINE):
                return failed(_SOURCE, _SOURCE_ADVICE, language=language)
        lines = {"python3": _PYTHON, "sh": _SHELL}
        program = next(
            (n for n, line in lines.items() if re.search(line, text, re.MULTILINE)), None
        )
    if program is None:
        return failed(_TEXT, _UNKNOWN_ADVICE)
    return failed(_NO_FIRST_LINE, _NO_FIRST_LINE_ADVICE, line=f"#!/usr/bin/env {program}")


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
    "сохраните скрипт с концами строк Unix: sed -i 's/\\r$//' ФАЙЛ",
)
_ENV = "/usr/bin/env"
_LONGEST_LINE = 256


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Check the first line of a script, or the header of a program."""
    path = checked_bot.program.path
    with path.open("rb") as file:
        start = file.read(_LONGEST_LINE)
    if start.startswith(b"#!"):
        yield _finding_of_script(start.split(b"\n")[0].decode("utf-8", "replace"))
        return
    if not start.startswith(binary.MAGIC):
        yield finding_of_no_program(path)
        return
    try:
        header = checked_bot.header
    except binary.CannotRead:
        yield failed(_UNREADABLE, _UNREADABLE_ADVICE)
        return
    yield finding_of_no_program(path) if header is None else _finding_of_binary(header)


def _finding_of_binary(header: binary.BinaryHeader) -> Finding:
    values = {"format": header.format, "processor": header.processor}
    if not header.processor_is_right:
        return failed(_PROCESSOR, _PROCESSOR_ADVICE, **values)
    if header.is_library:
        return failed(_LIBRARY, _LIBRARY_ADVICE)
    if header.format == binary.WINDOWS and shutil.which("wine") is None:
        advice = _NO_WINE_ADVICE.filled({"command": remedy(Missing.WINE)})
        return for_host(warned(_NO_WINE, advice))
    return passed(_GOOD, **values)


def _finding_of_script(line: str) -> Finding:
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

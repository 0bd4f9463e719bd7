"""Check whether the bot is a program that can be run here: its format and its processor.

A file that is no program gets a finding that says what it is, and what its author meant to submit.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from formats.text import Text
from referee.check import binary
from referee.check.binary import MAGIC
from referee.check.checked_bot import CheckedBot
from referee.check.finding import CheckResult, Finding, failed, for_host, passed, warned
from referee.diagnosis import CARRIAGE_RETURN
from referee.program import SOURCE_ENDINGS
from referee.remedies import Missing, remedy
from referee.sandbox.host import ENVIRONMENT, is_system_path
from referee.sandbox.isolation_choice import choose_isolation
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.launch import windows_words

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
_SCRIPT_LINES = {
    "python3": r"^\s*(import|from) \w+|^def \w+\(.*:|^with open\(|^print\(",
    "sh": r"^(echo|while|if|for|cat|sed) ",
}
"""Regular expressions of lines by which the interpreter of a file without an ending is known."""
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
        if source := _name_by_line(_SOURCE_LINES, text):
            return failed(_SOURCE, _SOURCE_ADVICE, language=source)
        program = _name_by_line(_SCRIPT_LINES, text)
    if program is None:
        return failed(_TEXT, _UNKNOWN_ADVICE)
    return failed(_NO_FIRST_LINE, _NO_FIRST_LINE_ADVICE, line=f"#!/usr/bin/env {program}")


def _name_by_line(lines: Mapping[str, str], text: str) -> str | None:
    """Return the first name of whose pattern the text has a line; None if there is no such line."""
    names = (name for name, line in lines.items() if re.search(line, text, re.MULTILINE))
    return next(names, None)


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
_NOT_IN_SANDBOX = Text(
    "the sandbox has no {interpreter}: here it is {path}, and the sandbox has only programs of the"
    " system ({folders})",
    "в песочнице нет {interpreter}: здесь это {path}, а в песочнице есть только программы системы"
    " ({folders})",
)
_ONE_WORD = Text(
    "the system hands `{words}` to env as one word",
    "система передаёт `{words}` программе env одним словом",
)
_ONE_WORD_ADVICE = Text(
    "let env split it: #!/usr/bin/env -S {words}",
    "пусть env его разделит: #!/usr/bin/env -S {words}",
)
_ENV = "/usr/bin/env"
_SPLITS = re.compile(r"-[0iv]*S|--split-string=")
"""Option with which env splits its first argument."""
_TAKES_A_WORD = ("-u", "--unset", "-C", "--chdir", "-a", "--argv0")
"""Options of env that the next word belongs to."""
_LONGEST_LINE = 256


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Check the first line of a script, or the header of a program."""
    path = checked_bot.program.path
    with path.open("rb") as file:
        start = file.read(_LONGEST_LINE)
    if start.startswith(b"#!"):
        isolation = choose_isolation(checked_bot.isolation)
        line = start.split(b"\n")[0].decode("utf-8", "replace")
        yield _finding_of_script(path, line, isolation)
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
    needs_wine = header.format == binary.WINDOWS and sys.platform != "win32"
    if needs_wine and shutil.which("wine") is None:
        advice = _NO_WINE_ADVICE.filled({"command": remedy(Missing.WINE)})
        return for_host(warned(_NO_WINE, advice))
    return passed(_GOOD, **values)


def _finding_of_script(script: Path, line: str, isolation: IsolationLevel) -> Finding:
    if line.endswith("\r"):
        return Finding(CheckResult.FAILED, CARRIAGE_RETURN.text, CARRIAGE_RETURN.hint)
    program, argument = [*line.removeprefix("#!").split(None, 1), "", ""][:2]
    argument, interpreter = argument.strip(), program
    if program == _ENV:
        if not _SPLITS.match(argument) and len(argument.split()) > 1:
            return failed(_ONE_WORD, _ONE_WORD_ADVICE, words=argument)
        program = _program_of_env(argument)
        interpreter = f"{_ENV} {program}".strip()
    elif "/" not in program:  # The kernel looks for it in the folder of the turn.
        program = ""
    if sys.platform == "win32":
        return _finding_on_windows(script, interpreter)
    path = program and shutil.which(program)
    if program and (_is_in_sandbox(program, isolation) if isolation.isolates else path):
        return passed(_SCRIPT, interpreter=interpreter)
    if path:
        values = {"interpreter": interpreter, "path": path, "folders": ENVIRONMENT["PATH"]}
        return failed(_NOT_IN_SANDBOX, _NO_INTERPRETER_ADVICE, **values)
    return failed(_NO_INTERPRETER, _NO_INTERPRETER_ADVICE, interpreter=interpreter or "#!")


def _finding_on_windows(script: Path, interpreter: str) -> Finding:
    """Return a finding of whether arena starts the script; Windows does not read the line."""
    try:
        windows_words(script)
    except OSError:
        return failed(_NO_INTERPRETER, _NO_INTERPRETER_ADVICE, interpreter=interpreter or "#!")
    return passed(_SCRIPT, interpreter=interpreter)


def _is_in_sandbox(program: str, isolation: IsolationLevel) -> bool:
    """Return whether a bot can start the program, given by its path or found on the PATH."""
    path = shutil.which(program, path=ENVIRONMENT["PATH"])
    if path is None:
        return False
    # With namespaces a link is needed as well; elsewhere it can be followed wherever it is.
    has_link = isolation is not IsolationLevel.NAMESPACES or is_system_path(Path(path))
    return has_link and is_system_path(Path(path).resolve())


def _program_of_env(argument: str) -> str:
    """Return the program that env starts; empty if there is none.

    The kernel hands over the rest of the line as one argument, which env splits where it says so.
    """
    split = _SPLITS.match(argument)
    if not split:
        return "" if argument.startswith("-") or "=" in argument else argument
    words = iter(_words_of(argument[split.end() :]))
    for word in words:
        if word in _TAKES_A_WORD:
            next(words, None)
        elif not word.startswith("-") and "=" not in word:
            return word
    return ""


def _words_of(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # A quote is not closed.
        return text.split()

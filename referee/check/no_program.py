"""Diagnosis of a file that is not a program: what it is, and what its author meant to submit."""

from __future__ import annotations

import re
from pathlib import Path

from formats.text import Text
from referee.check.binary import MAGIC
from referee.check.finding import Finding, failed

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
_SYSTEMS = {
    b"\xcf\xfa\xed\xfe": "macOS",
    b"\xca\xfe\xba\xbe": Text("a Java machine (.class)", "машины Java (.class)"),
}
_SOURCES = {
    "C++": (r"^\s*#\s*include\s*[<\"]|^\s*using namespace ", {".cpp", ".cc", ".cxx", ".h", ".hpp"}),
    "C": (r"(?!)", {".c"}),
    "Pascal": (r"^\s*program \w+\s*;|^\s*uses \w+.*;", {".pas", ".pp"}),
    "C#": (r"^\s*using System", {".cs"}),
    "Java": (r"^\s*import java\.|public static void main", {".java"}),
    "Rust": (r"^\s*fn main\(", {".rs"}),
    "Go": (r"^\s*package main", {".go"}),
}
"""A regular expression and the file name extensions of each language."""
_PYTHON = r"^\s*(import|from) \w+|^def \w+\(.*:|^with open\(|^print\("
_SHELL = r"^(echo|while|if|for|cat|sed) "
_LOOKED_AT = 65536


def finding_of_no_program(path: Path) -> Finding:
    """Return a finding that says what the file is instead of a program."""
    with path.open("rb") as file:
        start = file.read(_LOOKED_AT)
    for magic, kind in _ARCHIVES.items():
        if start.startswith(magic):
            return failed(_ARCHIVE, _ARCHIVE_ADVICE, kind=kind)
    for magic, system in _SYSTEMS.items():
        if start.startswith(magic):
            return failed(_OTHER_SYSTEM, _OTHER_SYSTEM_ADVICE, system=system)
    text = None if start.startswith(MAGIC) else _text(start)
    return failed(_UNKNOWN, _UNKNOWN_ADVICE) if text is None else _of_text(path, text)


def _text(start: bytes) -> str | None:
    if b"\0" in start:
        return None
    try:
        return start.decode("utf-8", "strict")
    except UnicodeDecodeError:
        # The last character may be cut off, and an old editor may have used another encoding.
        return start.decode("cp1251", "replace")


def _of_text(path: Path, text: str) -> Finding:
    ending = path.suffix.lower()
    for language, (_, endings) in _SOURCES.items():
        if ending in endings:
            return failed(_SOURCE, _SOURCE_ADVICE, language=language)
    for language, (line, _) in _SOURCES.items():
        if re.search(line, text, re.MULTILINE):
            return failed(_SOURCE, _SOURCE_ADVICE, language=language)
    for runs, line in (("python3", _PYTHON), ("sh", _SHELL)):
        if ending == {"python3": ".py", "sh": ".sh"}[runs] or re.search(line, text, re.MULTILINE):
            return failed(_NO_FIRST_LINE, _NO_FIRST_LINE_ADVICE, line=f"#!/usr/bin/env {runs}")
    return failed(_TEXT, _UNKNOWN_ADVICE)

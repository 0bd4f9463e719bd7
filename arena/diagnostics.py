"""Diagnostics as a compiler prints them, and for programs; reading of files with diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TypedDict

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import Styled, say
from arena.files import read_beginning
from arena.texts import HINT, MORE, SEVERITIES
from formats.fault import Diagnostic, Fault, Severity
from formats.matrix import Matrix, Reading, read_matrix
from formats.printable import printable
from formats.text import Language

_SHOWN = 96
_COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow"}


class DiagnosticFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"


def as_text(
    name: str, source: Sequence[str], diagnostic: Diagnostic, language: Language
) -> Iterator[Styled]:
    """Yield the lines of a diagnostic: sentence and place, the line, a caret under it, a hint."""
    colour = _COLOURS[diagnostic.severity]
    yield Styled.assemble(
        (f"{name}:{diagnostic.line}:{diagnostic.column}: ", "bold"),
        (f"{SEVERITIES[diagnostic.severity].say(language)}: ", colour),
        f"{diagnostic.sentence(language)} ",
        (f"[{diagnostic.code}]", "dim"),
    )
    margin = len(str(diagnostic.line)) + 2
    if diagnostic.line <= len(source):
        from rich.cells import cell_len  # noqa: PLC0415 - good files do not need it

        line, start, width = _window(source[diagnostic.line - 1], diagnostic)
        yield Styled.assemble((f"{diagnostic.line:>{margin}} | ", "dim"), line)
        indent = " " * cell_len(line[:start])
        caret = "^" + "~" * (cell_len(line[start : start + width]) - 1)
        yield Styled.assemble((" " * margin + " | ", "dim"), indent, (caret, colour))
    yield from _hint(diagnostic.hint(language), margin, language)
    if diagnostic.more:
        yield Styled.assemble((" " * margin + " = ", "dim"), more_sentence(diagnostic, language))


def fault_as_text(fault: Fault, language: Language) -> Iterator[Styled]:
    """Yield the lines of a fault that has no place in a file: sentence and hint."""
    severity = fault.kind.severity
    yield Styled.assemble(
        (f"{SEVERITIES[severity].say(language)}: ", _COLOURS[severity]),
        f"{fault.sentence(language)} ",
        (f"[{fault.kind.code}]", "dim"),
    )
    yield from _hint(fault.hint(language), 1, language)


def _hint(hint: str | None, margin: int, language: Language) -> Iterator[Styled]:
    if hint:
        yield Styled.assemble((" " * margin + f" = {HINT.say(language)}: ", "dim"), hint)


def more_sentence(diagnostic: Diagnostic, language: Language) -> str:
    """Return how many more of its kind are not shown, in words."""
    return MORE.say(language, {"count": diagnostic.more})


def _window(line: str, diagnostic: Diagnostic) -> tuple[str, int, int]:
    """Return a part of the line short enough to be shown, and the fault's start and width in it."""
    start = diagnostic.column - 1
    cut = max(0, start - _SHOWN // 2) if len(line) > _SHOWN else 0
    head, tail = "…" if cut else "", "…" if cut + _SHOWN < len(line) else ""
    visible_part = head + printable(line[cut : cut + _SHOWN])
    offset = len(head) + start - cut
    return visible_part + tail, offset, max(1, min(diagnostic.width, len(visible_part) - offset))


class DiagnosticData(TypedDict):
    code: str
    severity: str
    line: int
    column: int
    width: int
    sentence: str
    hint: str | None
    more: int


def as_data(diagnostic: Diagnostic, language: Language) -> DiagnosticData:
    """Return a diagnostic as data for a program."""
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "line": diagnostic.line,
        "column": diagnostic.column,
        "width": diagnostic.width,
        "sentence": diagnostic.sentence(language),
        "hint": diagnostic.hint(language),
        "more": diagnostic.more,
    }


def in_one_line(diagnostic: Diagnostic, language: Language) -> str:
    """Return the sentence with its hint, and how many more of its kind there are."""
    hint = diagnostic.hint(language)
    message = diagnostic.sentence(language) + (f" ({hint})" if hint else "")
    return f"{message}; {more_sentence(diagnostic, language)}" if diagnostic.more else message


def as_github(name: str, diagnostic: Diagnostic, language: Language) -> str:
    """Return a diagnostic as a command of GitHub's workflows."""
    properties = {
        "file": name,
        "line": diagnostic.line,
        "col": diagnostic.column,
        "endColumn": diagnostic.column + diagnostic.width,
        "title": diagnostic.code,
    }
    spelled = ",".join(f"{key}={_escape(str(value), ':,')}" for key, value in properties.items())
    return f"::{diagnostic.severity} {spelled}::{_escape(in_one_line(diagnostic, language), '')}"


def _escape(text: str, other_characters: str) -> str:
    return "".join(
        f"%{ord(character):02X}" if character in "%\r\n" + other_characters else character
        for character in text
    )


def print_diagnostics(
    name: str,
    source: Sequence[str],
    diagnostics: Iterable[Diagnostic],
    language: Language,
    *,
    stderr: bool = True,
) -> None:
    for diagnostic in diagnostics:
        for line in as_text(name, source, diagnostic, language):
            say(line, stderr=stderr)


def read_matrix_file(name: str, language: Language, limit: int | None = None) -> Reading:
    """Read the file, and print its faults on standard error."""
    file = read_beginning(name)
    reading = read_matrix(file.data, limit=limit)
    print_diagnostics(file.name, reading.source, reading.diagnostics, language)
    return reading


def matrix_of(name: str, language: Language, limit: int | None = None) -> Matrix:
    """Return the matrix in the file; end the command with status 1 if the file is bad."""
    reading = read_matrix_file(name, language, limit)
    if reading.matrix is None or not reading.good:
        raise Exit(ExitStatus.BAD)
    return reading.matrix

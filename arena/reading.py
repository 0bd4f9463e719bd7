"""Reads the one matrix.txt that a command is about."""

from __future__ import annotations

import typer
from rich.console import Console

from arena.diagnostics import as_text
from arena.files import read_one
from formats.matrix import Matrix, Reading, read
from formats.text import Language


def plain_console(*, stderr: bool = False) -> Console:
    """A console that prints what it is given: no guessing of colours, no folding of lines."""
    return Console(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)


def read_file(name: str, language: Language, limit: int | None = None) -> Reading:
    """The file as read; what is wrong with it is told on standard error."""
    file = read_one(name)
    reading = read(file.data, limit=limit)
    errors = plain_console(stderr=True)
    for diagnostic in reading.diagnostics:
        for line in as_text(file.name, reading.source, diagnostic, language):
            errors.print(line)
    return reading


def matrix_of(name: str, language: Language, limit: int | None = None) -> Matrix:
    """What the file says; ends the command with status 1 if the file is bad."""
    reading = read_file(name, language, limit)
    if reading.matrix is None or not reading.good:
        raise typer.Exit(1)
    return reading.matrix

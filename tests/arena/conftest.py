"""The ``arena`` command, run within the test's own process as a person would run it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from arena.cli import main

EXAMPLE = """\
A 21 U
0 2.01
0 1.9
--------
--B-----
-B------
B--*----
----*---
B----A--
--------
-A------
"""
AFTER = """\
B 22 U
0 1.22
0 1.9
--------
--B-----
-B------
B--*----
----*---
B----A--
-A------
--------
"""
AFTER_CAPTURE = """\
A 23 B
0 1.22
0 0.98
--------
--B-----
-B------
B--*----
----*---
-----A--
--------
--B-----
"""


class Ran(NamedTuple):
    """Result of a command."""

    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs ``arena`` with these words, by default in English."""
    monkeypatch.setenv("LANGUAGE", "")  # set by each command; it must not outlive the test
    for name in ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")

    def running(*words: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "argv", ["arena", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = 0
        try:
            main()
        except SystemExit as end:
            status = int(end.code or 0)
        return Ran(status, *capsys.readouterr())

    return running


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with three positions of a game: before, after a move, after a capture."""
    for name, text in (("1.txt", EXAMPLE), ("2.txt", AFTER), ("3.txt", AFTER_CAPTURE)):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path

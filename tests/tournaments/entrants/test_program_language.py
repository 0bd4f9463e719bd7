"""The language of a program: compilers, bundlers and interpreters leave their names in it."""

from __future__ import annotations

import pytest

from tournaments.entrants.program_language import language_of

ELF = b"\x7fELF"


@pytest.mark.parametrize(
    ("data", "language"),
    [
        (b"#!/usr/bin/awk -f\n", "AWK"),
        (b"#!/usr/bin/env -S python3.12 -u\n", "Python"),
        (b"#!/bin/unknown\n", ""),
        (b"PK\3\4 META-INF/MANIFEST.MF", "Java"),
        (b"PK\3\4 __main__.py", "Python"),
        (b"\xca\xfe\xba\xbe", "Java"),
        (b"MZ _CorExeMain", "C#"),
        (b"MZ FPC 3.2.2", "Pascal"),
        (ELF + b"\xff Go buildinf:", "Go"),
        (ELF + b"_MEIPASS", "Python"),
        (ELF, "C++"),
        (b"", ""),
    ],
)
def test_compilers_leave_their_names(data: bytes, language: str) -> None:
    assert language_of(data) == language

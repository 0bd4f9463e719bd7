"""Tests of the kind of a program file."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.program import Program

HEADER = b"MZ" + bytes(58)


@pytest.mark.parametrize(
    ("data", "is_windows"),
    [
        (HEADER + b"\x40\0\0\0PE\0\0 and more", True),
        (HEADER + b"\x40\0\0\0PE", False),
        (HEADER + b"\xff\xff\xff\xffPE\0\0", False),
        (HEADER + b"\x40", False),
        (b"MZ and junk", False),
        (b"\x7fELF", False),
        (b"", False),
    ],
)
def test_a_windows_program_is_known_by_its_header(
    tmp_path: Path, data: bytes, is_windows: object
) -> None:
    path = tmp_path / "bot.exe"
    path.write_bytes(data)
    assert Program("bot", path).is_windows is is_windows

"""The class list: students of programs, agreed languages, and faults of the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.check.finding import CheckResult
from tournaments.entrants.class_list import (
    FILE,
    NO_LIST,
    check_student,
    language_of,
    read_class_list,
)

LIST = """\
фамилия;файлы;язык;номер
Иванов;ivanov.exe, IVANOV2;;17
Петров;petrov.exe;Python;18
Сидорова;;;19
"""
ELF = b"\x7fELF"


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path) -> Path:
    (tmp_path / FILE).write_bytes(LIST.encode("cp1251"))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "program", "result", "part"),
    [
        ("ivanov", ELF, CheckResult.PASSED, "of Иванов, C++"),
        ("Ivanov2", b"MZ", CheckResult.PASSED, "of Иванов, C++"),
        ("ivanov", ELF + b"/rustc/", CheckResult.WARNED, "in Rust, but C++ was agreed on"),
        ("petrov", b"#!/usr/bin/env python3\n", CheckResult.PASSED, "of Петров, Python"),
        ("petrov", ELF, CheckResult.WARNED, "in C++, but Python was agreed on"),
        ("Сидорова", b"data", CheckResult.PASSED, "of Сидорова"),
        ("kuznetsov", ELF, CheckResult.WARNED, "nobody on the class list is called «kuznetsov»"),
        ("pеtrov", ELF, CheckResult.WARNED, "is it Петров?"),
    ],
)
def test_a_program_is_somebodys(
    folder: Path, name: str, program: bytes, result: CheckResult, part: str
) -> None:
    student = check_student(read_class_list(folder), name, program)
    assert student is not None
    assert student.result is result
    assert part in student.sentence.en


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("Пётр Иванов", {"Пётр Иванов"}),
        ("Пётр Иванов, ivanov.exe", {"Пётр Иванов", "ivanov"}),
        ("a.exe b.py", {"a", "b"}),
        ("a.exe , b", {"a", "b"}),
    ],
)
def test_a_cell_lists_files(tmp_path: Path, cell: str, names: set[str]) -> None:
    (tmp_path / FILE).write_text(f"surname;files\nИванов;{cell}\n", encoding="utf-8")
    (student,) = read_class_list(tmp_path).students
    assert set(student.files) == names


def test_without_a_list_nothing_is_said(tmp_path: Path) -> None:
    assert check_student(read_class_list(tmp_path), "ivanov", ELF) is None
    assert read_class_list(tmp_path) == NO_LIST


def test_all_faults_of_a_list_are_told_at_once(folder: Path) -> None:
    more = ";x;;1\nКузнецов;Petrov;;17\n"
    (folder / FILE).write_text(LIST + more, encoding="utf-8-sig")
    assert [(f.kind.code, f.values["line"]) for f in read_class_list(folder).faults] == [
        ("E232", 5),
        ("E233", 6),
        ("E234", 6),
    ]
    (folder / FILE).write_text("a;b\n1;2\n", encoding="utf-8")
    assert [fault.kind.code for fault in read_class_list(folder).faults] == ["E231"]
    (folder / FILE).write_text(f'{LIST}"Кузнецов;k;;4\n', encoding="utf-8")
    (fault,) = read_class_list(folder).faults
    assert (fault.kind.code, fault.values["line"]) == ("E240", 5)


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

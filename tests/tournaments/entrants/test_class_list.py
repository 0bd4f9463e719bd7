"""The class list: students of programs, agreed languages, and faults of the list."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from referee.check.finding import CheckResult
from tournaments.entrants.class_list import (
    FILE,
    NO_LIST,
    check_student,
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


def test_a_surname_of_several_students_is_nobodys(tmp_path: Path) -> None:
    text = "surname;files;id\nИванов;ivanov_a;1\nИванов;ivanov_b;ivanov\n"
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    class_list = read_class_list(tmp_path)
    first, second = class_list.students
    assert (class_list.student("Ivanov_B"), class_list.student("1")) == (second, first)
    assert class_list.student("Иванов") is None
    finding = check_student(class_list, "Иванов", ELF)
    assert finding is not None
    assert (finding.result, "several students" in finding.sentence.en) == (CheckResult.WARNED, True)


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
    assert set(student.entrant_names) == names


def test_without_a_list_nothing_is_said(tmp_path: Path) -> None:
    assert check_student(read_class_list(tmp_path), "ivanov", ELF) is None
    assert read_class_list(tmp_path) == NO_LIST


def test_a_class_list_has_all_its_faults_reported_at_once(folder: Path) -> None:
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


def test_a_list_that_is_too_large_is_a_fault(tmp_path: Path) -> None:
    line = "Иванов\n".encode()
    data = b"surname\n" + line * (1_000_000 // len(line) + 1)
    (tmp_path / FILE).write_bytes(data)
    class_list = read_class_list(tmp_path)
    assert class_list.students == ()
    (fault,) = class_list.faults
    assert fault.sentence() == "roster.csv cannot be read: it is larger than 1 MB"
    assert fault.sentence("ru") == "roster.csv не читается: он больше 1 МБ"


def test_a_long_list_is_read_in_linear_time(tmp_path: Path) -> None:
    lines = "".join(f"s{number};f{number};{number}\n" for number in range(50_000))
    (tmp_path / FILE).write_text(f"surname;files;id\n{lines}", encoding="utf-8")
    before = process_time()
    class_list = read_class_list(tmp_path)
    assert (len(class_list.students), class_list.faults) == (50_000, ())
    assert process_time() - before < 20


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (os.mkfifo, "it is not a regular file"),
        (Path.mkdir, "it is a folder"),
        (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
        (lambda path: path.symlink_to("elsewhere.csv"), "No such file or directory"),
    ],
    ids=["pipe", "folder", "loop", "nowhere"],
)
def test_a_class_list_that_is_no_file_is_a_fault(
    make: Callable[[Path], None], why: str, tmp_path: Path
) -> None:
    make(tmp_path / FILE)
    (fault,) = read_class_list(tmp_path).faults
    assert fault.sentence() == f"roster.csv cannot be read: {why}"

"""The list of a class: ``roster.csv`` beside the event file, which a teacher keeps.

A line tells a student's surname, the names of the files that are the student's, the language that
was agreed on where it is not C++, and the number in the gradebook. By it a file name leads to a
student, and a program in another language than the agreed one is noticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from formats.fault import Fault, FaultKind
from formats.names import alike, of_file
from formats.text import Text
from referee.check.finding import Finding, passed, warned
from referee.check.program_language import language_of
from tournaments.spreadsheet import SheetRow, read_sheet

FILE = "roster.csv"
AGREED = "C++"
"""The language where a line names none."""

_LARGEST = 1_000_000
_APART = re.compile(r"\s*[,;|\n]\s*")
_ENDINGS_APART = re.compile(r"(\S+\.\w+)(?:\s+\S+\.\w+)+")
"""File names with endings, which spaces set apart; without endings a name may have spaces."""
_SAME_LANGUAGE = {
    "c": "c++",
    "cpp": "c++",
    "с++": "c++",  # with a Russian letter
    "с": "c++",
    "py": "python",
    "питон": "python",
    "паскаль": "pascal",
    "ява": "java",
    "delphi": "pascal",
    "golang": "go",
    "с#": "c#",
}
"""Names of languages that mean another of these, in small letters; C and C++ look the same."""

_TITLE = Text("student", "студент")
_GOOD = Text("this is the program of {student}, {language}", "это программа: {student}, {language}")
_WHOSE = Text("this is the program of {student}", "это программа: {student}")
_NOT_AGREED = Text(
    "this is the program of {student}, in {language}, but {agreed} was agreed on",
    "это программа: {student}, язык {language}, а согласован {agreed}",
)
_NOBODYS = Text(
    "«{name}» names nobody of the class list", "«{name}» не называет никого из списка группы"
)
_ALIKE = Text(
    "«{name}» names nobody of the class list; is it {near}?",
    "«{name}» не называет никого из списка группы; может быть, {near}?",
)
NO_COLUMN = FaultKind(
    "E231",
    Text("{file} has no column «surname»", "в {file} нет столбца «фамилия»"),
    Text(
        "name the columns in the first line: surname, files, language, id",
        "назовите столбцы в первой строке: фамилия, файлы, язык, номер",
    ),
)
NO_SURNAME = FaultKind(
    "E232",
    Text("{file}, line {line}: the surname is missing", "{file}, строка {line}: нет фамилии"),
)
SAME_ID = FaultKind(
    "E233",
    Text(
        "{file}, line {line}: the id {id} is that of {other} as well",
        "{file}, строка {line}: номер {id} уже есть у студента {other}",
    ),
)
SAME_FILE = FaultKind(
    "E234",
    Text(
        "{file}, line {line}: the file name «{name}» is that of {other} as well",
        "{file}, строка {line}: имя файла «{name}» уже есть у студента {other}",
    ),
)
BROKEN = FaultKind(
    "E240",
    Text(
        "{file} cannot be read from line {line} on: a quotation mark is not closed",
        "{file} не читается, начиная со строки {line}: кавычка не закрыта",
    ),
)
UNREADABLE = FaultKind("E235", Text("{file} cannot be read: {why}", "{file} не читается: {why}"))


@dataclass(frozen=True, slots=True)
class Student:
    """A line of the list."""

    surname: str
    files: tuple[str, ...]
    """Names of entrants."""
    language: str = ""
    """The agreed language, as the teacher wrote it; nothing for the usual one."""
    id: str = ""

    @property
    def agreed(self) -> str:
        """The language that the student's programs are to be in."""
        return self.language or AGREED

    def may_use(self, language: str) -> bool:
        """Return whether a program in that language is as agreed; several may be agreed on."""
        agreed = [same_language(one) for one in re.split(r"[,;/]| и | and ", self.agreed)]
        return same_language(language) in agreed


@dataclass(frozen=True)
class ClassList:
    """The students of a class, and all that is wrong with their list."""

    students: tuple[Student, ...] = ()
    faults: tuple[Fault, ...] = ()

    def student(self, name: str) -> Student | None:
        """Return the student whom the name of an entrant, a surname or an id means."""
        return self._by_name.get(name.casefold())

    @cached_property
    def _by_name(self) -> dict[str, Student]:
        found: dict[str, Student] = {}
        for student in self.students:
            for name in filter(None, (*student.files, student.surname, student.id)):
                found.setdefault(name.casefold(), student)
        return found

    def nearest(self, name: str) -> Student | None:
        """Return the student whose file name looks like this one."""
        named = ((student, file) for student in self.students for file in student.files)
        return next((student for student, file in named if alike(file, name)), None)


NO_LIST = ClassList()


def same_language(name: str) -> str:
    """Return one spelling for all names of a language."""
    known = name.strip().casefold()
    return _SAME_LANGUAGE.get(known, known)


def class_list(base: Path) -> ClassList:
    """Return the list of the class beside the event file in that folder; an empty one without."""
    path = base / FILE
    if not path.is_file():
        return ClassList()
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST)
    except OSError as error:
        return ClassList(faults=(UNREADABLE(file=FILE, why=error.strerror or error),))
    sheet = read_sheet(data)
    students, faults = list[Student](), list[Fault]()
    if sheet.broken is not None:
        faults.append(BROKEN(file=FILE, line=sheet.broken))
    if "surname" not in sheet.columns:
        return ClassList(faults=(*faults, NO_COLUMN(file=FILE)))
    for row in sheet.rows:
        student = _student(row)
        wrong = list(_faults_of(row, student, students))
        faults += wrong
        if student.surname:
            students.append(student)
    return ClassList(tuple(students), tuple(faults))


def _student(row: SheetRow) -> Student:
    cells = row.cells
    surname = cells.get("surname", "")
    files = [of_file(name) for name in _file_names(cells.get("files", ""))]
    return Student(
        surname, tuple(files or [surname]), cells.get("language", ""), cells.get("id", "")
    )


def _file_names(cell: str) -> Iterator[str]:
    """Yield the names of files that a cell lists."""
    for name in _APART.split(cell.strip()):
        yield from name.split() if _ENDINGS_APART.fullmatch(name) else filter(None, [name])


def _faults_of(row: SheetRow, student: Student, before: Sequence[Student]) -> Iterator[Fault]:
    if not student.surname:
        yield NO_SURNAME(file=FILE, line=row.line)
        return
    for other in before:
        if student.id and student.id == other.id:
            yield SAME_ID(file=FILE, line=row.line, id=student.id, other=other.surname)
        theirs = {name.casefold() for name in other.files}
        for name in student.files:
            if name.casefold() in theirs:
                yield SAME_FILE(file=FILE, line=row.line, name=name, other=other.surname)


def about_student(students: ClassList, name: str, program: bytes) -> Finding | None:
    """Return whose program it is and in which language; nothing where there is no class list."""
    if not students.students:
        return None
    student, language = students.student(name), language_of(program)
    if student is None:
        near = students.nearest(name)
        found = warned(_ALIKE if near else _NOBODYS, name=name, near=near.surname if near else "")
    else:
        values = {"student": student.surname, "language": language, "agreed": student.agreed}
        if not language:
            found = passed(_WHOSE, **values)
        elif student.may_use(language):
            found = passed(_GOOD, **values)
        else:
            found = warned(_NOT_AGREED, **values)
    return replace(found, title=_TITLE, check="student")

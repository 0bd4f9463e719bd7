"""The class list: ``roster.csv`` beside the event file, which a teacher keeps.

A line has a student's surname, the names of the student's files, the agreed language if it is not
C++, and the student's number in the table of grades. The list leads from a file name to a student,
and shows a program in another language than the agreed one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from formats.fault import Fault, FaultKind
from formats.names import are_alike, name_from_file_name
from formats.text import Text, reason
from referee.check.finding import Finding, passed, warned
from tournaments.entrants.program_language import CPP, canonical_language, language_of
from tournaments.spreadsheet import SheetRow, read_sheet

FILE = "roster.csv"
AGREED = CPP
"""The agreed language if a line names none."""

_MOST_BYTES = 1_000_000
_SEPARATORS = re.compile(r"\s*[,;|\n]\s*")
_SPACED_FILE_NAMES = re.compile(r"(\S+\.\w+)(?:\s+\S+\.\w+)+")
"""File names with endings, separated by spaces; a name without an ending may have spaces."""

_TITLE = Text("student", "студент")
_PASSED = Text(
    "this is the program of {student}, {language}", "это программа: {student}, {language}"
)
_PASSED_UNKNOWN_LANGUAGE = Text("this is the program of {student}", "это программа: {student}")
_NOT_AGREED = Text(
    "this is the program of {student}, in {language}, but {agreed} was agreed on",
    "это программа: {student}, язык {language}, а согласован {agreed}",
)
_UNKNOWN_NAME = Text(
    "nobody on the class list is called «{name}»", "имени «{name}» нет в списке группы"
)
_SIMILAR_NAME = Text(
    "nobody on the class list is called «{name}»; is it {near}?",
    "имени «{name}» нет в списке группы; может быть, {near}?",
)
_NAMESAKES = Text(
    "several students of the class list are called «{name}»; use a file name from the list",
    "«{name}» в списке группы — несколько студентов; возьмите имя файла из списка",
)
NO_COLUMN = FaultKind(
    "E231",
    Text("{file} has no column «surname»", "в {file} нет столбца «фамилия»"),
    Text(
        "name the columns in the first line: surname, files, language, id",
        "в первой строке должны стоять названия столбцов: фамилия, файлы, язык, номер",
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
_TOO_LARGE = Text("it is larger than 1 MB", "он больше 1 МБ")
_FOLDER = Text("it is a folder", "это папка")
_NOT_REGULAR = Text("it is not a regular file", "это не обычный файл")


@dataclass(frozen=True, slots=True)
class Student:
    """A line of the class list."""

    surname: str
    entrant_names: tuple[str, ...]
    """Names of the student's files without their endings: entrants have the names of files."""
    language: str = ""
    """The agreed language as the teacher wrote it; empty for the usual one."""
    id: str = ""

    @property
    def agreed(self) -> str:
        """Return the language that the student's programs should be in."""
        return self.language or AGREED

    def may_use(self, language: str) -> bool:
        """Return whether the language is one of those that were agreed on."""
        agreed = [canonical_language(name) for name in re.split(r"[,;/]| и | and ", self.agreed)]
        return canonical_language(language) in agreed


@dataclass(frozen=True)
class ClassList:
    """The students of a class, and the faults of their list."""

    students: tuple[Student, ...] = ()
    faults: tuple[Fault, ...] = ()

    def student(self, name: str) -> Student | None:
        """Return the student whom the name of an entrant means; None if nobody or several."""
        students = self.students_called(name)
        return students[0] if len(students) == 1 else None

    def students_called(self, name: str, column: str = "files") -> Sequence[Student]:
        """Return the students who have the name in a column of the list.

        If nobody has it in ``column``, the other columns of names are searched.
        """
        columns = dict.fromkeys((column, *self._by_column))
        lists = (self._by_column[other].get(name.casefold()) for other in columns)
        return next(filter(None, lists), ())

    @cached_property
    def _by_column(self) -> dict[str, dict[str, list[Student]]]:
        """Students by the columns that name them, and by the names in small letters."""
        by_column: dict[str, dict[str, list[Student]]] = {"files": {}, "id": {}, "surname": {}}
        for student in self.students:
            names = {
                "files": student.entrant_names,
                "id": (student.id,),
                "surname": (student.surname,),
            }
            for column, students_by_name in by_column.items():
                for name in dict.fromkeys(map(str.casefold, filter(None, names[column]))):
                    students_by_name.setdefault(name, []).append(student)
        return by_column

    def name_of(self, student: Student) -> str:
        """Return the surname of a student, or the first file name if others have the surname."""
        namesakes = self._by_column["surname"][student.surname.casefold()]
        return student.surname if len(namesakes) == 1 else student.entrant_names[0]

    def nearest(self, name: str) -> Student | None:
        """Return the student who has a file name that looks like ``name``, if there is one."""
        pairs = ((student, other) for student in self.students for other in student.entrant_names)
        return next((student for student, other in pairs if are_alike(other, name)), None)


NO_LIST = ClassList()


def read_class_list(event_folder: Path) -> ClassList:
    """Read the class list beside the event file; return an empty list if there is none."""
    data = _read_file(event_folder / FILE)
    if data is None:
        return NO_LIST
    if isinstance(data, Text):
        return ClassList(faults=(UNREADABLE(file=FILE, why=data),))
    sheet = read_sheet(data)
    students, faults, earlier = list[Student](), list[Fault](), _EarlierLines()
    if sheet.broken is not None:
        faults.append(BROKEN(file=FILE, line=sheet.broken))
    if "surname" not in sheet.columns:
        return ClassList(faults=(*faults, NO_COLUMN(file=FILE)))
    for row in sheet.rows:
        student = _student(row)
        if student.surname:
            faults += earlier.faults_of(row, student)
            earlier.add(student)
            students.append(student)
        else:
            faults.append(NO_SURNAME(file=FILE, line=row.line))
    return ClassList(tuple(students), tuple(faults))


def _read_file(path: Path) -> bytes | Text | None:
    """Return the bytes of a class list, or why it cannot be read; None if there is no file."""
    try:
        mode = path.stat().st_mode
        if not S_ISREG(mode):  # To open a pipe would take as long as nobody writes to it.
            return _FOLDER if S_ISDIR(mode) else _NOT_REGULAR
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        return reason(error) if path.is_symlink() else None
    except OSError as error:
        return reason(error)
    return _TOO_LARGE if len(data) > _MOST_BYTES else data


def _student(row: SheetRow) -> Student:
    cells = row.cells
    surname = cells.get("surname", "")
    names = [name_from_file_name(name) for name in _file_names(cells.get("files", ""))]
    return Student(
        surname, tuple(names or [surname]), cells.get("language", ""), cells.get("id", "")
    )


def _file_names(cell: str) -> Iterator[str]:
    """Yield the names of files that a cell lists."""
    for name in _SEPARATORS.split(cell.strip()):
        yield from name.split() if _SPACED_FILE_NAMES.fullmatch(name) else filter(None, [name])


@dataclass(frozen=True, slots=True)
class _EarlierLines:
    """Surnames of the students of earlier lines, by what no other student may have."""

    by_id: dict[str, str] = field(default_factory=dict)
    by_file: dict[str, str] = field(default_factory=dict)
    """Surnames by names of files in small letters."""

    def add(self, student: Student) -> None:
        if student.id:
            self.by_id.setdefault(student.id, student.surname)
        for name in student.entrant_names:
            self.by_file.setdefault(name.casefold(), student.surname)

    def faults_of(self, row: SheetRow, student: Student) -> Iterator[Fault]:
        """Yield a fault for the id and each file name that an earlier line has, too."""
        if other := self.by_id.get(student.id):
            yield SAME_ID(file=FILE, line=row.line, id=student.id, other=other)
        for name in student.entrant_names:
            if other := self.by_file.get(name.casefold()):
                yield SAME_FILE(file=FILE, line=row.line, name=name, other=other)


def check_student(class_list: ClassList, name: str, program: bytes) -> Finding | None:
    """Return a finding about a program's student and language; None if there is no class list."""
    if not class_list.students:
        return None
    student, language = class_list.student(name), language_of(program)
    if student is None:
        nearest = class_list.nearest(name)
        unknown = _SIMILAR_NAME if nearest else _UNKNOWN_NAME
        finding = warned(
            _NAMESAKES if class_list.students_called(name) else unknown,
            name=name,
            near=nearest.surname if nearest else "",
        )
    else:
        values = {"student": student.surname, "language": language, "agreed": student.agreed}
        if not language:
            finding = passed(_PASSED_UNKNOWN_LANGUAGE, **values)
        elif student.may_use(language):
            finding = passed(_PASSED, **values)
        else:
            finding = warned(_NOT_AGREED, **values)
    return replace(finding, title=_TITLE, check="student")

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
from referee.check.binary import MAGIC
from referee.check.finding import Finding, passed, warned
from tournaments.spreadsheet import SheetRow, read_sheet

FILE = "roster.csv"
_CPP = "C++"
AGREED = _CPP
"""The agreed language if a line names none."""

_MOST_BYTES = 1_000_000
_SEPARATORS = re.compile(r"\s*[,;|\n]\s*")
_SPACED_FILE_NAMES = re.compile(r"(\S+\.\w+)(?:\s+\S+\.\w+)+")
"""File names with endings, separated by spaces; a name without an ending may have spaces."""
_LANGUAGE_BY_NAME = {
    "c": "c++",
    "cpp": "c++",
    "с++": "c++",  # The first letter is Russian.
    "с": "c++",
    "py": "python",
    "питон": "python",
    "паскаль": "pascal",
    "ява": "java",
    "delphi": "pascal",
    "golang": "go",
    "с#": "c#",
}
"""Other names of languages, in small letters; C and C++ cannot be told apart in a program."""
_LONGEST_FIRST_LINE = 4096
_INTERPRETERS = {
    "python": "Python",
    "pypy": "Python",
    "node": "JavaScript",
    "perl": "Perl",
    "ruby": "Ruby",
    "lua": "Lua",
    "bash": "Shell",
    "dash": "Shell",
    "sh": "Shell",
    "awk": "AWK",
    "gawk": "AWK",
    "mawk": "AWK",
    "java": "Java",
    "dotnet": "C#",
}
_TRACES = (
    # A bundle of Python is an executable in C that contains Python, so it comes first.
    (re.compile(rb"_MEIPASS|PyInstaller|PYZ-00\.pyz|__pyx_|Py_Initialize"), "Python"),
    (re.compile(rb"_CorExeMain|mscoree\.dll|System\.Private\.CoreLib|DOTNET_"), "C#"),
    (re.compile(rb"Go build ID|go\.buildid|\.gopclntab|\xff Go buildinf:"), "Go"),
    (re.compile(rb"/rustc/|rust_begin_unwind|rust_panic|RUST_BACKTRACE"), "Rust"),
    (re.compile(rb"FPC [0-9]\.[0-9]|Free Pascal|Borland|Embarcadero|SOFTWARE\\Borland"), "Pascal"),
    (re.compile(rb"libgfortran|_gfortran_"), "Fortran"),
)
_SHEBANG = re.compile(rb"#![ \t]*([^\r\n]+)")

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
    files: tuple[str, ...]
    """Names of entrants."""
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
            names = {"files": student.files, "id": (student.id,), "surname": (student.surname,)}
            for column, students_by_name in by_column.items():
                for name in dict.fromkeys(map(str.casefold, filter(None, names[column]))):
                    students_by_name.setdefault(name, []).append(student)
        return by_column

    def name_of(self, student: Student) -> str:
        """Return the surname of a student, or the first file name if others have the surname."""
        namesakes = self._by_column["surname"][student.surname.casefold()]
        return student.surname if len(namesakes) == 1 else student.files[0]

    def nearest(self, name: str) -> Student | None:
        """Return the student who has a file name that looks like ``name``, if there is one."""
        pairs = ((student, file) for student in self.students for file in student.files)
        return next((student for student, file in pairs if are_alike(file, name)), None)


NO_LIST = ClassList()


def canonical_language(name: str) -> str:
    """Return one spelling for all names of a language."""
    folded_name = name.strip().casefold()
    return _LANGUAGE_BY_NAME.get(folded_name, folded_name)


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
    files = [name_from_file_name(name) for name in _file_names(cells.get("files", ""))]
    return Student(
        surname, tuple(files or [surname]), cells.get("language", ""), cells.get("id", "")
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
        for name in student.files:
            self.by_file.setdefault(name.casefold(), student.surname)

    def faults_of(self, row: SheetRow, student: Student) -> Iterator[Fault]:
        """Yield a fault for the id and each file name that an earlier line has, too."""
        if other := self.by_id.get(student.id):
            yield SAME_ID(file=FILE, line=row.line, id=student.id, other=other)
        for name in student.files:
            if other := self.by_file.get(name.casefold()):
                yield SAME_FILE(file=FILE, line=row.line, name=name, other=other)


def check_student(students: ClassList, name: str, program: bytes) -> Finding | None:
    """Return a finding about a program's student and language; None if there is no class list."""
    if not students.students:
        return None
    student, language = students.student(name), language_of(program)
    if student is None:
        nearest = students.nearest(name)
        unknown = _SIMILAR_NAME if nearest else _UNKNOWN_NAME
        finding = warned(
            _NAMESAKES if students.students_called(name) else unknown,
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


def language_of(data: bytes) -> str:
    """Return the language of a program from the bytes of its file; empty if unknown.

    Compilers and bundlers leave their names in their output. C and C++ leave nothing that
    distinguishes them: a program in C is called C++, as which it can be compiled.
    """
    if data.startswith(b"#!"):
        return _language_of_script(data)
    if data.startswith(b"PK\3\4"):
        return "Java" if b"META-INF/MANIFEST.MF" in data else "Python"
    if data.startswith(b"\xca\xfe\xba\xbe"):
        return "Java"
    if not data.startswith(MAGIC):
        return ""
    return next((name for trace, name in _TRACES if trace.search(data)), _CPP)


def _language_of_script(data: bytes) -> str:
    match = _SHEBANG.match(data[:_LONGEST_FIRST_LINE])
    words = match[1].decode("utf-8", "replace").split() if match else []
    for word in words:
        program = word.rpartition("/")[2]
        name = re.sub(r"[0-9.]+$", "", program)
        if name in _INTERPRETERS:
            return _INTERPRETERS[name]
    return ""

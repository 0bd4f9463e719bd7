"""The grades of an event: the points of each student, added up.

They are the bonus of the place, the interim points, and points of the teacher, such as those for
the report. A student who passed the interim and does not play has a line, too, and so has everybody
on the class list; there are lines before the event begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from formats.fault import Fault, FaultKind
from formats.text import LANGUAGES, Text
from tournaments.entrants.class_list import BROKEN, ClassList, Student
from tournaments.event.model import Section
from tournaments.run.result_tables import plain_text
from tournaments.run.tournament import SectionState
from tournaments.spreadsheet import Sheet, SheetRow, read_points

NOBODY = FaultKind(
    "E236",
    Text(
        "{file}, line {line}: nobody in the event is called «{name}»",
        "{file}, строка {line}: участника «{name}» в турнире нет",
    ),
)
NO_POINTS = FaultKind(
    "E237",
    Text(
        "{file}, line {line}: points are numbers, and «{value}» in the column «{column}» is none",
        "{file}, строка {line}: баллы — это числа, а в столбце «{column}» стоит «{value}»",
    ),
)
NO_SECTION = FaultKind(
    "E238",
    Text(
        "{file}, line {line}: «{name}» is not in the section «{section}»",
        "{file}, строка {line}: участника «{name}» в разделе «{section}» нет",
    ),
)
NO_NAME = FaultKind(
    "E239",
    Text(
        "{file} has no column «name», «surname» or «id»",
        "в {file} нет столбца «имя», «фамилия» или «номер»",
    ),
)
SAME_CELL = FaultKind(
    "E241",
    Text(
        "{file}, line {line}: «{name}» has points in the column «{column}» in line {before}, too",
        "{file}, строка {line}: баллы участника «{name}» в столбце «{column}» есть и в"
        " строке {before}",
    ),
    Text(
        "leave one of the lines, or name the columns apart",
        "оставьте одну из строк или назовите столбцы по-разному",
    ),
)
NAMESAKES = FaultKind(
    "E242",
    Text(
        "{file}, line {line}: several students are called «{name}»",
        "{file}, строка {line}: «{name}» — несколько студентов",
    ),
    Text(
        "name the student by the id or by a file name",
        "назовите студента по номеру или по имени файла",
    ),
)
OWN_COLUMN = FaultKind(
    "E243",
    Text(
        "{file}: the column «{column}» is one that the grades have themselves",
        "{file}: столбец «{column}» есть в самой ведомости",
    ),
    Text(
        "name the column otherwise, or remove it if it was copied from the grades",
        "назовите столбец иначе или уберите его, если он скопирован из ведомости",
    ),
)
SAME_COLUMN = FaultKind(
    "E244",
    Text("{file}: several columns are called «{column}»", "{file}: несколько столбцов «{column}»"),
    Text("name the columns apart", "назовите столбцы по-разному"),
)
TITLES = {
    "id": Text("id", "номер"),
    "student": Text("student", "студент"),
    "section": Text("section", "раздел"),
    "name": Text("name", "участник"),
    "place": Text("place", "место"),
    "bonus": Text("bonus", "бонус"),
    "interim": Text("interim", "промежуточная сдача"),
}
"""Titles of the columns before those of the teacher, by their keys."""
LAST_TITLES = {"total": Text("total", "итого"), "missing": Text("missing", "не сдано")}
"""Titles of the columns after those of the teacher, by their keys."""
_NAME_COLUMNS = {"id": "id", "name": "files", "surname": "surname"}
"""Columns of a file of points that name a student, with those of the class list.

The first column that is not empty counts.
"""
_OWN_COLUMNS = {
    name
    for key, title in (TITLES | LAST_TITLES).items()
    if key not in (*_NAME_COLUMNS, "section")
    for name in (key, *map(title.say, LANGUAGES))
}
"""Columns of the grades, in each language, that are not read from a file of points."""


@dataclass(frozen=True, slots=True)
class SectionEntrants:
    """The entrants of a section, with their table and their submissions."""

    section: Section
    playing: Sequence[str]
    """Names of the entrants, or of those who would take part now."""
    state: SectionState | None = None
    """State of the section; None before the event begins."""
    in_time: frozenset[str] = frozenset()
    """Names of entrants with a passing version submitted by the interim date."""
    missing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Missing attachments by names of everybody who submitted a version."""

    @property
    def names(self) -> list[str]:
        """Return the entrants in the order of the table, and then those who only submitted."""
        placed = [s.entrant for s in self.state.standings] if self.state else []
        return list(dict.fromkeys([*placed, *self.playing, *sorted(self.missing)]))


@dataclass(frozen=True, slots=True)
class Grade:
    """A line of the grades."""

    section: str
    name: str
    id: str
    student: str
    """Surname from the class list, or the name of the entrant."""
    place: str
    bonus: Fraction
    interim: Fraction
    more: Mapping[str, Fraction]
    """Points of the teacher by their columns."""
    missing: tuple[str, ...]
    """Required attachments that were not handed in."""

    @property
    def total(self) -> Fraction:
        """Return the sum of all points of the line."""
        return sum(self.more.values(), self.bonus + self.interim)


class _Line(NamedTuple):
    """A line of the grades, without its points."""

    section: str
    name: str
    """Name of the entrant, or of a student who is in no section."""
    student: Student | None
    """Student of the entrant, if the class list has the student."""
    is_absent: bool = False
    """True for a student who is in no section."""


@dataclass
class Gradebook:
    """The grades of an event while the teacher's points are added."""

    sections: Sequence[SectionEntrants]
    class_list: ClassList
    faults: list[Fault] = field(default_factory=list)
    """Faults of the files with the teacher's points."""
    _more: dict[_Line, dict[str, Fraction]] = field(default_factory=dict)
    """Points of the teacher by lines of the grades."""

    @property
    def kinds(self) -> list[str]:
        """Return the columns of the teacher's points, in the order of their first use."""
        return list(dict.fromkeys(kind for earned in self._more.values() for kind in earned))

    @property
    def requires(self) -> bool:
        """Return whether any section requires attachments."""
        return any(entrants.section.hand_in.required for entrants in self.sections)

    @property
    def grades(self) -> Iterator[Grade]:
        """Yield the lines by sections; a student who is in no section is listed in the first."""
        entrants_by_section = {entrants.section.name: entrants for entrants in self.sections}
        for line in self._lines:
            yield self._grade(entrants_by_section[line.section], line)

    @cached_property
    def _lines(self) -> list[_Line]:
        """Lines of all entrants, with the absent students after the entrants of the first section.

        Namesakes have lines of their own: a line belongs to a student, not to a surname.
        """
        lines = [
            _Line(entrants.section.name, name, self.class_list.student(name))
            for entrants in self.sections
            for name in entrants.names
        ]
        first, present = self.sections[0], {line.student for line in lines}
        absent = [
            _Line(first.section.name, self.class_list.name_of(student), student, is_absent=True)
            for student in self.class_list.students
            if student not in present
        ]
        count = len(first.names)
        return [*lines[:count], *absent, *lines[count:]]

    def add(self, sheet: Sheet, file: str) -> None:
        """Add points from a file of the teacher, and collect the faults of the file."""
        if sheet.broken is not None:
            self.faults.append(BROKEN(file=file, line=sheet.broken))
        if not set(sheet.columns) & set(_NAME_COLUMNS):
            self.faults.append(NO_NAME(file=file))
            return
        column_faults = list(_column_faults(sheet.columns, file))
        if column_faults:
            self.faults += column_faults
            return
        rows: dict[tuple[_Line, str], int] = {}
        for row in sheet.rows:
            self._add_row(row, file, rows)

    def _add_row(self, row: SheetRow, file: str, rows: dict[tuple[_Line, str], int]) -> None:
        """Add the points of a row, in the section that it names or in the student's first section.

        The points of a row count once. ``rows`` has the rows of the file by line and column.
        """
        name_column = next((column for column in _NAME_COLUMNS if column in row.cells), "name")
        student_name = row.cells.get(name_column, "")
        section = row.cells.get("section", "")
        students = self.class_list.students_called(student_name, _NAME_COLUMNS[name_column])
        if len(students) > 1:
            self.faults.append(NAMESAKES(file=file, line=row.line, name=student_name))
            return
        lines = [line for line in self._lines if _is_about(line, student_name, students)]
        matching = [line for line in lines if section in ("", line.section)]
        if not matching:
            kind = NO_SECTION if lines else NOBODY
            self.faults.append(kind(file=file, line=row.line, name=student_name, section=section))
            return
        earned = self._more.setdefault(matching[0], {})
        for column, value in row.cells.items():
            if column in (*_NAME_COLUMNS, "section"):
                continue
            points = read_points(value)
            if points is None:
                values = {"file": file, "line": row.line, "column": column, "value": value}
                self.faults.append(NO_POINTS(**values))
                continue
            before = rows.setdefault((matching[0], column), row.line)
            if before != row.line:
                values = {"file": file, "line": row.line, "column": column, "name": student_name}
                self.faults.append(SAME_CELL(**values, before=before))
            else:
                earned[column] = earned.get(column, Fraction(0)) + points

    def _grade(self, entrants: SectionEntrants, line: _Line) -> Grade:
        hand_in, student = entrants.section.hand_in, line.student
        entrant = "" if line.is_absent else line.name
        standings = entrants.state.standings if entrants.state else ()
        placed = next((other for other in standings if other.entrant == entrant), None)
        return Grade(
            line.section,
            line.name,
            student.id if student else "",
            student.surname if student else line.name,
            plain_text((placed.place, placed.shared) if placed else None),
            placed.bonus if placed else Fraction(0),
            hand_in.interim_points if entrant in entrants.in_time else Fraction(0),
            self._more.get(line, {}),
            entrants.missing.get(entrant, hand_in.required),
        )


def _column_faults(columns: Sequence[str], file: str) -> Iterator[Fault]:
    """Yield the faults of columns whose points would be hidden or counted twice."""
    for column, count in Counter(filter(None, columns)).items():
        if column in _OWN_COLUMNS:
            yield OWN_COLUMN(file=file, column=column)
        elif count > 1:
            yield SAME_COLUMN(file=file, column=column)


def _is_about(line: _Line, name: str, students: Sequence[Student]) -> bool:
    """Return whether the line is that of the student, or of an entrant who is no student."""
    return line.student in students if students else line.name.casefold() == name.casefold()

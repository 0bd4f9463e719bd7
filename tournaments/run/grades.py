"""The grades of an event: the points of each student, added up.

They are the bonus of the place, the interim points, and points of the teacher, such as those for
the report. A student who passed the interim and does not play has a line, too, and so has everybody
on the class list; there are lines before the event begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from formats.fault import Fault, FaultKind
from formats.text import Text
from tournaments.entrants.class_list import BROKEN, ClassList
from tournaments.event.model import Section
from tournaments.run.result_tables import plain_text
from tournaments.run.tournament import SectionState
from tournaments.spreadsheet import Sheet, SheetRow, read_points
from tournaments.standings.places import Standing

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
_NAME_COLUMNS = ("id", "name", "surname")
"""Columns of a file of points that name a student; the first that is not empty counts."""


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


@dataclass
class Gradebook:
    """The grades of an event while the teacher's points are added."""

    sections: Sequence[SectionEntrants]
    students: ClassList
    faults: list[Fault] = field(default_factory=list)
    """Faults of the files with the teacher's points."""
    _more: dict[tuple[str, str], dict[str, Fraction]] = field(default_factory=dict)
    """Points of the teacher by sections and names."""

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
        absent = self._absent()
        for entrants in self.sections:
            standings = entrants.state.standings if entrants.state else []
            placed = {standing.entrant: standing for standing in standings}
            for name in [*entrants.names, *absent]:
                yield self._grade(entrants, name, placed.get(name))
            absent = []

    def add(self, sheet: Sheet, file: str) -> None:
        """Add points from a file of the teacher, and collect the faults of the file."""
        if sheet.broken is not None:
            self.faults.append(BROKEN(file=file, line=sheet.broken))
        if not set(sheet.columns) & set(_NAME_COLUMNS):
            self.faults.append(NO_NAME(file=file))
            return
        lines: dict[tuple[tuple[str, str], str], int] = {}
        for row in sheet.rows:
            self._add_row(row, file, lines)

    def _add_row(
        self, row: SheetRow, file: str, lines: dict[tuple[tuple[str, str], str], int]
    ) -> None:
        """Add the points of a line, in the section that it names or in the student's first section.

        The points of a line count once. ``lines`` has the lines of the file by entrant and column.
        """
        student_name = next((row.cells[key] for key in _NAME_COLUMNS if key in row.cells), "")
        section = row.cells.get("section", "")
        places = self._places_of(student_name)
        matching = [place for place in places if section in ("", place[0])]
        if not matching:
            kind = NO_SECTION if places else NOBODY
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
            before = lines.setdefault((matching[0], column), row.line)
            if before != row.line:
                values = {"file": file, "line": row.line, "column": column, "name": student_name}
                self.faults.append(SAME_CELL(**values, before=before))
            else:
                earned[column] = earned.get(column, Fraction(0)) + points

    def _places_of(self, student_name: str) -> list[tuple[str, str]]:
        """Return the sections and names of the lines that are about a student."""
        student = self.students.student(student_name)
        own = {student.surname, *student.files} if student else {student_name}
        own = {name.casefold() for name in own}
        return [
            (entrants.section.name, name)
            for number, entrants in enumerate(self.sections)
            for name in [*entrants.names, *(self._absent() if number == 0 else ())]
            if name.casefold() in own
        ]

    def _absent(self) -> list[str]:
        """Return the surnames of the students who are in no section."""
        names = {name.casefold() for entrants in self.sections for name in entrants.names}
        return [
            student.surname
            for student in self.students.students
            if names.isdisjoint(map(str.casefold, (student.surname, *student.files)))
        ]

    def _grade(self, entrants: SectionEntrants, name: str, placed: Standing | None) -> Grade:
        hand_in, section = entrants.section.hand_in, entrants.section.name
        student = self.students.student(name)
        return Grade(
            section,
            name,
            student.id if student else "",
            student.surname if student else name,
            plain_text((placed.place, placed.shared) if placed else None),
            placed.bonus if placed else Fraction(0),
            hand_in.interim_points if name in entrants.in_time else Fraction(0),
            self._more.get((section, name), {}),
            entrants.missing.get(name, hand_in.required),
        )

"""The gradebook of an event: what each student earns, added up.

The bonus for the place, the points of the interim hand-in, and what the teacher gives besides, such
as for the report. A student who passed the interim and does not play has a line, too, and so has
everybody of the class list; there are lines before the event begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from formats.fault import Fault, FaultKind
from formats.text import Text
from tournaments.entrants.class_list import BROKEN, ClassList
from tournaments.event.model import Section
from tournaments.run.result_tables import written
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
        "{file}, строка {line}: очки — это числа, а в столбце «{column}» стоит «{value}»",
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
        "{file}, строка {line}: очки «{name}» в столбце «{column}» есть и в строке {before}",
    ),
    Text(
        "leave one of the lines, or name the columns apart",
        "оставьте одну из строк или назовите столбцы по-разному",
    ),
)
_WHO = ("id", "name", "surname")
"""Columns of a file of points that say whose they are; the first that is filled in counts."""


@dataclass(frozen=True, slots=True)
class SectionEntrants:
    """What a gradebook is made of, for one section."""

    section: Section
    playing: Sequence[str]
    """Who takes part, or would now."""
    state: SectionState | None = None
    """Nothing before the event begins."""
    in_time: frozenset[str] = frozenset()
    """Who had submitted a version that passes by the interim date."""
    missing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By everybody who submitted a version, what is required and was not handed in."""

    @property
    def names(self) -> list[str]:
        """Everybody of the section: who plays, in the order of the table, and who handed in."""
        placed = [one.entrant for one in self.state.standings] if self.state else []
        return list(dict.fromkeys([*placed, *self.playing, *sorted(self.missing)]))


@dataclass(frozen=True, slots=True)
class Grade:
    """A line of the gradebook."""

    section: str
    name: str
    id: str
    student: str
    """Who the line is about: a surname of the class list, or the name itself."""
    place: str
    bonus: Fraction
    interim: Fraction
    more: Mapping[str, Fraction]
    """By what it is for."""
    missing: tuple[str, ...]
    """What is required and was not handed in."""

    @property
    def total(self) -> Fraction:
        """All points of the line."""
        return sum(self.more.values(), self.bonus + self.interim)


@dataclass
class Gradebook:
    """The gradebook of an event, as it is filled in."""

    sections: Sequence[SectionEntrants]
    students: ClassList
    faults: list[Fault] = field(default_factory=list)
    """What is wrong with the teacher's own points."""
    _more: dict[tuple[str, str], dict[str, Fraction]] = field(default_factory=dict)
    """By sections and names."""

    @property
    def kinds(self) -> list[str]:
        """What points of the teacher's are for, in the order in which they were met."""
        return list(dict.fromkeys(kind for earned in self._more.values() for kind in earned))

    @property
    def requires(self) -> bool:
        """Return whether any section requires more than a program."""
        return any(one.section.hand_in.required for one in self.sections)

    @property
    def grades(self) -> Iterator[Grade]:
        """The lines, section by section; who is in none comes with the first."""
        absent = self._absent()
        for entrants in self.sections:
            standings = entrants.state.standings if entrants.state else []
            placed = {one.entrant: one for one in standings}
            for name in [*entrants.names, *absent]:
                yield self._grade(entrants, name, placed.get(name))
            absent = []

    def add(self, sheet: Sheet, file: str) -> None:
        """Add points that a teacher has written down; note what is wrong with the file."""
        if sheet.broken is not None:
            self.faults.append(BROKEN(file=file, line=sheet.broken))
        if not set(sheet.columns) & set(_WHO):
            self.faults.append(NO_NAME(file=file))
            return
        lines: dict[tuple[tuple[str, str], str], int] = {}
        for row in sheet.rows:
            self._add_row(row, file, lines)

    def _add_row(
        self, row: SheetRow, file: str, lines: dict[tuple[tuple[str, str], str], int]
    ) -> None:
        """Add the points of one line.

        They count once: in the section that is named, or else the first where the student is.
        ``lines`` has the lines of the file by entrant and column.
        """
        who = next((row.cells[key] for key in _WHO if key in row.cells), "")
        section = row.cells.get("section", "")
        places = self._places_of(who)
        there = [place for place in places if section in ("", place[0])]
        if not there:
            kind = NO_SECTION if places else NOBODY
            self.faults.append(kind(file=file, line=row.line, name=who, section=section))
            return
        earned = self._more.setdefault(there[0], {})
        for column, value in row.cells.items():
            if column in (*_WHO, "section"):
                continue
            points = read_points(value)
            if points is None:
                values = {"file": file, "line": row.line, "column": column, "value": value}
                self.faults.append(NO_POINTS(**values))
                continue
            before = lines.setdefault((there[0], column), row.line)
            if before != row.line:
                values = {"file": file, "line": row.line, "column": column, "name": who}
                self.faults.append(SAME_CELL(**values, before=before))
            else:
                earned[column] = earned.get(column, Fraction(0)) + points

    def _places_of(self, who: str) -> list[tuple[str, str]]:
        """Return the lines of the gradebook, by section and name, that are about somebody."""
        student = self.students.student(who)
        own = {student.surname, *student.files} if student else {who}
        own = {name.casefold() for name in own}
        return [
            (entrants.section.name, name)
            for number, entrants in enumerate(self.sections)
            for name in [*entrants.names, *(self._absent() if number == 0 else ())]
            if name.casefold() in own
        ]

    def _absent(self) -> list[str]:
        """Return the surnames of the students who are in no section."""
        names = {name.casefold() for one in self.sections for name in one.names}
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
            written((placed.place, placed.shared) if placed else None),
            placed.bonus if placed else Fraction(0),
            hand_in.interim_points if name in entrants.in_time else Fraction(0),
            self._more.get((section, name), {}),
            entrants.missing.get(name, hand_in.required),
        )

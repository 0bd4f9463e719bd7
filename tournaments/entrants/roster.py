"""Preview of an event's entrants for the teacher.

Each line lists remarks, which are for information, and faults, which would keep the event from
beginning.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from formats.fault import Fault
from formats.printable import printable
from formats.text import Text
from tournaments.entrants.enrolment import (
    Builder,
    FoundProgram,
    entrants_of,
    name_clashes,
    read_program,
    why_no_program,
)
from tournaments.entrants.entrant_faults import NO_FOLDER
from tournaments.entrants.likeness import likenesses
from tournaments.entrants.program_store import digest
from tournaments.event.model import Entrant, Event, Section
from tournaments.event.read_entrants import name_fault

LINK = Text("a link to {target}", "ссылка на {target}")
NOT_EXECUTABLE = Text(
    "has no execute bit; it is run all the same", "нет бита исполнения; запущена будет всё равно"
)
SAME = Text("the same program as {names}", "та же программа: {names}")
ALIKE = Text(
    "{share} % of its own code is in {name} as well (a hint, no verdict)",
    "{share} % собственного кода совпадает с программой «{name}» (подсказка, не приговор)",
)


@dataclass
class RosterLine:
    """A file in the entrants' folder, or an entrant that the event file lists."""

    section: str
    name: str
    source: str
    program: FoundProgram | None = None
    """The program that would play; None if the file cannot take part."""
    path: Path | None = None
    """Path of the program; None for a built-in bot."""
    remarks: list[Text] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    """Faults that would keep the event from beginning."""

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of the program, or an empty string if there is none."""
        return digest(self.program.data) if self.program else ""


def read_roster(event: Event, event_folder: Path, build: Builder) -> list[RosterLine]:
    """Return a line for every file and listed entrant, by sections."""
    lines = [line for section in event.sections for line in _lines(section, event_folder, build)]
    line_by_name = {line.name: line for line in lines if line.program}
    for name, fault in name_clashes([line.program for line in lines if line.program]):
        line_by_name[name].faults.append(fault)
    for section in event.sections:
        _remark_similar_programs(
            [line for line in lines if line.section == section.name and line.program]
        )
    return lines


def _lines(section: Section, event_folder: Path, build: Builder) -> Iterator[RosterLine]:
    if section.folder is not None and (event_folder / section.folder).is_dir():
        for path in sorted((event_folder / section.folder).iterdir()):
            if not path.name.startswith(".") and (why := why_no_program(path)):
                yield RosterLine(section.name, printable(path.name), path.name, remarks=[why])
    elif section.folder is not None:
        folder = printable(section.folder)
        fault = NO_FOLDER("entrants", folder=section.folder)
        yield RosterLine(section.name, folder, section.folder, faults=[fault])
    for entrant in entrants_of(section, event_folder):
        yield _line(section, entrant, event_folder, build)


def _line(section: Section, entrant: Entrant, event_folder: Path, build: Builder) -> RosterLine:
    """Read the entrant's program and collect remarks and faults."""
    source = entrant.bot or entrant.command or ""
    line = RosterLine(section.name, printable(entrant.name), source)
    program = read_program(section, entrant, event_folder, build)
    if isinstance(program, Fault):
        line.faults.append(program)
        return line
    if fault := name_fault(entrant.name):
        line.faults.append(fault)
        return line
    line.program = program
    if entrant.command is not None:
        line.path = event_folder / entrant.command
        line.remarks += _remarks_on_file(line.path)
    return line


def _remarks_on_file(path: Path) -> Iterator[Text]:
    if path.is_symlink():
        yield LINK.filled({"target": printable(str(path.readlink()))})
    if not os.access(path, os.X_OK):
        yield NOT_EXECUTABLE


def _remark_similar_programs(lines: Sequence[RosterLine]) -> None:
    """Add a remark to lines whose programs are identical or similar; skip built-in bots."""
    submitted = {line.name: line for line in lines if line.path is not None and line.program}
    data = {name: line.program.data for name, line in submitted.items() if line.program}
    for name, line in submitted.items():
        same = [other for other in data if other != name and data[other] == data[name]]
        if same:
            line.remarks.append(SAME.filled({"names": ", ".join(same)}))
    for first, second, share in likenesses(data):
        for name, similar in ((first, second), (second, first)):
            values = {"share": round(100 * share), "name": similar}
            submitted[name].remarks.append(ALIKE.filled(values))

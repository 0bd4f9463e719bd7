"""Who would take part if an event began now, and what is odd about each, for a teacher to look at.

What is odd keeps nobody out; what does is a fault.
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
    clashing,
    entrants_of,
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
    """A file of a folder of entrants, or an entrant that is listed."""

    section: str
    name: str
    source: str
    program: FoundProgram | None = None
    """What takes part, if it does."""
    path: Path | None = None
    """Where it is, unless it is a bot of ours."""
    odd: list[Text] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    """Why the event could not begin with it."""

    @property
    def sha256(self) -> str:
        """That of its program, if it has one."""
        return digest(self.program.data) if self.program else ""


def roster(event: Event, base: Path, build: Builder) -> list[RosterLine]:
    """Of the event whose file is in that folder: by its sections, as they are listed there."""
    lines = [line for section in event.sections for line in _of_section(section, base, build)]
    found = {line.name: line for line in lines if line.program}
    for name, fault in clashing([line.program for line in lines if line.program]):
        found[name].faults.append(fault)
    for section in event.sections:
        _compare([line for line in lines if line.section == section.name and line.program])
    return lines


def _of_section(section: Section, base: Path, build: Builder) -> Iterator[RosterLine]:
    if section.folder is not None and (base / section.folder).is_dir():
        for path in sorted((base / section.folder).iterdir()):
            if not path.name.startswith(".") and (why := why_no_program(path)):
                yield RosterLine(section.name, printable(path.name), path.name, odd=[why])
    elif section.folder is not None:
        folder = printable(section.folder)
        fault = NO_FOLDER("entrants", folder=section.folder)
        yield RosterLine(section.name, folder, section.folder, faults=[fault])
    for entrant in entrants_of(section, base):
        yield _line(section, entrant, base, build)


def _line(section: Section, entrant: Entrant, base: Path, build: Builder) -> RosterLine:
    """Somebody who wants to take part."""
    source = entrant.bot or entrant.command or ""
    line = RosterLine(section.name, printable(entrant.name), source)
    read = read_program(section, entrant, base, build)
    if isinstance(read, Fault):
        line.faults.append(read)
        return line
    if wrong := name_fault(entrant.name):
        line.faults.append(wrong)
        return line
    line.program = read
    if entrant.command is not None:
        line.path = base / entrant.command
        line.odd += _of_file(line.path)
    return line


def _of_file(path: Path) -> Iterator[Text]:
    if path.is_symlink():
        yield LINK.filled({"target": printable(str(path.readlink()))})
    if not os.access(path, os.X_OK):
        yield NOT_EXECUTABLE


def _compare(lines: Sequence[RosterLine]) -> None:
    """Says who has the same program, and whose are alike; bots of ours are as they are."""
    theirs = {line.name: line for line in lines if line.path is not None and line.program}
    data = {name: line.program.data for name, line in theirs.items() if line.program}
    for name, line in theirs.items():
        same = [other for other in data if other != name and data[other] == data[name]]
        if same:
            line.odd.append(SAME.filled({"names": ", ".join(same)}))
    for one, other, share in likenesses(data):
        for name, foe in ((one, other), (other, one)):
            theirs[name].odd.append(ALIKE.filled({"share": round(100 * share), "name": foe}))

"""Preview of an event's entrants for the teacher.

Each entry lists remarks, which are for information, and faults, which would keep the event from
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
    BotVersion,
    Builder,
    entrants_of,
    name_clashes,
    read_program,
    why_no_program,
)
from tournaments.entrants.entrant_faults import NO_FOLDER
from tournaments.entrants.program_similarity import similar_programs
from tournaments.event.model import Entrant, Event, Section
from tournaments.event.read_entrants import name_fault
from tournaments.storage import digest

LINK = Text("a link to {target}", "ссылка на {target}")
NOT_EXECUTABLE = Text(
    "has no execute bit; it is run all the same",
    "нет бита исполнения; программа всё равно будет запущена",
)
SAME = Text("the same program as {names}", "та же программа: {names}")
SIMILAR = Text(
    "{share} % of its own code is in {name} as well (a hint, not a verdict)",
    "{share} % собственного кода совпадает с программой «{name}» (это подсказка, а не обвинение)",
)


@dataclass
class RosterEntry:
    """A file in the entrants' folder, or an entrant that the event file lists."""

    section: str
    name: str
    source: str
    program: BotVersion | None = None
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


def read_roster(event: Event, event_folder: Path, build: Builder) -> list[RosterEntry]:
    """Return an entry for every file and listed entrant, by sections."""
    entries = [
        entry for section in event.sections for entry in _entries(section, event_folder, build)
    ]
    entry_by_name = {entry.name: entry for entry in entries if entry.program}
    for name, fault in name_clashes([entry.program for entry in entries if entry.program]):
        entry_by_name[name].faults.append(fault)
    for section in event.sections:
        _remark_similar_programs(
            [entry for entry in entries if entry.section == section.name and entry.program]
        )
    return entries


def _entries(section: Section, event_folder: Path, build: Builder) -> Iterator[RosterEntry]:
    if section.folder is not None and (event_folder / section.folder).is_dir():
        for path in sorted((event_folder / section.folder).iterdir()):
            if not path.name.startswith(".") and (why := why_no_program(path)):
                yield RosterEntry(section.name, printable(path.name), path.name, remarks=[why])
    elif section.folder is not None:
        folder = printable(section.folder)
        fault = NO_FOLDER(folder=section.folder)
        yield RosterEntry(section.name, folder, section.folder, faults=[fault])
    for entrant in entrants_of(section, event_folder):
        yield _entry(section, entrant, event_folder, build)


def _entry(section: Section, entrant: Entrant, event_folder: Path, build: Builder) -> RosterEntry:
    """Read the entrant's program and collect remarks and faults."""
    source = entrant.bot or entrant.command or ""
    entry = RosterEntry(section.name, printable(entrant.name), source)
    program = read_program(section, entrant, event_folder, build)
    if isinstance(program, Fault):
        entry.faults.append(program)
        return entry
    if fault := name_fault(entrant.name):
        entry.faults.append(fault)
        return entry
    entry.program = program
    if entrant.command is not None:
        entry.path = event_folder / entrant.command
        entry.remarks += _remarks_on_file(entry.path)
    return entry


def _remarks_on_file(path: Path) -> Iterator[Text]:
    if path.is_symlink():
        yield LINK.filled({"target": printable(str(path.readlink()))})
    if not os.access(path, os.X_OK):
        yield NOT_EXECUTABLE


def _remark_similar_programs(entries: Sequence[RosterEntry]) -> None:
    """Add a remark to entries whose programs are identical or similar; skip built-in bots."""
    submitted = {entry.name: entry for entry in entries if entry.path is not None and entry.program}
    data = {name: entry.program.data for name, entry in submitted.items() if entry.program}
    for name, entry in submitted.items():
        same = [other for other in data if other != name and data[other] == data[name]]
        if same:
            entry.remarks.append(SAME.filled({"names": ", ".join(same)}))
    for first, second, share in similar_programs(data):
        for name, similar in ((first, second), (second, first)):
            values = {"share": round(100 * share), "name": similar}
            submitted[name].remarks.append(SIMILAR.filled(values))

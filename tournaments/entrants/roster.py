"""Preview of an event's entrants for the teacher.

Each entry lists remarks, which are for information, and faults, which would keep the event from
beginning.

Programs that have much in common get a remark: a hint for the teacher, never a verdict. A program
is taken as the set of the hashes of its short pieces. Pieces that more than two programs have, and
more than half of them, are nobody's own (a library that was linked in, the skeleton that all began
with) and are left out. The result is the share of the smaller program that is in the other one,
too. Blanks and capitals of scripts do not count.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

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
from tournaments.event.model import Entrant, Event, Section
from tournaments.event.read_entrants import name_fault
from tournaments.storage import digest

LINK = Text("a link to {target}", "ссылка на {target}")
NOT_EXECUTABLE = Text(
    "has no execute bit; it is run all the same",
    "нет бита исполнения; программа всё равно будет запущена",
)
SAME = Text("the same program as {names}", "та же программа: {names}")
ALIKE = Text(
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
    for first, second, share in likenesses(data):
        for name, similar in ((first, second), (second, first)):
            values = {"share": round(100 * share), "name": similar}
            submitted[name].remarks.append(ALIKE.filled(values))


_LEAST_SHARE = 0.6
"""Least share of a program's own pieces that is reported."""
_PIECE_LENGTH = 24
"""Length of a piece in bytes."""
_ONE_IN = 8
"""Pieces of a large program for each piece that is compared."""
_LARGE = 4000
"""Pieces from which on a program is large: not every piece of it is compared."""
_FEWEST_PIECES = 24
"""Fewest own pieces that a program must have to be compared."""
_FEW_BINARIES = 4
"""Fewest binaries among which library code can be recognised."""


class Likeness(NamedTuple):
    name: str
    other: str
    share: float
    """Share of the smaller program's own code that the other one has."""


def likenesses(programs: Mapping[str, bytes]) -> Iterator[Likeness]:
    """Yield the pairs of programs that are similar but not identical."""
    scripts = {name: data for name, data in programs.items() if data.startswith(b"#!")}
    binaries = {name: data for name, data in programs.items() if name not in scripts}
    yield from _compare_all(
        {name: b"".join(data.lower().split()) for name, data in scripts.items()}
    )
    if len(set(binaries.values())) >= _FEW_BINARIES:
        yield from _compare_all(binaries)


def _compare_all(programs: Mapping[str, bytes]) -> Iterator[Likeness]:
    pieces = {name: _pieces(data) for name, data in programs.items()}
    owners = Counter(piece for hashes in pieces.values() for piece in hashes)
    most_owners = max(2, len(programs) // 2)
    own = {
        name: {piece for piece in hashes if owners[piece] <= most_owners}
        for name, hashes in pieces.items()
    }
    for name, other in combinations(programs, 2):
        smaller = min(len(own[name]), len(own[other]))
        if programs[name] == programs[other] or smaller < _FEWEST_PIECES:
            continue
        share = len(own[name] & own[other]) / smaller
        if share >= _LEAST_SHARE:
            yield Likeness(name, other, share)


def _pieces(data: bytes) -> set[int]:
    """Return the hashes of a program's pieces; of a large one, those divisible by ``_ONE_IN``."""
    values = np.frombuffer(data, dtype=np.uint8).astype(np.uint64)
    count = len(values) - _PIECE_LENGTH + 1
    if count <= 0:
        return set()
    hashes = np.zeros(count, dtype=np.uint64)
    for offset in range(_PIECE_LENGTH):
        hashes = hashes * np.uint64(0x100000001B3) + values[offset : offset + count]
    hashes ^= hashes >> np.uint64(31)
    if count > _LARGE:
        hashes = hashes[hashes % np.uint64(_ONE_IN) == 0]
    return set(hashes.tolist())

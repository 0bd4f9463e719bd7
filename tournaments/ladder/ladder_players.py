"""Who should play on a ladder now: the newest good versions, and bots of ours as milestones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from formats.fault import Fault
from tournaments.entrants.enrolment import (
    Builder,
    Enrolled,
    FoundProgram,
    entrants_of,
    read_program,
)
from tournaments.entrants.program_store import digest
from tournaments.event.model import Event, Section
from tournaments.event.read_entrants import name_fault
from tournaments.submission import Submissions, submissions

_MARK = " #"
"""No name of an entrant has this sign in it."""


def version_name(name: str, number: int) -> str:
    return f"{name}{_MARK}{number}"


def author_of(version: str) -> str:
    """Whose version that is; a milestone is its own."""
    return version.partition(_MARK)[0]


def is_version_of(version: str, author: str) -> bool:
    """Whether he has handed it in; a milestone nobody has."""
    return version.startswith(f"{author}{_MARK}")


def number_of(version: str) -> int | None:
    """Which of his versions it is; nothing for a milestone."""
    number = version.partition(_MARK)[2]
    return int(number) if number else None


def milestone_names(event: Event, section: Section) -> list[str]:
    """Those that the event asks for, whether there are such bots or not."""
    styles = event.ladder.milestones if event.ladder else ()
    game = section.game.name
    return [f"{game}-{style}" for style in styles]


@dataclass(frozen=True, slots=True)
class Wanted:
    program: FoundProgram
    number: int | None
    """Of the version, where it was submitted."""
    is_milestone: bool = False

    @property
    def sha256(self) -> str:
        return digest(self.program.data)

    def enrolled(self, title: str, number: int) -> Enrolled:
        """As it stands in the ledger."""
        one = self.program
        size = len(one.data)
        return Enrolled(one.section, number, title, self.sha256, size, one.source, one.arguments)


def wanted(event: Event, section: Section, base: Path, run: Path, build: Builder) -> list[Wanted]:
    """All that can be read; who cannot is told of when the event begins, and stays out."""
    own = list(_entrants(event, section, base, run, build))
    taken = {one.program.name for one in own}
    ours = (one for one in _milestones(event, section, build) if one.program.name not in taken)
    return [*own, *ours]


def _entrants(
    event: Event, section: Section, base: Path, run: Path, build: Builder
) -> Iterator[Wanted]:
    entry = submissions(event, base, run, section.name)
    numbers = (
        {one.name: (one.sha256, one.number) for one in entry.playing().values()}
        if isinstance(entry, Submissions)
        else {}
    )
    for entrant in entrants_of(section, base):
        read = read_program(section, entrant, base, build)
        if isinstance(read, Fault) or name_fault(entrant.name):
            continue
        sha256, number = numbers.get(entrant.name, ("", 0))
        yield Wanted(read, number if sha256 == digest(read.data) else None)


def _milestones(event: Event, section: Section, build: Builder) -> Iterator[Wanted]:
    """Those that can be built here; an event's limit of size is not for them."""
    for name in milestone_names(event, section):
        try:
            data = build(name).read_bytes()
        except (LookupError, OSError):
            continue
        yield Wanted(FoundProgram(section.name, name, data, name), None, is_milestone=True)

"""Enrols the programs of an event: those of a folder, those it lists, and bots of ours.

What takes part is settled when an event begins and is kept then. When it goes on, everything is
compared with what it was: a table must not come of two different events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from formats.fault import Fault
from tournaments import enrolment_faults as faults
from tournaments.event import Entrant, Event, Section
from tournaments.event_entrants import LONGEST_NAME, is_name
from tournaments.event_faults import BAD_NAME, SAME_NAME
from tournaments.ledger import Enrolled
from tournaments.store import digest

Builder = Callable[[str], Path]
"""Makes one of our own bots, by its name, and says where it is. Raises LookupError."""
_WINDOWS = ".exe"


class CannotEnrol(Exception):  # noqa: N818  # what it is, not "an error about it"
    """Who cannot take part, and why: all of them at once."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.sentence() for fault in faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A program that wants to take part."""

    section: str
    name: str
    data: bytes
    source: str
    """Where it came from, for people; the same each time."""
    arguments: tuple[str, ...] = ()


def candidates(event: Event, base: Path, build: Builder) -> list[Candidate]:
    """All programs of an event whose file is in that folder. Raises CannotEnrol."""
    found: list[Candidate] = []
    wrong: list[Fault] = []
    for section in event.sections:
        read = list(_of_section(section, base, build))
        own = [one for one in read if isinstance(one, Candidate)]
        wrong += [one for one in read if isinstance(one, Fault)]
        wrong += _faults_of(section, own)
        found += own
    if wrong:
        raise CannotEnrol(wrong)
    return found


def _of_section(section: Section, base: Path, build: Builder) -> Iterator[Candidate | Fault]:
    entrants = section.entrants
    if section.folder is not None:
        folder = base / section.folder
        if not folder.is_dir():
            yield faults.NO_FOLDER("entrants", folder=section.folder)
            return
        entrants = tuple(_of_folder(folder, section.folder))
    for entrant in entrants:
        yield _read(section, entrant, base, build)


def _of_folder(folder: Path, named: str) -> Iterator[Entrant]:
    """Its programs by their names; what is hidden, or a folder, takes no part."""
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.name.startswith("."):
            yield Entrant(path.name.removesuffix(_WINDOWS), command=f"{named}/{path.name}")


def _read(section: Section, entrant: Entrant, base: Path, build: Builder) -> Candidate | Fault:
    try:
        if entrant.bot is not None:
            data, source = build(entrant.bot).read_bytes(), entrant.bot
            if not _plays(entrant.bot, section):
                return faults.PLAYS_ANOTHER(bot=entrant.bot, game=section.game.title)
        else:
            source = entrant.command or ""
            data = (base / source).read_bytes()
    except LookupError as error:
        return faults.NOT_BUILT(name=entrant.name, why=error)
    except OSError as error:
        why = error.strerror or error
        return faults.NO_FILE(name=entrant.name, file=entrant.command, why=why)
    return Candidate(section.name, entrant.name, data, source, entrant.arguments)


def _plays(bot: str, section: Section) -> bool:
    """Our bots are called after their games: chomp-nim, or chomp, the champion of that game."""
    return f"{bot}-".startswith(f"{section.game.name}-")


def _faults_of(section: Section, own: Sequence[Candidate]) -> Iterator[Fault]:
    names: set[str] = set()
    for one in own:
        if not is_name(one.name):
            yield BAD_NAME(name=one.name, most=LONGEST_NAME)
        if one.name in names:
            yield SAME_NAME(name=one.name)
        names.add(one.name)
        if len(one.data) > section.limits.file_size:
            yield faults.TOO_LARGE(
                name=one.name, size=len(one.data), allowed=section.limits.file_size
            )


def enrolled(event: Event, found: Sequence[Candidate]) -> list[Enrolled]:
    """The candidates in the order of their seeds."""
    lines = []
    for section in event.sections:
        own = {one.name: one for one in found if one.section == section.name}
        for seed, name in enumerate(section.seeded(list(own), event.seed), start=1):
            one = own[name]
            lines.append(
                Enrolled(
                    section.name,
                    seed,
                    name,
                    digest(one.data),
                    len(one.data),
                    one.source,
                    one.arguments,
                )
            )
    return lines


def changes(before: Sequence[Enrolled], now: Sequence[Enrolled]) -> Iterator[Fault]:
    """What is different now from when the event began."""
    old = {(one.section, one.name): one.sha256 for one in before}
    new = {(one.section, one.name): one.sha256 for one in now}
    for key in sorted(old | new):
        name = key[1]
        if key not in new:
            yield faults.GONE(name=name)
        elif key not in old:
            yield faults.COME(name=name)
        elif old[key] != new[key]:
            yield faults.PROGRAM_CHANGED(name=name, old=old[key][:12], new=new[key][:12])

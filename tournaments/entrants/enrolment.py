"""Enrolment of an event's programs: from a folder, from the event file, and built-in bots.

The programs that take part are fixed and stored when an event begins. When the event goes on, they
are compared with the stored ones: a table must not come from two different events.
"""

from __future__ import annotations

import errno
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Self

from formats.fault import Fault
from formats.names import clashes, name_from_file_name, normalized
from formats.printable import printable
from formats.text import Text, reason
from referee.program import SOURCE_ENDINGS, Content, Program
from tournaments.entrants import entrant_faults as faults
from tournaments.event.model import Entrant, Event, Section
from tournaments.event.read_entrants import name_clash, name_fault
from tournaments.event.toml_places import KeyPath
from tournaments.storage import Store, digest, short_hash

Builder = Callable[[str], Path]
"""A function that builds a built-in bot by its name and returns its path; may raise LookupError."""


class CannotEnrol(Exception):  # noqa: N818  # The name says the condition.
    """The refusal of entrants, with all reasons at once."""

    def __init__(self, all_faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.sentence() for fault in all_faults))
        self.faults = tuple(all_faults)


@dataclass(frozen=True, slots=True)
class BotVersion:
    """A bot that can play, wherever it comes from: built-in, a file, submitted, or on a ladder."""

    section: str
    name: str
    source: str
    """Origin of the program for readers; the same at each run."""
    sha256: str
    size: int
    arguments: tuple[str, ...] = ()
    seed: int = 0
    """Place of an entrant in the order of the seeds, from 1; on a ladder, the version's number."""
    number: int | None = None
    """Number of a submitted version among those of its author."""
    is_milestone: bool = False
    """True if the bot is a built-in one on a ladder, for comparison."""
    data: bytes = field(default=b"", repr=False, compare=False)
    """Bytes of the program until it is stored; a ledger has only its hash."""

    @classmethod
    def from_data(
        cls, section: str, name: str, data: bytes, source: str, arguments: tuple[str, ...] = ()
    ) -> Self:
        """Return the bot of a program that is not stored yet."""
        return cls(section, name, source, digest(data), len(data), arguments, data=data)

    def as_entrant(self, seed: int, name: str = "") -> Self:
        """Return the record of the bot for a ledger, without its bytes, perhaps by another name."""
        return replace(self, seed=seed, name=name or self.name, number=None, data=b"")

    def program(self, store: Store) -> Program:
        """Return the program that the referee runs; its bytes are in the store."""
        content = Content(self.sha256, self.size)
        return Program(self.name, store.path(self.sha256), self.arguments, content)


def read_programs(event: Event, event_folder: Path, build: Builder) -> list[BotVersion]:
    """Read all programs of an event; raise CannotEnrol if one cannot take part.

    The place of a fault is the path of a key of the event file.
    """
    programs: list[BotVersion] = []
    all_faults: list[Fault] = []
    paths: dict[str, KeyPath] = {}
    for number, section in enumerate(event.sections):
        path = ("section", number, "entrants")
        readings = list(_read_programs(section, event_folder, build))
        readable = [reading for reading in readings if isinstance(reading, BotVersion)]
        all_faults += [
            replace(reading, place=(*path, index))
            for index, reading in enumerate(readings)
            if isinstance(reading, Fault)
        ]
        all_faults += [replace(fault, place=path) for fault in _name_faults(readable)]
        paths |= {program.name: path for program in readable}
        programs += readable
    all_faults += (replace(fault, place=paths[name]) for name, fault in name_clashes(programs))
    if all_faults:
        raise CannotEnrol(all_faults)
    return programs


def _read_programs(
    section: Section, event_folder: Path, build: Builder
) -> Iterator[BotVersion | Fault]:
    if section.folder is not None and not (event_folder / section.folder).is_dir():
        yield faults.NO_FOLDER(folder=section.folder)
        return
    for entrant in entrants_of(section, event_folder):
        yield read_program(section, entrant, event_folder, build)


def program_of(section: Section, name: str, event_folder: Path) -> BotVersion | Fault | None:
    """Read the program that an entrant of this name has now; return None if there is no entrant."""
    for entrant in entrants_of(section, event_folder):
        if entrant.name == name:
            return read_program(section, entrant, event_folder, refuse_to_build)
    return None


def refuse_to_build(name: str) -> Path:
    """Raise LookupError: a builder for callers that build no bots."""
    raise LookupError(f"{name} is not built")


def entrants_now(event: Event, event_folder: Path) -> set[str]:
    """Return the names of the entrants that the event would have if it began now."""
    return {
        entrant.name for section in event.sections for entrant in entrants_of(section, event_folder)
    }


def program_names(event: Event) -> list[str]:
    """Return the names of the built-in bots that the event file lists."""
    entrants = (entrant for section in event.sections for entrant in section.entrants)
    return [entrant.bot for entrant in entrants if entrant.bot is not None]


def entrants_of(section: Section, event_folder: Path) -> Sequence[Entrant]:
    """Return the listed entrants, or those of the folder; none if the folder does not exist."""
    if section.folder is None:
        return section.entrants
    folder = event_folder / section.folder
    return tuple(_entrants_in(folder, section.folder)) if folder.is_dir() else ()


def _alphabetical_key(path: Path) -> tuple[str, str, str]:
    """Return the key of a file in alphabetical order: a capital is like its letter, ё like е."""
    name = normalized(path.name).casefold()
    return name.replace("ё", "е"), name, path.name


def _entrants_in(folder: Path, folder_name: str) -> Iterator[Entrant]:
    """Yield an entrant for every program of a folder; other files take no part."""
    for path in sorted(folder.iterdir(), key=_alphabetical_key):
        if not path.name.startswith(".") and why_no_program(path) is None:
            yield Entrant(name_from_file_name(path.name), command=f"{folder_name}/{path.name}")


FOLDER = Text("a folder: a program is one file", "папка: программа — это один файл")
NO_ORDINARY_FILE = Text("a pipe, a socket or a device", "канал, сокет или устройство")
BROKEN_LINK = Text("a link to {target}, which is not there", "ссылка на {target}, а там ничего нет")
EMPTY = Text("no program: the file is empty", "не программа: файл пуст")
LEFT_BEHIND = Text(
    "no program: an editor or an office program left it",
    "не программа: файл оставлен редактором или офисной программой",
)
ACCOMPANYING = Text("no program: a text or a source", "не программа: текст или исходник")
OTHER_KIND = Text(
    "no program: it does not begin like one (#!, ELF or MZ)",
    "не программа: начинается не так, как программы (#!, ELF или MZ)",
)
_ACCOMPANYING_NAMES = {
    *("readme", "license", "licence", "copying", "changelog", "authors", "notes", "makefile"),
    *("thumbs.db", "desktop.ini"),
}
_ACCOMPANYING_ENDINGS = {
    *(".md", ".txt", ".rst", ".pdf", ".html", ".htm", ".csv", ".json", ".toml", ".yaml", ".yml"),
    *(".log", ".bak", ".o", ".obj"),
    *chain.from_iterable(SOURCE_ENDINGS.values()),
}
_PROGRAMS_BEGIN = (
    b"#!",
    b"\x7fELF",
    b"MZ",
    *((b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe") if sys.platform == "darwin" else ()),
)
"""First bytes of programs; where the arena runs on macOS, programs for macOS are programs, too."""


def why_no_program(path: Path) -> Text | None:
    """Return the reason why a file of an entrants' folder takes no part; None for a program."""
    if path.is_dir():
        return FOLDER
    if not path.exists():
        target = str(path.readlink()) if path.is_symlink() else path.name
        return BROKEN_LINK.filled({"target": printable(target)})
    if not path.is_file():
        return NO_ORDINARY_FILE  # Opening a pipe would wait for ever.
    try:
        with path.open("rb") as file:
            return _why_not_by_beginning(path, file.read(4))
    except OSError:
        return None  # Whoever reads the program reports the error.


def _why_not_by_beginning(path: Path, beginning: bytes) -> Text | None:
    name = path.name.lower()
    if name.startswith("~$") or name.endswith("~"):
        return LEFT_BEHIND
    if beginning.startswith(_PROGRAMS_BEGIN):
        return None
    if name in _ACCOMPANYING_NAMES or path.suffix.lower() in _ACCOMPANYING_ENDINGS:
        return ACCOMPANYING
    return OTHER_KIND if beginning else EMPTY


def read_program(
    section: Section, entrant: Entrant, event_folder: Path, build: Builder
) -> BotVersion | Fault:
    """Read the program of an entrant; return the fault if the entrant cannot take part."""
    source = entrant.bot or entrant.command or ""
    try:
        if entrant.bot is not None:
            data = _read_bytes(build(entrant.bot), section)
            if not _plays(entrant.bot, section):
                return faults.PLAYS_ANOTHER(bot=entrant.bot, game=section.game.title)
        else:
            data = _read_bytes(event_folder / source, section)
    except _TooLargeError as error:
        return faults.too_large(printable(entrant.name), error.size, section.limits.program_size)
    except LookupError as error:
        return faults.NOT_BUILT(name=entrant.name, why=error)
    except OSError as error:
        values = {"file": printable(source), "why": reason(error)}
        return faults.NO_FILE(name=printable(entrant.name), **values)
    return BotVersion.from_data(section.name, entrant.name, data, source, entrant.arguments)


class _TooLargeError(Exception):
    """A program that was not read because it is larger than the event allows."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


def _read_bytes(path: Path, section: Section) -> bytes:
    """Return the bytes of a program; raise OSError for no ordinary file, or _TooLargeError."""
    status = path.stat()
    if not S_ISREG(status.st_mode) and not S_ISDIR(status.st_mode):
        raise OSError(errno.EINVAL, "no ordinary file")  # Reading a pipe would wait for ever.
    if S_ISREG(status.st_mode) and status.st_size > section.limits.program_size:
        raise _TooLargeError(status.st_size)
    return path.read_bytes()


def _plays(bot: str, section: Section) -> bool:
    """Return whether a built-in bot plays the section's game, which its name begins with."""
    return f"{bot}-".startswith(f"{section.game.name}-")


def _name_faults(programs: Sequence[BotVersion]) -> Iterator[Fault]:
    for program in programs:
        if fault := name_fault(program.name):
            yield fault


def name_clashes(programs: Sequence[BotVersion]) -> Iterator[tuple[str, Fault]]:
    """Yield names and faults: equal names within a section, and names alike in the whole event."""
    counts = Counter((program.section, program.name) for program in programs)
    for (_, name), count in counts.items():
        if count > 1:
            yield name, name_clash(name, name)
    names = list(dict.fromkeys(program.name for program in programs))
    for later, earlier in clashes(names):
        yield names[later], name_clash(names[later], names[earlier])


def enrol(event: Event, programs: Sequence[BotVersion]) -> list[BotVersion]:
    """Return the records of the programs, by sections and in the order of the draw."""
    records = []
    for section in event.sections:
        by_name = {p.name: p for p in programs if p.section == section.name}
        for number, name in enumerate(section.in_draw_order(list(by_name), event.seed), start=1):
            records.append(by_name[name].as_entrant(number))
    return records


def changes(
    before: Sequence[BotVersion],
    now: Sequence[BotVersion],
    may_be_gone: Collection[tuple[str, str]] = (),
) -> Iterator[Fault]:
    """Yield the differences from the programs with which the event began.

    ``may_be_gone`` has the sections and names of entrants who may be missing now.
    """
    old = {(record.section, record.name): record.sha256 for record in before}
    new = {(record.section, record.name): record.sha256 for record in now}
    for key in sorted(old | new):
        name = key[1]
        if key not in new and key not in may_be_gone:
            yield faults.GONE(name=name)
        elif key not in new:
            continue
        elif key not in old:
            yield faults.COME(name=name)
        elif old[key] != new[key]:
            yield faults.PROGRAM_CHANGED(
                name=name, old=short_hash(old[key]), new=short_hash(new[key])
            )

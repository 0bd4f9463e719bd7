"""Enrols the programs of an event: those of a folder, those it lists, and bots of ours.

What takes part is settled when an event begins and is kept then. When it goes on, everything is
compared with what it was: a table must not come of two different events.
"""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from formats.fault import Fault
from formats.names import clashes, of_file
from formats.printable import printable
from formats.text import Text
from tournaments.entrants import entrant_faults as faults
from tournaments.entrants.program_store import digest
from tournaments.event.model import Entrant, Event, Section
from tournaments.event.read_entrants import name_clash, name_fault

Builder = Callable[[str], Path]
"""Makes one of our own bots, by its name, and says where it is. Raises LookupError."""


class CannotEnrol(Exception):  # noqa: N818  # what it is, not "an error about it"
    """Why entrants cannot take part: all the reasons at once."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.sentence() for fault in faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class FoundProgram:
    section: str
    name: str
    data: bytes
    source: str
    """Where it came from, for people; the same each time."""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A program that takes part, as it was when the event began."""

    section: str
    seed: int
    """Its place in the order of the seeds, from 1."""
    name: str
    sha256: str
    size: int
    source: str
    """Where it came from, for people."""
    arguments: tuple[str, ...] = ()


def candidates(event: Event, base: Path, build: Builder) -> list[FoundProgram]:
    """All programs of an event whose file is in that folder. Raises CannotEnrol."""
    found: list[FoundProgram] = []
    wrong: list[Fault] = []
    for section in event.sections:
        read = list(_of_section(section, base, build))
        own = [one for one in read if isinstance(one, FoundProgram)]
        wrong += [one for one in read if isinstance(one, Fault)]
        wrong += _faults_of(own)
        found += own
    wrong += (fault for _, fault in clashing(found))
    if wrong:
        raise CannotEnrol(wrong)
    return found


def _of_section(section: Section, base: Path, build: Builder) -> Iterator[FoundProgram | Fault]:
    if section.folder is not None and not (base / section.folder).is_dir():
        yield faults.NO_FOLDER("entrants", folder=section.folder)
        return
    for entrant in entrants_of(section, base):
        yield read_program(section, entrant, base, build)


def program_of(section: Section, name: str, base: Path) -> FoundProgram | Fault | None:
    """What somebody would take part with now, whose program lies where entrants are looked for."""
    for entrant in entrants_of(section, base):
        if entrant.name == name:
            return read_program(section, entrant, base, not_built)
    return None


def not_built(name: str) -> Path:
    """What is said of a bot of ours where nobody builds them."""
    raise LookupError(f"{name} is not built")


def entrants_now(event: Event, base: Path) -> set[str]:
    """The names of those who would take part in an event if it began now."""
    return {entrant.name for section in event.sections for entrant in entrants_of(section, base)}


def program_names(event: Event) -> list[str]:
    entrants = (each for section in event.sections for each in section.entrants)
    return [each.bot for each in entrants if each.bot is not None]


def entrants_of(section: Section, base: Path) -> Sequence[Entrant]:
    """Those that are listed, or those of the folder; none where there is no folder."""
    if section.folder is None:
        return section.entrants
    folder = base / section.folder
    return tuple(_of_folder(folder, section.folder)) if folder.is_dir() else ()


def _of_folder(folder: Path, named: str) -> Iterator[Entrant]:
    """Yield the programs of a folder by their names; whatever else lies there takes no part."""
    for path in sorted(folder.iterdir()):
        if not path.name.startswith(".") and why_no_program(path) is None:
            yield Entrant(of_file(path.name), command=f"{named}/{path.name}")


FOLDER = Text("a folder: a program is one file", "папка: программа — это один файл")
NO_ORDINARY_FILE = Text("a pipe, a socket or a device", "канал, сокет или устройство")
BROKEN_LINK = Text("a link to {target}, which is not there", "ссылка на {target}, а там ничего нет")
EMPTY = Text("no program: the file is empty", "не программа: файл пуст")
LEFT_BEHIND = Text(
    "no program: an editor or an office program left it",
    "не программа: файл оставлен редактором или офисной программой",
)
BESIDE = Text("no program: a text or a source", "не программа: текст или исходник")
OTHER_KIND = Text(
    "no program: it does not begin like one (#!, ELF or MZ)",
    "не программа: начинается не так, как программы (#!, ELF или MZ)",
)
_BESIDE = {
    *("readme", "license", "licence", "copying", "changelog", "authors", "notes", "makefile"),
    *("thumbs.db", "desktop.ini"),
}
_ENDINGS_BESIDE = {
    *(".md", ".txt", ".rst", ".pdf", ".html", ".htm", ".csv", ".json", ".toml", ".yaml", ".yml"),
    *(".log", ".bak", ".o", ".obj", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".rs", ".go"),
    *(".java", ".cs", ".pas"),
}
_PROGRAMS_BEGIN = (b"#!", b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
"""The last two are those of macOS."""


def why_no_program(path: Path) -> Text | None:
    """Return why a file of a folder of entrants takes no part; None if it is a program."""
    if path.is_dir():
        return FOLDER
    if not path.exists():
        target = str(path.readlink()) if path.is_symlink() else path.name
        return BROKEN_LINK.filled({"target": printable(target)})
    if not path.is_file():
        return NO_ORDINARY_FILE  # one that is opened would keep us waiting for ever
    try:
        with path.open("rb") as file:
            return _why_not_by_beginning(path, file.read(4))
    except OSError:
        return None  # why it cannot be read is told where it is


def _why_not_by_beginning(path: Path, beginning: bytes) -> Text | None:
    name = path.name.lower()
    if name.startswith("~$") or name.endswith("~"):
        return LEFT_BEHIND
    if beginning.startswith(_PROGRAMS_BEGIN):
        return None
    if name in _BESIDE or path.suffix.lower() in _ENDINGS_BESIDE:
        return BESIDE
    return OTHER_KIND if beginning else EMPTY


def read_program(
    section: Section, entrant: Entrant, base: Path, build: Builder
) -> FoundProgram | Fault:
    """What an entrant would take part with, or why he cannot."""
    source = entrant.bot or entrant.command or ""
    try:
        if entrant.bot is not None:
            data = _bytes_of(build(entrant.bot), section)
            if not _plays(entrant.bot, section):
                return faults.PLAYS_ANOTHER(bot=entrant.bot, game=section.game.title)
        else:
            data = _bytes_of(base / source, section)
    except _TooLargeError as error:
        return faults.too_large(printable(entrant.name), error.size, section.limits.file_size)
    except LookupError as error:
        return faults.NOT_BUILT(name=entrant.name, why=error)
    except OSError as error:
        why = error.strerror or error
        return faults.NO_FILE(name=printable(entrant.name), file=printable(source), why=why)
    return FoundProgram(section.name, entrant.name, data, source, entrant.arguments)


class _TooLargeError(Exception):
    """A file is not read, since it is larger than the event allows."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


def _bytes_of(path: Path, section: Section) -> bytes:
    """What is in a program. Raises OSError where it is no file that could be one."""
    found = path.stat()
    if not S_ISREG(found.st_mode) and not S_ISDIR(found.st_mode):
        raise OSError(errno.EINVAL, "no ordinary file")  # a pipe would keep us waiting for ever
    if S_ISREG(found.st_mode) and found.st_size > section.limits.file_size:
        raise _TooLargeError(found.st_size)
    return path.read_bytes()


def _plays(bot: str, section: Section) -> bool:
    """Our bots are called after their games: chomp-nim, or chomp, the champion of that game."""
    return f"{bot}-".startswith(f"{section.game.name}-")


def _faults_of(own: Sequence[FoundProgram]) -> Iterator[Fault]:
    for one in own:
        if wrong := name_fault(one.name):
            yield wrong


def clashing(found: Sequence[FoundProgram]) -> Iterator[tuple[str, Fault]]:
    """Whose names are taken for each other: in all sections, and in one if they are the same."""
    counts = Counter((one.section, one.name) for one in found)
    for (_, name), count in counts.items():
        if count > 1:
            yield name, name_clash(name, name)
    names = list(dict.fromkeys(one.name for one in found))
    for place, before in clashes(names):
        yield names[place], name_clash(names[place], names[before])


def enrolled(event: Event, found: Sequence[FoundProgram]) -> list[Enrolled]:
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


def changes(
    before: Sequence[Enrolled],
    now: Sequence[Enrolled],
    may_be_gone: Collection[tuple[str, str]] = (),
) -> Iterator[Fault]:
    """What is different now from when the event began; of some, by section and name, no matter."""
    old = {(one.section, one.name): one.sha256 for one in before}
    new = {(one.section, one.name): one.sha256 for one in now}
    for key in sorted(old | new):
        name = key[1]
        if key not in new and key not in may_be_gone:
            yield faults.GONE(name=name)
        elif key not in new:
            continue
        elif key not in old:
            yield faults.COME(name=name)
        elif old[key] != new[key]:
            yield faults.PROGRAM_CHANGED(name=name, old=old[key][:12], new=new[key][:12])

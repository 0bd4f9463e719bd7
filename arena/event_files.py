"""Event files as a command names them: a path, or an event that comes with the arena."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from arena import texts
from arena.commands import ExitStatus
from arena.diagnostics import print_diagnostics
from arena.files import NamedFile, read_file
from arena.option_values import no_such
from arena.options import EVENT_NAMES
from arena.parameters import Argument, WrongUsage
from formats.fault import Severity
from formats.text import Language, Text
from tournaments.event.model import Event
from tournaments.event.reader import read_event
from tournaments.ledger import is_begun
from tournaments.run.setup import EventSource

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_ENDING = ".toml"

EventName = Annotated[
    str,
    Argument(
        metavar="EVENT",
        completed=EVENT_NAMES,
        help=Text(
            "The event's .toml file, or the name of one that comes with arena.",
            "Файл турнира .toml или название турнира, который есть в арене.",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class EventFile:
    """An event file, and the folders that belong to it."""

    file: NamedFile
    folder: Path
    """Folder that its paths are relative to."""
    run: Path
    """Folder of the event once it has begun, unless --to names another."""

    def source(self, language: Language) -> EventSource:
        """Return the event as it is played from this file; faults are handled as in ``event``."""
        return EventSource(self.event(language), self.file.data.decode("utf-8-sig"), self.folder)

    def event(self, language: Language) -> Event:
        """Read the file; print its faults, and end the command if one is an error."""
        reading = read_event(self.file.data)
        print_diagnostics(self.file.name, reading.source, reading.diagnostics, language)
        if reading.event is None:
            raise Exit(ExitStatus.BAD)
        assert all(diagnostic.severity is Severity.WARNING for diagnostic in reading.diagnostics)
        return reading.event


def event_file(name: str) -> EventFile:
    """Return the event file of that name, or the one beside a folder of that name.

    Raise WrongUsage if there is none.
    """
    for path in (Path(name), default_event_file(Path(name))):
        if path.is_file():
            return EventFile(read_file(str(path)), path.parent, path.parent / path.stem)
    known = _shipped_files()
    file_name = name if name.endswith(_ENDING) else name + _ENDING
    if file_name not in known and Path(name).is_dir():
        raise WrongUsage(texts.NO_EVENT_IN_FOLDER, name=name)
    if file_name not in known:
        raise no_such(texts.NO_EVENT, name, [event.removesuffix(_ENDING) for event in known])
    data = (_shipped_folder() / file_name).read_bytes()
    return EventFile(NamedFile(file_name, data), Path(), Path(file_name.removesuffix(_ENDING)))


def _shipped_folder() -> Traversable:
    return resources.files("tournaments") / "events"


def _shipped_files() -> list[str]:
    return sorted(
        entry.name for entry in _shipped_folder().iterdir() if entry.name.endswith(_ENDING)
    )


def files_to_complete() -> list[str]:
    """Return the event files in the current folder."""
    from arena.game_request import BOT_FILE  # noqa: PLC0415 - for shells alone

    others = {BOT_FILE, "pyproject.toml"}
    return sorted(path.name for path in Path().glob(f"*{_ENDING}") if path.name not in others)


def events_to_complete(_values: Mapping[str, object]) -> list[str]:
    """Return the event files in the current folder, and the events that come with the arena."""
    return [*files_to_complete(), *(name.removesuffix(_ENDING) for name in _shipped_files())]


def events_of_entrants(folder: Path) -> list[str]:
    """Return the event files beside a folder whose entrants are the programs in it.

    Events that have begun, and files that cannot be read, are left out.
    """
    folder = folder.resolve()
    names = []
    for path in sorted(folder.parent.glob(f"*{_ENDING}")):
        with suppress(OSError, ValueError, RuntimeError):  # A name may be no path, links a loop.
            event = None if is_begun(path.with_suffix("")) else read_event(path.read_bytes()).event
            folders = [section.folder for section in event.sections] if event else []
            if folder in [(folder.parent / name).resolve() for name in folders if name is not None]:
                names.append(path.name)
    return names


def default_event_file(folder: Path) -> Path:
    """Return the event file whose event is kept in the folder by default."""
    return folder.parent / (folder.name + _ENDING)

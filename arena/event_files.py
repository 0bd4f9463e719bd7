"""Event files as a command names them: a path, or an event that comes with the arena."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from arena import texts as words
from arena.commands import ExitStatus
from arena.diagnostics import tell
from arena.files import NamedFile, read_one
from arena.option_values import no_such
from arena.parameters import Argument
from formats.fault import Severity
from formats.text import Language, Text
from tournaments.event.model import Event
from tournaments.event.reader import read_event
from tournaments.run.setup import EventSource

_ENDING = ".toml"

EventName = Annotated[
    str,
    Argument(
        metavar="EVENT",
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
    base: Path
    """The folder that its paths are relative to."""
    run: Path
    """The folder of the event once it has begun, unless --to says otherwise."""

    def source(self, speech: Language) -> EventSource:
        """The event as it is played from this file; what is wrong is told as below."""
        return EventSource(self.event(speech), self.file.data.decode("utf-8-sig"), self.base)

    def event(self, speech: Language) -> Event:
        """Reads the file; prints its faults, and ends the command if one is an error."""
        reading = read_event(self.file.data)
        tell(self.file.name, reading.source, reading.diagnostics, speech)
        if reading.event is None:
            raise Exit(ExitStatus.BAD)
        assert all(d.severity is Severity.WARNING for d in reading.diagnostics)
        return reading.event


def event_file(name: str) -> EventFile:
    """The event file of that name, or the one that a folder of that name has beside it.

    Raises Unreadable.
    """
    for path in (Path(name), beside(Path(name))):
        if path.is_file():
            return EventFile(read_one(str(path)), path.parent, path.parent / path.stem)
    shipped = resources.files("tournaments") / "events"
    known = sorted(one.name for one in shipped.iterdir() if one.name.endswith(_ENDING))
    found = name if name.endswith(_ENDING) else name + _ENDING
    if found not in known:
        raise no_such(words.NO_EVENT, name, [event.removesuffix(_ENDING) for event in known])
    data = (shipped / found).read_bytes()
    return EventFile(NamedFile(found, data), Path(), Path(found.removesuffix(_ENDING)))


def beside(folder: Path) -> Path:
    """The event file that this is the usual folder of."""
    return folder.parent / (folder.name + _ENDING)

"""The event file that a command is about: one of the user's, or one that comes with the arena."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import typer

from arena import event_words as words
from arena.diagnostics import as_text
from arena.files import NamedFile, read_one
from arena.reading import plain_console
from formats.fault import Severity
from formats.text import Language
from tournaments.event import Event
from tournaments.event_reader import read

_BAD = 1
_ENDING = ".toml"


def place(name: str, to: Path | None, speech: Language) -> tuple[NamedFile, Path, Path]:
    """The event file, the folder that its paths start from, and where the event is kept."""
    path = Path(name)
    if path.is_file():
        return read_one(name), path.parent, to or path.parent / path.stem
    shipped = resources.files("tournaments") / "events"
    known = sorted(one.name for one in shipped.iterdir() if one.name.endswith(_ENDING))
    found = name if name.endswith(_ENDING) else name + _ENDING
    if found not in known:
        values = {"name": name, "known": ", ".join(known)}
        raise typer.BadParameter(words.NO_EVENT.say(speech, values))
    data = (shipped / found).read_bytes()
    return NamedFile(found, data), Path(), to or Path(found.removesuffix(_ENDING))


def read_event(file: NamedFile, speech: Language) -> Event:
    """The event; what is wrong with its file is told, and ends the command if it is an error."""
    reading = read(file.data)
    errors = plain_console(stderr=True)
    for diagnostic in reading.diagnostics:
        for line in as_text(file.name, reading.source, diagnostic, speech):
            errors.print(line)
    if reading.event is None:
        raise typer.Exit(_BAD)
    assert all(d.severity is Severity.WARNING for d in reading.diagnostics)
    return reading.event

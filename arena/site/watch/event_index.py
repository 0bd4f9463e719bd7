"""Events in the folder that is served: those that have begun, and those that take bots.

An event that has begun is a folder with a ledger, and one that takes bots is a file beside which
there is no such folder yet, as ``arena run`` makes it. A name from an address is looked up among
the existing ones: no path is ever made of it. The disk may hang, so a page reads through ``Disk``.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TypeVar

from arena.site import texts as site_texts
from arena.site.errors import Refusal
from arena.site.supervision import begin_call, tell_host
from arena.site.watch import texts
from formats.printable import printable
from formats.text import Text
from tournaments.event.model import Event
from tournaments.event.reader import read_event
from tournaments.ledger import NAME, Ledger, is_begun, open_ledger
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.run.live import is_running

_ENDING = ".toml"
_LARGEST = 1_000_000
"""Bytes of an event file that are read."""
_LONGEST = 5.0
"""Seconds that a page waits for the disk."""
BROKEN = Text(
    "the event file {name} is not correct, line {line}: {sentence} [{code}]",
    "файл турнира {name} неверен, строка {line}: {sentence} [{code}]",
)
_NUMBER = re.compile(r"[0-9]{1,8}", re.ASCII)
_LOGGED: dict[Path, int] = {}
"""Event files whose faults are in the log, with the time of their last change."""

Name = TypeVar("Name", bound=Hashable)
Result = TypeVar("Result")


class Disk:
    """Reader of files on a disk that may hang; it delays no other pages.

    Each read runs in a thread of its own, under a name that says what is read. If it is not
    finished in time, the page says so; the thread goes on waiting, since nothing can end it, and
    until it returns nothing else is read under that name. So a hanging disk costs one thread for
    each such name, and not the threads that all pages share.
    """

    def __init__(self, longest: float = _LONGEST) -> None:
        self._longest = longest
        self._hanging: dict[Hashable, Thread] = {}

    async def read(self, name: Hashable, load: Callable[[], Result]) -> Result:
        """Call ``load`` in a thread and return its result.

        Raise Refusal if it takes too long, or an earlier read of that name still hangs.
        """
        hanging = self._hanging.get(name)
        if hanging is not None and hanging.is_alive():
            raise Refusal(503, site_texts.DISK_HANGS)
        self._hanging.pop(name, None)
        thread, future = begin_call(load, f"disk: {name}")
        try:
            return await asyncio.wait_for(future, self._longest)
        except TimeoutError:
            self._hanging[name] = thread
            raise Refusal(503, site_texts.DISK_HANGS) from None

    async def read_all(self, loads: Mapping[Name, Callable[[], Result]]) -> list[Result]:
        """Return the results of all functions, except of those that hang."""

        async def results_of(name: Name, load: Callable[[], Result]) -> list[Result]:
            with suppress(Refusal):
                return [await self.read(name, load)]
            return []

        results = await asyncio.gather(*(results_of(*pair) for pair in loads.items()))
        return [result for results_of_one in results for result in results_of_one]


@dataclass(frozen=True)
class ListedEvent:
    """An event that has begun, as the list shows it."""

    name: str
    title: str
    played: int
    running: bool
    changed: float
    """Time of the last change of its ledger, in seconds since 1970."""


@dataclass(frozen=True)
class Events:
    """Events in the folder, if there is one."""

    folder: Path | None
    _begun: dict[Path, tuple[str, Event]] = field(default_factory=dict)
    """Text and event of the file in each ledger, by folder; another event may begin there."""
    disk: Disk = field(default_factory=Disk)

    async def list_begun(self) -> list[ListedEvent]:
        """Return the events that have begun: running ones first, then by name."""
        loads = {folder: partial(self._list_entry, folder) for folder in await self.folders()}
        events = filter(None, await self.disk.read_all(loads))
        return sorted(events, key=lambda event: (not event.running, event.name))

    async def find(self, name: str) -> tuple[Path, Event]:
        """Return folder and event of that name. Raise Refusal if there is none."""
        for folder in await self.folders():
            if folder.name == name:
                event = await self.disk.read(folder, partial(self.event, folder))
                if event:
                    return folder, event
        raise Refusal(404, texts.NO_EVENT)

    async def find_coming(self, name: str) -> Event | None:
        """Return the event by its file; None if it has begun, or has no correct file."""
        return await self.disk.read(f"file of {name}", partial(self._event_of_file, name))

    def _event_of_file(self, name: str) -> Event | None:
        path = self.files_not_begun().get(name)
        return event_in(path) if path else None

    def event(self, folder: Path) -> Event | None:
        """Return the event that has begun in the folder, if one has."""
        if not _has_ledger(folder):
            return None
        try:
            with open_ledger(folder) as ledger:
                return self._event_of(ledger, folder)
        except (sqlite3.Error, BadLedger):
            _, event = self._begun.get(folder, ("", None))
            return event

    def _event_of(self, ledger: Ledger, folder: Path) -> Event | None:
        """Return the ledger's event, which is read only if its file is not the known one."""
        known_text, event = self._begun.get(folder, ("", None))
        text = ledger.fact("event") if ledger.is_ready else None
        if text is None:
            return None
        if text != known_text:
            event = read_event(text.encode()).event
            if event is not None:
                self._begun[folder] = text, event
        return event

    def files(self) -> list[Path]:
        """Return the event files, good or not."""
        if self.folder is None:
            return []
        paths = sorted(self.folder.glob(f"*{_ENDING}"))
        return [path for path in paths if path.is_file() and is_shown(path)]

    def files_not_begun(self) -> dict[str, Path]:
        """Return the files of events that have not begun, by the names of the events."""
        return {path.stem: path for path in self.files() if not is_begun(path.parent / path.stem)}

    async def folders(self) -> list[Path]:
        """Return the folders that may hold events that have begun; none is opened yet."""
        if self.folder is None:
            return []
        return await self.disk.read(self.folder, partial(_folders_in, self.folder))

    def _list_entry(self, folder: Path) -> ListedEvent | None:
        if not _has_ledger(folder):
            return None
        try:
            with open_ledger(folder) as ledger:
                event = self._event_of(ledger, folder)
                played = ledger.count() if event else 0
            changed = (folder / NAME).stat().st_mtime
        except (OSError, sqlite3.Error, BadLedger):
            return None
        if event is None:
            return None
        return ListedEvent(folder.name, event.title, played, is_running(folder), changed)


def _folders_in(folder: Path) -> list[Path]:
    with os.scandir(folder) as entries:
        paths = sorted(
            Path(entry.path) for entry in entries if entry.is_dir() or entry.is_symlink()
        )
    return [path for path in paths if is_shown(path)]


def _has_ledger(folder: Path) -> bool:
    """Return whether there is a ledger file; opening anything but a file might wait for ever."""
    return (folder / NAME).is_file()


def is_shown(path: Path) -> bool:
    """Return whether a file or folder is for people: its name is not hidden, and can be shown."""
    return path.name[0] != "." and printable(path.name) == path.name


def read_number(text: str) -> int | None:
    """Return the number of a section, a game or a half-move in a request; None if it is none."""
    return int(text) if _NUMBER.fullmatch(text) else None


def event_in(path: Path) -> Event | None:
    """Return the event that a file describes; None, and a line in the log, if it is not correct."""
    try:
        with path.open("rb") as file:
            changed = os.fstat(file.fileno()).st_mtime_ns
            reading = read_event(file.read(_LARGEST))
    except OSError:
        return None
    if reading.event is None and _LOGGED.get(path) != changed:
        _LOGGED[path] = changed
        for fault in reading.diagnostics[:1]:
            values = {"name": printable(path.name), "line": fault.line, "code": fault.code}
            tell_host(BROKEN.filled({**values, "sentence": fault.fault.text}))
    return reading.event

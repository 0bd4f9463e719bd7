"""What somebody who submits may see of his own: his versions, and the games of his bot."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from arena.site.submit import texts as words
from arena.site.submit.check_worker import entry_to
from arena.site.watch.event_index import Events, event_in
from formats.fault import Fault
from formats.text import Text
from tournaments.event.model import Event, Section
from tournaments.ledger import opened
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.submission import Submissions
from tournaments.submission.log import Version
from tournaments.submission.papers import missing_sentence

PLAY, WITHDRAW, RECHECK = ACTIONS = ("play", "withdraw", "recheck")
"""Actions of a student on a submitted version, as the form names them."""
_MOST_GAMES = 500


class OpenSection(NamedTuple):
    """A section that takes bots."""

    path: Path
    event: Event
    section: Section

    @property
    def key(self) -> str:
        """Its value in the form: the name of an event has no slash in it."""
        return f"{self.path.stem}/{self.section.name}"

    @property
    def title(self) -> str:
        several = len(self.event.sections) > 1
        return f"{self.event.title}: {self.section.name}" if several else self.event.title


class Submitted(NamedTuple):
    place: OpenSection
    version: Version
    time: str
    state: Text
    kind: str
    plays: bool = False

    @property
    def papers(self) -> list[str]:
        """The files that were handed in with it."""
        return [file for file in (self.version.sources, self.version.report) if file]

    @property
    def key(self) -> str:
        """Its value in forms."""
        return f"{self.place.key}/{self.version.number}"


class AuthorsGame(NamedTuple):
    """A game of the visitor's own bot."""

    event: str
    title: str
    section: int
    entry: LedgerGame
    opponent: str
    side: str
    result: Text


def places(events: Events) -> list[OpenSection]:
    return list(_taking(events.entering().values()))


def submitted(events: Events, name: str) -> list[Submitted]:
    """The versions of that name, the newest first, of all events."""
    found = [one for place in _taking(events.files()) for one in versions_in(place, name)]
    return sorted(found, key=lambda one: one.version.time, reverse=True)


def change(version: Submitted, action: str) -> Version | Fault | None:
    """Let the version play, or withdraw it; None where its event is not there any more."""
    entry = entry_to(version.place.path, version.place.section.name)
    if not isinstance(entry, Submissions):
        return entry
    if action == WITHDRAW:
        return entry.withdraw(version.version.name)
    return entry.play(version.version.name, version.version.number)


def program_of(version: Submitted) -> bytes | Fault | None:
    """Return the program of a version; None where its event is not there any more."""
    entry = entry_to(version.place.path, version.place.section.name)
    if not isinstance(entry, Submissions):
        return entry
    return entry.program(version.version).read_bytes()


def missing(events: Events, name: str) -> list[tuple[OpenSection, Text]]:
    """Return the open sections where that name has a version, and what is missing beside it."""
    return [
        (place, missing_sentence(names))
        for place in places(events)
        if isinstance(entry := entry_to(place.path, place.section.name), Submissions)
        and (names := entry.missing().get(name))
    ]


class Kept(NamedTuple):
    """What is kept of all that was ever submitted to a section."""

    versions: int
    """Of one name."""
    size: int
    """Of those, in bytes."""
    size_of_all: int
    free: int
    """Bytes that are left on the disk."""


def kept(place: OpenSection, name: str) -> Kept:
    """What is kept there of that name, and of all."""
    entry = entry_to(place.path, place.section.name)
    versions = entry.versions() if isinstance(entry, Submissions) else []
    own = [one for one in versions if one.name == name]
    of_own, of_all = (_size(entry, some) for some in (own, versions))
    return Kept(len(own), of_own, of_all, shutil.disk_usage(place.path.parent).free)


def _size(entry: Submissions | Fault | None, versions: Iterable[Version]) -> int:
    """Return the bytes of programs and papers; the same program is kept once."""
    if not isinstance(entry, Submissions):
        return 0
    papers = sum(map(entry.size_of, versions))
    return papers + sum({one.sha256: one.size for one in versions}.values())


def _taking(files: Iterable[Path]) -> Iterator[OpenSection]:
    for path in files:
        event = event_in(path)
        for section in event.sections if event else ():
            if section.folder is not None:
                assert event
                yield OpenSection(path, event, section)


def versions_in(place: OpenSection, name: str) -> Iterator[Submitted]:
    """The versions of that name there, the oldest first."""
    entry = entry_to(place.path, place.section.name)
    if not isinstance(entry, Submissions):
        return
    playing = entry.playing().get(name)
    for version in entry.versions():
        if version.name == name:
            state = version.state(place.section.hand_in.deadline, plays=version == playing)
            kind = "passed" if version.fit else "failed"
            yield Submitted(
                place, version, version.local_time, state, kind, plays=version == playing
            )


async def games(events: Events, name: str) -> list[AuthorsGame]:
    """The games of that name, the newest first, of all events that were begun."""
    folders = await events.folders()
    found = await events.disk.read_all({one: partial(_games, events, one, name) for one in folders})
    met = [one for games in found for one in games]
    return sorted(met, key=lambda one: one.entry.ended, reverse=True)[:_MOST_GAMES]


def _games(events: Events, folder: Path, name: str) -> list[AuthorsGame]:
    return list(_met(events, folder, name))


def _met(events: Events, folder: Path, name: str) -> Iterator[AuthorsGame]:
    event = events.event(folder)
    if event is None:
        return
    numbers = {section.name: n for n, section in enumerate(event.sections, start=1)}
    try:
        with opened(folder) as ledger:
            entries = ledger.games_of(name)
    except (sqlite3.Error, BadLedger):
        return
    for entry in entries:
        side, opponent = ("A", entry.second) if entry.first == name else ("B", entry.first)
        result = words.WON if entry.winner == side else words.LOST
        result = words.DRAWN if entry.winner == "D" else result
        yield AuthorsGame(
            folder.name, event.title, numbers[entry.section], entry, opponent, side, result
        )

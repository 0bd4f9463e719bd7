"""A student's own submissions: versions, and games of the bot."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from arena.site.background import BackgroundWorker, CachedByPath, pack, unpack
from arena.site.submit.check_worker import submissions_to
from arena.site.watch.event_index import Events, event_in
from formats.fault import Fault
from formats.text import Text
from tournaments.entrants.enrolment import entrants_now
from tournaments.event.model import Event, Section
from tournaments.ledger import open_ledger
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.run.explanations import counts_as
from tournaments.run.own_game import OwnGame
from tournaments.run.tournament import tournament_from_ledger
from tournaments.submission import Submissions
from tournaments.submission.attachments import missing_sentence
from tournaments.submission.log import Version

PLAY, WITHDRAW, RECHECK = ACTIONS = ("play", "withdraw", "recheck")
"""Actions of a student on a submitted version, as the form names them."""
_MOST_GAMES = 500
_LONGEST_WAIT = 0.3
"""Seconds that a page waits for new data; then it shows what was known."""


class OpenSection(NamedTuple):
    """A section that takes bots."""

    path: Path
    event: Event
    section: Section

    @property
    def key(self) -> str:
        """Value of the section in the form: the name of an event has no slash in it."""
        return f"{self.path.stem}/{self.section.name}"

    @property
    def title(self) -> str:
        return self.event.title_of(self.section)

    @property
    def submissions(self) -> Submissions | Fault | None:
        """Submissions of the section by its present event file; None if there is no such file."""
        return submissions_to(self.path, self.section.name)


class SubmittedVersion(NamedTuple):
    """A version of the student's bot, as the page lists it."""

    open_section: OpenSection
    version: Version
    time: str
    """Time of submission, as people read it."""
    state: Text
    kind: str
    plays: bool = False

    @property
    def attachments(self) -> list[str]:
        """Names of the attached files."""
        return [file for file in (self.version.sources, self.version.report) if file]

    @property
    def key(self) -> str:
        """Value of the version in forms."""
        return f"{self.open_section.key}/{self.version.number}"


class GameOfEvent(NamedTuple):
    """A game of the visitor's own bot in an event."""

    event: str
    title: str
    section: int
    game: OwnGame
    counting: Text | None
    """Words for a game that counts otherwise than it was played; else None."""


def open_sections(events: Events) -> list[OpenSection]:
    """Return the sections that take bots now: those of events that have not begun."""
    return list(_sections_in(events.files_not_begun().values()))


def names_in(events: Events, folders: Iterable[Path]) -> set[str]:
    """Return the names of those who take part in an event, or would if it began now.

    ``folders`` are those of events that have begun. Authors of versions that do not play are among
    the names, too.
    """
    names: set[str] = set()
    for path in events.files():
        event = event_in(path)
        if event is None:
            continue
        names |= entrants_now(event, path.parent)
        for section in _sections_of(path, event):
            section_submissions = section.submissions
            if isinstance(section_submissions, Submissions):
                names |= {version.name for version in section_submissions.versions()}
    for folder in folders:
        with suppress(sqlite3.Error, BadLedger), open_ledger(folder) as ledger:
            names.update(ledger.entrant_names)
    return names


def submitted_versions(events: Events, name: str) -> list[SubmittedVersion]:
    """Return the versions of that name in all events, the newest first."""
    sections = _sections_in(events.files())
    versions = [version for section in sections for version in versions_in(section, name)]
    versions.reverse()  # of two versions with the same time, the second is newer
    return sorted(versions, key=lambda entry: entry.version.time, reverse=True)


def change_version(version: SubmittedVersion, action: str) -> Version | Fault | None:
    """Let the version play, or withdraw it; return None where its event does not exist any more."""
    section_submissions = version.open_section.submissions
    if not isinstance(section_submissions, Submissions):
        return section_submissions
    if action == WITHDRAW:
        return section_submissions.withdraw(version.version.name, version.version.number)
    return section_submissions.play(version.version.name, version.version.number)


def program_of(version: SubmittedVersion) -> bytes | Fault | None:
    """Return the program of a version; None where its event does not exist any more."""
    section_submissions = version.open_section.submissions
    if not isinstance(section_submissions, Submissions):
        return section_submissions
    return section_submissions.program(version.version).read_bytes()


def missing_attachments(events: Events, name: str) -> list[tuple[OpenSection, Text]]:
    """Return the open sections where attachments of that name are missing, with a sentence each."""
    return [
        (section, missing_sentence(names))
        for section in open_sections(events)
        if isinstance(submissions := section.submissions, Submissions)
        and (names := submissions.missing().get(name))
    ]


class StoredVersions(NamedTuple):
    """Number and size of the versions kept in a section."""

    versions: int
    """Number of versions of one student."""
    size: int
    """Size of those versions in bytes."""
    size_of_all: int
    """Size of all students' versions in bytes."""
    free: int
    """Bytes that are left on the disk."""


def stored_versions(section: OpenSection, name: str) -> StoredVersions:
    """Return the number and size of the versions that the section keeps."""
    section_submissions = section.submissions
    versions = (
        section_submissions.versions() if isinstance(section_submissions, Submissions) else []
    )
    own = [version for version in versions if version.name == name]
    size_of_own, size_of_all = (_size(section_submissions, group) for group in (own, versions))
    return StoredVersions(
        len(own), size_of_own, size_of_all, shutil.disk_usage(section.path.parent).free
    )


def _size(section_submissions: Submissions | Fault | None, versions: Iterable[Version]) -> int:
    """Return the bytes of programs and attachments; the same program is kept once."""
    if not isinstance(section_submissions, Submissions):
        return 0
    attachments = sum(map(section_submissions.size_of, versions))
    return attachments + sum({version.sha256: version.size for version in versions}.values())


def _sections_in(files: Iterable[Path]) -> Iterator[OpenSection]:
    """Yield the sections of the event files that have a folder for submitted bots."""
    for path in files:
        if event := event_in(path):
            yield from _sections_of(path, event)


def _sections_of(path: Path, event: Event) -> Iterator[OpenSection]:
    for section in event.sections:
        if section.folder is not None:
            yield OpenSection(path, event, section)


def versions_in(section: OpenSection, name: str) -> Iterator[SubmittedVersion]:
    """Yield the versions of that name in the section, the oldest first."""
    section_submissions = section.submissions
    if not isinstance(section_submissions, Submissions):
        return
    playing = section_submissions.playing().get(name)
    for version in section_submissions.versions():
        if version.name == name:
            deadline = section.section.hand_in.deadline
            time = version.time_text(deadline)
            state = version.state(deadline, plays=version == playing)
            kind = "passed" if version.is_fit else "failed"
            yield SubmittedVersion(section, version, time, state, kind, plays=version == playing)


@dataclass
class OwnGames:
    """Games of students in all events that have begun, computed in the background."""

    events: Events
    background: BackgroundWorker

    @cached_property
    def _known(self) -> CachedByPath[dict[str, bytes]]:
        """Games of all names, by the folder of the event."""
        return CachedByPath(own_games, self.background)

    async def of(self, name: str, seconds: float) -> tuple[list[GameOfEvent], bool]:
        """Return the newest games of that name, and whether those of all events are known.

        Wait so many seconds for what is computed for the first time.
        """
        folders = await self.events.folders()
        loads = {folder: partial(self._if_begun, folder) for folder in folders}
        begun = await self.events.disk.read_all(loads)
        results = [
            self._known[folder].newest_within(_LONGEST_WAIT, seconds)
            for folder in filter(None, begun)
        ]
        known = [by_name for by_name in await asyncio.gather(*results) if by_name is not None]
        packed = [by_name[name] for by_name in known if name in by_name]
        games = sorted(chain.from_iterable(map(unpack, packed)), key=_end, reverse=True)
        return games[:_MOST_GAMES], len(begun) == len(folders) and len(known) == len(results)

    def _if_begun(self, folder: Path) -> Path | None:
        return folder if self.events.event(folder) else None


def own_games(folder: Path) -> dict[str, bytes]:
    """Return each entrant's newest games in the event of the folder, packed, by names."""
    try:
        with open_ledger(folder) as ledger:
            tournament = tournament_from_ledger(ledger)
    except (sqlite3.Error, BadLedger):
        return {}
    title = tournament.event.title
    games: defaultdict[str, list[GameOfEvent]] = defaultdict(list)
    for number, state in enumerate(tournament.sections, start=1):
        for entry in (*state.entries.values(), *state.decisions.aside):
            for name in {entry.first, entry.second}:
                own = replace(entry.visible_to(name.__eq__), changes=None)
                counting = counts_as(state, entry, name)
                game = OwnGame(own, name)
                games[name].append(GameOfEvent(folder.name, title, number, game, counting))
    return {
        name: pack(sorted(own, key=_end, reverse=True)[:_MOST_GAMES]) for name, own in games.items()
    }


def _end(game: GameOfEvent) -> float:
    return game.game.entry.ended

"""Submission of programs to the folder of an event's entrants, with a store of all versions.

Beside a folder ``bots`` stands a hidden one, ``.bots.submitted``: it keeps each program that was
ever submitted under its SHA-256, and a list of all versions. A version that passes the checks is
written into ``bots`` under its entrant's name, atomically: it is the version that plays. A version
that fails is kept and reported, and the version before it goes on playing.

The checks take a while, and many programs may be checked at once. The list and the folder are
written by one process at a time, and only while nobody can begin the event. Whatever keeps a
program out is a fault, a bad name from a form included; nothing that a student sends raises.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from hashlib import file_digest
from pathlib import Path
from typing import TypeVar

from formats.fault import Fault
from formats.game import StartRequest
from formats.names import are_alike, file_name, name_from_file_name, normalized
from formats.printable import printable, shell_line
from referee.check import examine
from referee.check.checked_bot import CheckedBot
from referee.check.finding import CheckResult, Finding
from referee.check.trials import Tell
from referee.machine import write_whole
from referee.program import Program
from referee.sandbox import Background
from tournaments.entrants import entrant_faults
from tournaments.entrants.class_list import NO_LIST, ClassList, check_student, read_class_list
from tournaments.entrants.enrolment import CannotEnrol, entrants_now
from tournaments.event.model import Event, Section
from tournaments.event.read_entrants import name_clash, name_fault
from tournaments.event.toml_values import excerpt
from tournaments.ledger import is_begun
from tournaments.run.setup import hold_folder
from tournaments.storage import Store, hold_lock
from tournaments.submission.attachments import NO_ATTACHMENTS, Attachments, missing_attachments
from tournaments.submission.log import Version, Versions, time_with_offset

T = TypeVar("T")


def submissions(
    event: Event, event_folder: Path, run: Path, section: str | None
) -> Submissions | Fault:
    """Return the submissions of a section; of the event's only section if ``section`` is None."""
    chosen = find_section(event, section)
    if isinstance(chosen, Fault):
        return chosen
    if chosen.folder is None:
        return entrant_faults.NO_ENTRY()
    others = partial(entrants_now, event, _without_links(event_folder))
    class_list = read_class_list(_without_links(event_folder))
    folder = _without_links(event_folder / chosen.folder)
    section_submissions = Submissions(chosen, folder, run, others, class_list)
    owner = section_submissions.owner
    if owner not in ("", run.name):
        file = printable(
            os.path.relpath(section_submissions.owner_file, _without_links(event_folder))
        )
        event_name = printable(owner)
        return entrant_faults.FOREIGN_FOLDER(folder=chosen.folder, event=event_name, file=file)
    return section_submissions


def find_section(event: Event, name: str | None) -> Section | Fault:
    """Return the section of that name; without a name, the only one."""
    by_name = {section.name: section for section in event.sections}
    known = ", ".join(by_name)
    if name is None and len(by_name) > 1:
        return entrant_faults.WHICH_SECTION(known=known)
    chosen = next(iter(by_name.values())) if name is None else by_name.get(name)
    return (
        entrant_faults.NO_SECTION(section=excerpt(name or ""), known=known)
        if chosen is None
        else chosen
    )


def bot_to_check(section: Section, program: Program) -> CheckedBot:
    """Return the program with the section's game and limits, for the checks."""
    limits = section.limits
    return CheckedBot(
        program,
        section.game,
        StartRequest(section.size),
        limits.time,
        limits.judging,
        limits.program_size,
        isolation=limits.isolation,
        machine=limits.machine,
        kind=limits.kind,
    )


def _without_links(path: Path) -> Path:
    """Resolve links; Path.resolve would raise no OSError for a loop of links."""
    return Path(os.path.realpath(path))


class Submissions:
    """The submissions of a section of an event."""

    def __init__(
        self,
        section: Section,
        folder: Path,
        run: Path,
        entrants: Callable[[], Collection[str]],
        class_list: ClassList = NO_LIST,
    ) -> None:
        """Take the folder of the entrants and the folder in which the event will run.

        ``entrants`` returns the names of the present entrants of all sections.
        """
        self.section = section
        self.class_list = class_list
        self._entrants = entrants
        self.folder = folder
        self._run = run
        self._hidden_folder = folder.with_name(f".{folder.name}.submitted")
        self.owner_file = self._hidden_folder / "event"
        self._store = Store(self._hidden_folder / "programs")
        self._log = Versions(self._hidden_folder / "versions.jsonl")

    @property
    def owner(self) -> str:
        """Return the name of the event that the submissions belong to, or an empty string."""
        try:
            return self.owner_file.read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""

    def versions(self) -> list[Version]:
        """Return all versions that were submitted to the section, the oldest first."""
        return [v for v in self._log.all() if v.section == self.section.name]

    def playing(self) -> dict[str, Version]:
        """Return the versions that play, by names: those with the bytes of the file.

        Of several with the same bytes it is the newest one that is fit. A version that failed when
        it was checked again goes on playing; if none is fit, it is the oldest one.
        """
        versions = self.versions()
        hashes = {name: _hash_of_file(self._path(name)) for name in {v.name for v in versions}}
        unfit = [v for v in versions if not v.is_fit]
        fit = [v for v in versions if v.is_fit]
        return {v.name: v for v in (*reversed(unfit), *fit) if v.sha256 == hashes[v.name]}

    def missing(self) -> dict[str, tuple[str, ...]]:
        """Return the required attachments that are missing, by names of entrants."""
        required, playing = self.section.hand_in.required, self.playing()
        versions: dict[str, list[Version]] = {}
        for version in self.versions():
            versions.setdefault(version.name, []).append(version)
        return {
            name: missing_attachments(required, own, playing.get(name))
            for name, own in versions.items()
        }

    def size_of(self, version: Version) -> int:
        """Return the number of bytes that the attachments of a version take on the disk."""
        files = (version.sources, version.report)
        paths = [self._hidden_folder / "papers" / file for file in files if file]
        return sum(path.stat().st_size for path in paths if path.is_file())

    def program(self, version: Version) -> Path:
        """Return the path of a version's program in the store."""
        return self._store.path(version.sha256)

    def pending(
        self, name: str, data: bytes, received: datetime | None = None
    ) -> PendingVersion | list[Fault]:
        """Store the program for its checks; return faults of its name, size or time, if any.

        The submission has the time ``received``, by default now.
        """
        name = normalized(name)
        faults = list(self._faults_of(name, data))
        if received and faults == [entrant_faults.BEGUN()]:
            return [self._overtaken(name, data, received)]
        if faults:
            return faults
        with self._hold_lock():
            program = self._store.path(self._store.keep(data))
        checked_bot = bot_to_check(self.section, Program(name, program))
        return PendingVersion(self, checked_bot, data, received or datetime.now(UTC))

    def _faults_of(self, name: str, data: bytes) -> Iterator[Fault]:
        """Yield the faults of the name, of the size and of the time."""
        if fault := name_fault(name):
            yield fault
            return
        allowed = self.section.limits.program_size
        if len(data) > allowed:
            yield entrant_faults.too_large(name, len(data), allowed)
        if self._has_begun():
            yield entrant_faults.BEGUN()
        yield from self._name_conflicts(name)

    def _name_conflicts(self, name: str) -> Iterator[Fault]:
        """Yield a fault if a program of this name was put there by hand or a name looks alike."""
        own = {version.sha256 for version in self.versions() if version.name == name}
        paths = self.folder.iterdir() if self.folder.is_dir() else ()
        for path in sorted(path for path in paths if name_from_file_name(path.name) == name):
            if path != self._path(name) or _hash_of_file(path) not in {*own, None}:
                yield entrant_faults.NOT_SUBMITTED(file=printable(path.name))
        for other in sorted(self._entrants()):
            if other != name and are_alike(other, name):
                yield name_clash(name, other)

    def _path(self, name: str) -> Path:
        return self.folder / file_name(name)

    def _has_begun(self) -> bool:
        return is_begun(self._run)

    def enter(
        self,
        name: str,
        data: bytes,
        failed: tuple[str, ...],
        attachments: Attachments = NO_ATTACHMENTS,
        received: datetime | None = None,
    ) -> Version | Fault:
        """Record the version, and let it play if it is fit; return a fault if it is too late.

        The version has the time ``received``, by default now.
        """
        time = received or datetime.now(UTC)
        entered = self._change(name, lambda: self._record(name, data, failed, attachments, time))
        if received and entered == entrant_faults.BEGUN():
            return self._overtaken(name, data, received)
        return entered

    def _overtaken(self, name: str, data: bytes, received: datetime) -> Fault:
        """Return the fault of a bot submitted before the event began; keep it for the teacher."""
        with self._hold_lock():
            program = self._store.path(self._store.keep(data))
        return entrant_faults.OVERTAKEN(
            name=printable(name),
            time=time_with_offset(received, self.section.hand_in.deadline),
            program=shell_line(printable(os.path.relpath(program, self._run.parent))),
        )

    def version(self, name: str, number: int) -> Version | Fault:
        """Return the version with this number; return a fault if there is none."""
        key = normalized(name), number
        matching = (v for v in self.versions() if (v.name, v.number) == key)
        return next(matching, None) or entrant_faults.NO_VERSION(
            name=printable(name), number=number
        )

    def play(self, name: str, number: int) -> Version | Fault:
        """Let a version play until a newer one is entered; return the version that plays then.

        It is the newest one with the same bytes.
        """
        version = self.version(name, number)
        if isinstance(version, Fault):
            return version
        if not version.is_fit:
            return entrant_faults.UNFIT(name=version.name, number=number)
        data = self.program(version).read_bytes()
        fault = self._change(version.name, lambda: self._put(version.name, data))
        return fault or self.playing().get(version.name, version)

    def withdraw(self, name: str, number: int | None = None) -> Version | Fault:
        """Let no version of a name play; all of them stay in the store and may be chosen again.

        Withdraw only the version with this number, if one is given.
        """
        version = self._version_to_withdraw(normalized(name), number)
        if isinstance(version, Fault):
            return version
        return self._change(version.name, lambda: self._remove(version.name, number))

    def _remove(self, name: str, number: int | None) -> Version | Fault:
        """Withdraw the version under the lock: another one may have been entered before that."""
        version = self._version_to_withdraw(name, number)
        if isinstance(version, Version):
            self._path(name).unlink()
        return version

    def _version_to_withdraw(self, name: str, number: int | None) -> Version | Fault:
        """Return the version that plays; return a fault if there is none, or another one."""
        version = self.playing().get(name)
        if version is None:
            return entrant_faults.NONE_PLAYS(name=printable(name))
        if number not in (None, version.number):
            return entrant_faults.OTHER_PLAYS(
                name=version.name, number=number, playing=version.number
            )
        return version

    def recheck(self, version: Version) -> PendingVersion:
        """Return an attempt to check a version again; it keeps its number and its time."""
        path = self.program(version)
        checked_bot = bot_to_check(self.section, Program(version.name, path))
        return PendingVersion(self, checked_bot, path.read_bytes(), again=version)

    def enter_again(self, version: Version, failed: tuple[str, ...]) -> Version | Fault:
        """Record the checks that a version fails now; a version without any may be chosen.

        A version that plays and fails goes on playing: the student or the teacher decides.
        """
        rechecked = replace(version, failed=failed)
        return self._change(version.name, lambda: self._log.add(rechecked)) or rechecked

    def _change(self, name: str, change: Callable[[], T]) -> T | Fault:
        """Make a change under the lock and return its result.

        Return a fault, and change nothing, if the name clashes or the event has begun.
        """
        try:
            with self._hold_lock(), hold_folder(self._run):
                if self._has_begun():
                    return entrant_faults.BEGUN()
                return next(self._name_conflicts(name), None) or change()
        except CannotEnrol as error:  # The event is beginning at this moment, or has begun.
            return entrant_faults.BEGUN() if self._has_begun() else error.faults[0]

    def _put(self, name: str, data: bytes) -> None:
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data, mode=0o755, lasting=True)

    def _record(
        self,
        name: str,
        data: bytes,
        failed: tuple[str, ...],
        attachments: Attachments,
        received: datetime,
    ) -> Version:
        own = [version for version in self.versions() if version.name == name]
        number, time, sha256 = len(own) + 1, received.isoformat(), self._store.keep(data)
        if own and (own[-1].time, own[-1].sha256) == (time, sha256):
            version = own[-1]  # the process was killed after it had recorded this submission
        else:
            files = attachments.keep(self._hidden_folder / "papers", name, number)
            version = Version(
                self.section.name, name, number, time, sha256, len(data), failed, *files
            )
            self._log.add(version)
        if version.is_fit:
            self._put(name, data)
        return version

    @contextmanager
    def _hold_lock(self) -> Iterator[None]:
        """Hold the lock of the store, which the system releases if this process dies."""
        self._hidden_folder.mkdir(parents=True, exist_ok=True)
        with hold_lock(self._hidden_folder / "lock"):
            if not self.owner_file.exists():
                self.owner_file.write_text(f"{self._run.name}\n", encoding="utf-8")
            yield


@dataclass
class PendingVersion:
    """A program that is being submitted: it is examined first and entered then."""

    _submissions: Submissions
    checked_bot: CheckedBot
    """The program with its section's limits; the checked bytes are those that will play."""
    _data: bytes
    _received: datetime | None = None
    """Time of the submission: the check may take long, and may wait for a core."""
    _failed: list[str] = field(default_factory=list)
    _examined: bool = False
    again: Version | None = None
    """The version that is checked again; None for a new one."""

    def examine(
        self,
        background: Background = Background(),  # noqa: B008  # frozen
        tell: Tell = lambda *_: None,
    ) -> Iterator[Finding]:
        """Make all checks and yield their findings; raise RefereeError for a fault of the arena.

        ``tell`` is called with the progress of the check.
        """
        program = self.checked_bot.program
        class_list = self._submissions.class_list
        if student_finding := check_student(class_list, program.name, self._data):
            yield student_finding
        for finding in examine(replace(self.checked_bot, background=background, tell=tell)):
            if finding.result is CheckResult.FAILED and finding.check not in self._failed:
                self._failed.append(finding.check)
            yield finding
        self._examined = True

    def enter(self, attachments: Attachments = NO_ATTACHMENTS) -> Version | Fault:
        """Record the version, fit or not, and return it.

        Return a fault if it came too late or its name clashes with another one.
        """
        assert self._examined, "nothing is entered unchecked"
        name, failed = self.checked_bot.program.name, tuple(self._failed)
        if self.again is not None:
            return self._submissions.enter_again(self.again, failed)
        return self._submissions.enter(name, self._data, failed, attachments, self._received)


def _hash_of_file(path: Path) -> str | None:
    """Return the SHA-256 of a file, None if there is none, an empty string if it is unreadable."""
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return None
    except OSError:
        return ""

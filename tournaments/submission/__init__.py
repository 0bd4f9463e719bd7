"""Takes programs into the folder that an event's entrants come from, and keeps every version.

Beside a folder ``bots`` stands a hidden one, ``.bots.submitted``: it keeps each program that was
ever submitted under its SHA-256, and a list of all versions. A version that passes the checks is
put into ``bots`` under its entrant's name, whole at once: it is the one that plays. One that fails
is kept and told of, and the one before it goes on playing.

The checks take a while, and many may be checked at once. What is written down is written by one at
a time, and while nobody can begin the event. What keeps a program out is a fault, a
name from a form included; nothing that a student sends raises.
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

from formats.fault import Fault
from formats.game import StartRequest
from formats.names import alike, file_name, normal, of_file
from formats.printable import printable
from referee.check import examine
from referee.check.candidate import Candidate
from referee.check.finding import Finding, Grade
from referee.check.trials import Tell
from referee.program import Program
from referee.sandbox import Background
from tournaments.entrants import entrant_faults as faults
from tournaments.entrants.class_list import NO_LIST, ClassList, about_student, class_list
from tournaments.entrants.enrolment import CannotEnrol, entrants_now
from tournaments.entrants.entrant_faults import too_large
from tournaments.entrants.program_store import Store
from tournaments.event.model import Event, Section
from tournaments.event.read_entrants import name_clash, name_fault
from tournaments.event.toml_values import shown
from tournaments.ledger import is_begun
from tournaments.run.setup import claimed
from tournaments.storage import locked, write_whole
from tournaments.submission.log import Version, Versions
from tournaments.submission.papers import NO_PAPERS, Papers, missing_papers


def submissions(event: Event, base: Path, run: Path, section: str | None) -> Submissions | Fault:
    """The entry to a section of the event whose file is in that folder; its only one, if one."""
    chosen = section_of(event, section)
    if isinstance(chosen, Fault):
        return chosen
    if chosen.folder is None:
        return faults.NO_ENTRY()
    others = partial(entrants_now, event, _real(base))
    students = class_list(_real(base))
    entry = Submissions(chosen, _real(base / chosen.folder), run, others, students)
    if entry.owner not in ("", run.name):
        values = {"folder": chosen.folder, "event": printable(entry.owner)}
        return faults.FOREIGN_FOLDER(
            **values, file=printable(f"{entry.owner_file.parent.name}/event")
        )
    return entry


def section_of(event: Event, name: str | None) -> Section | Fault:
    """Return the section of that name; without a name, the only one."""
    named = {section.name: section for section in event.sections}
    known = ", ".join(named)
    if name is None and len(named) > 1:
        return faults.WHICH_SECTION(known=known)
    chosen = next(iter(named.values())) if name is None else named.get(name)
    return faults.NO_SECTION(section=shown(name or ""), known=known) if chosen is None else chosen


def candidate_of(section: Section, program: Program) -> Candidate:
    """A program, as it is checked for that section."""
    limits = section.limits
    return Candidate(
        program,
        section.game,
        StartRequest(section.size),
        limits.time,
        limits.rules,
        limits.file_size,
        stage=limits.stage,
        machine=limits.machine,
        kind=limits.kind,
    )


def _real(path: Path) -> Path:
    """Without links; Path.resolve raises, where they go in a loop, what no OSError is."""
    return Path(os.path.realpath(path))


class Submissions:
    """The entry to a section of an event."""

    def __init__(
        self,
        section: Section,
        folder: Path,
        run: Path,
        entrants: Callable[[], Collection[str]],
        students: ClassList = NO_LIST,
    ) -> None:
        """``folder`` is where entrants are, ``run`` is where the event is kept once it begins.

        ``entrants`` tells who takes part in the event by now, in whichever section.
        """
        self.section = section
        self.students = students
        self._entrants = entrants
        self.folder = folder
        self._run = run
        self._kept = folder.with_name(f".{folder.name}.submitted")
        self.owner_file = self._kept / "event"
        self._store = Store(self._kept / "programs")
        self._list = Versions(self._kept / "versions.jsonl")

    @property
    def owner(self) -> str:
        """Name of the event whose submissions are kept beside the folder, or an empty string."""
        try:
            return self.owner_file.read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""

    def versions(self) -> list[Version]:
        """All that was submitted to the section, the oldest first."""
        return [one for one in self._list.all() if one.section == self.section.name]

    def playing(self) -> dict[str, Version]:
        """By names, the version that is in the folder: the newest one with these bytes."""
        versions = self.versions()
        there = {name: _digest_of(self._path(name)) for name in {one.name for one in versions}}
        return {one.name: one for one in versions if one.fit and one.sha256 == there[one.name]}

    def missing(self) -> dict[str, tuple[str, ...]]:
        """Return by names what the event requires and nobody of that name has handed in."""
        required, playing = self.section.hand_in.required, self.playing()
        versions: dict[str, list[Version]] = {}
        for version in self.versions():
            versions.setdefault(version.name, []).append(version)
        return {
            name: missing_papers(required, own, playing.get(name)) for name, own in versions.items()
        }

    def size_of(self, version: Version) -> int:
        """Return how many bytes the papers of a version take on the disk."""
        files = (version.sources, version.report)
        paths = [self._kept / "papers" / file for file in files if file]
        return sum(path.stat().st_size for path in paths if path.is_file())

    def program(self, version: Version) -> Path:
        """Where the program of one of these versions is kept."""
        return self._store.path(version.sha256)

    def attempt(self, name: str, data: bytes) -> Attempt | list[Fault]:
        """The program to check and enter, or why it cannot be entered whatever is in it."""
        name = normal(name)
        wrong = list(self._faults_of(name, data))
        if wrong:
            return wrong
        with self._alone():
            program = self._store.path(self._store.keep(data))
        return Attempt(self, candidate_of(self.section, Program(name, program)), data)

    def _faults_of(self, name: str, data: bytes) -> Iterator[Fault]:
        """Of the name, of the size, of the hour."""
        if bad := name_fault(name):
            yield bad
            return
        allowed = self.section.limits.file_size
        if len(data) > allowed:
            yield too_large(name, len(data), allowed)
        if self._has_begun():
            yield faults.BEGUN()
        yield from self._taken(name)

    def _taken(self, name: str) -> Iterator[Fault]:
        """Whether the name is that of a program which nobody submitted, or looks like another."""
        own = {one.sha256 for one in self.versions() if one.name == name}
        there = self.folder.iterdir() if self.folder.is_dir() else ()
        for path in sorted(path for path in there if of_file(path.name) == name):
            if path != self._path(name) or _digest_of(path) not in {*own, None}:
                yield faults.NOT_SUBMITTED(file=printable(path.name))
        for other in sorted(self._entrants()):
            if other != name and alike(other, name):
                yield name_clash(name, other)

    def _path(self, name: str) -> Path:
        return self.folder / file_name(name)

    def _has_begun(self) -> bool:
        return is_begun(self._run)

    def enter(
        self, name: str, data: bytes, failed: tuple[str, ...], papers: Papers = NO_PAPERS
    ) -> Version | Fault:
        """Writes the version down and, if it is fit, lets it play: unless that is too late."""
        try:
            with self._alone(), claimed(self._run):
                late = faults.BEGUN() if self._has_begun() else next(self._taken(name), None)
                return late or self._entered(name, data, failed, papers)
        except CannotEnrol as error:  # the event is beginning at this moment
            return error.faults[0]

    def version(self, name: str, number: int) -> Version | Fault:
        """Return a version that was submitted."""
        key = normal(name), number
        found = (one for one in self.versions() if (one.name, one.number) == key)
        return next(found, None) or faults.NO_VERSION(name=printable(name), number=number)

    def play(self, name: str, number: int) -> Version | Fault:
        """Let that version play, until a newer one is entered."""
        version = self.version(name, number)
        if isinstance(version, Fault):
            return version
        if not version.fit:
            return faults.UNFIT(name=version.name, number=number)
        data = self.program(version).read_bytes()
        return self._changed(version, lambda: self._put(version.name, data))

    def withdraw(self, name: str) -> Version | Fault:
        """Let no version of that name play; all of them stay kept, and may be chosen again."""
        version = self.playing().get(normal(name))
        if version is None:
            return faults.NO_VERSION(name=printable(name), number="-")
        return self._changed(version, self._path(version.name).unlink)

    def recheck(self, version: Version) -> Attempt:
        """Return the attempt to enter a version anew, with its number and its time."""
        path = self.program(version)
        candidate = candidate_of(self.section, Program(version.name, path))
        return Attempt(self, candidate, path.read_bytes(), again=version)

    def enter_again(self, version: Version, failed: tuple[str, ...]) -> Version | Fault:
        """Write down what a version has failed by now; if that is nothing, it may be chosen.

        One that plays and has failed goes on playing: the student or the teacher decides.
        """
        known = replace(version, failed=failed)
        return self._changed(known, lambda: self._list.add(known))

    def _changed(self, version: Version, change: Callable[[], object]) -> Version | Fault:
        """Make the change while nobody else changes anything, unless the event has begun."""
        try:
            with self._alone(), claimed(self._run):
                late = faults.BEGUN() if self._has_begun() else None
                late = late or next(self._taken(version.name), None)
                if late is None:
                    change()
                return late or version
        except CannotEnrol as error:
            return error.faults[0]

    def _put(self, name: str, data: bytes) -> None:
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data, mode=0o755, lasting=True)

    def _entered(self, name: str, data: bytes, failed: tuple[str, ...], papers: Papers) -> Version:
        number = 1 + sum(one.name == name for one in self.versions())
        time = datetime.now(UTC).isoformat(timespec="seconds")
        sha256, kept = self._store.keep(data), papers.keep(self._kept / "papers", name, number)
        version = Version(self.section.name, name, number, time, sha256, len(data), failed, *kept)
        self._list.add(version)
        if version.fit:
            self._put(name, data)
        return version

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keeps others from changing anything until this process releases it or dies."""
        self._kept.mkdir(parents=True, exist_ok=True)
        with locked(self._kept / "lock"):
            if not self.owner_file.exists():
                self.owner_file.write_text(f"{self._run.name}\n", encoding="utf-8")
            yield


@dataclass
class Attempt:
    """A program that is being submitted: first it is examined, then it is entered."""

    _to: Submissions
    candidate: Candidate
    """What is checked are the very bytes that will play."""
    _data: bytes
    _failed: list[str] = field(default_factory=list)
    _examined: bool = False
    again: Version | None = None
    """The version that is checked again, if it is none that is new."""

    def examine(
        self,
        background: Background = Background(),  # noqa: B008  # frozen
        tell: Tell = lambda *_: None,
    ) -> Iterator[Finding]:
        """Makes all checks, each told as it ends. Raises RefereeError for a fault of ours.

        ``tell`` is told how far the check has come.
        """
        program = self.candidate.program
        if student := about_student(self._to.students, program.name, self._data):
            yield student
        for finding in examine(replace(self.candidate, background=background, tell=tell)):
            if finding.grade is Grade.FAILED and finding.check not in self._failed:
                self._failed.append(finding.check)
            yield finding
        self._examined = True

    def enter(self, papers: Papers = NO_PAPERS) -> Version | Fault:
        """The version that it became, fit or not; or why it came too late."""
        assert self._examined, "nothing is entered unchecked"
        name, failed = self.candidate.program.name, tuple(self._failed)
        if self.again is not None:
            return self._to.enter_again(self.again, failed)
        return self._to.enter(name, self._data, failed, papers)


def _digest_of(path: Path) -> str | None:
    """The SHA-256 of a file; of a folder it is nothing's; nothing where nothing is."""
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return None
    except OSError:
        return ""

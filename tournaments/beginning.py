"""Begins an event in a folder of its own, or sees whether one that has begun can go on.

The folder holds all that an event is: its file, its programs (by their hashes), its start positions
and its ledger. Nothing outside is needed to go on but the processor.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path

from formats.fault import Fault
from referee.machine import machine
from tournaments import enrolment_faults as faults
from tournaments.enrolment import Builder, CannotEnrol, candidates, changes, enrolled
from tournaments.event import AUTO, Event, Section
from tournaments.formula import Conditions, most_seconds, pick
from tournaments.ledger import Enrolled, Ledger
from tournaments.starting import starts
from tournaments.store import Store

_LOCK = ".running"
_PROGRAMS = "programs"


def store_of(folder: Path) -> Store:
    """The programs of the event in that folder."""
    return Store(folder / _PROGRAMS)


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """The folder, for nobody else; whoever is killed gives it up. Raises CannotEnrol."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise CannotEnrol([faults.IN_USE(folder=folder)]) from None
    finally:
        os.close(lock)


def has_begun(ledger: Ledger) -> bool:
    """Whether the ledger tells of an event."""
    return ledger.fact("event") is not None


class Opening:
    """An event file, the folder it stands in, and who makes our own bots."""

    def __init__(self, event: Event, text: str, base: Path, build: Builder) -> None:
        self._event = event
        self._text = text
        self._base = base
        self._build = build

    def begin(self, ledger: Ledger, store: Store, jobs: int) -> None:
        """Settles all that is still open, and writes it down. Raises CannotEnrol."""
        found = candidates(self._event, self._base, self._build)
        lines = enrolled(self._event, found)
        files = self._starts()
        formats = {
            f"format {section.name}": _format(section, lines, len(files[section.name]), jobs)
            for section in self._event.sections
        }
        for one in found:
            store.keep(one.data)
        ledger.begin({"event": self._text, "machine": machine(), **formats}, lines, files)

    def check(self, ledger: Ledger, store: Store) -> None:
        """Whether all is as it was when the event began. Raises CannotEnrol."""
        wrong = list(_changed_lines(ledger.fact("event") or "", self._text))
        if not wrong:
            before = [one for s in self._event.sections for one in ledger.entrants(s.name)]
            wrong += damaged(before, store)
            # Our own bots are not built again: the event keeps them as they were.
            kept = {one.source: store.path(one.sha256) for one in before}
            found = candidates(self._event, self._base, kept.__getitem__)
            wrong += changes(before, enrolled(self._event, found))
        if wrong:
            raise CannotEnrol(wrong)

    def _starts(self) -> dict[str, list[str]]:
        """By the names of their sections."""
        read = {s.name: list(starts(s, self._base)) for s in self._event.sections}
        wrong = [one for some in read.values() for one in some if isinstance(one, Fault)]
        if wrong:
            raise CannotEnrol(wrong)
        return {name: [str(one) for one in some] for name, some in read.items()}


def damaged(entrants: Iterable[Enrolled], store: Store) -> Iterator[Fault]:
    """Programs that the event keeps, and that are not what they were."""
    for one in entrants:
        if not store.is_whole(one.sha256):
            yield faults.DAMAGED(name=one.name, file=store.path(one.sha256))


def _format(section: Section, entrants: Sequence[Enrolled], starts: int, jobs: int) -> str:
    """The format and, where the event left it open, why it is this one."""
    names = [one.name for one in entrants if one.section == section.name]
    form, picked = section.format, None
    if form.name == AUTO:
        conditions = Conditions(
            entrants=len(names),
            starts=starts,
            seconds_a_game=most_seconds(section.limits, section.game.limit),
            jobs=jobs,
            evening=float(form.options["evening"]),
        )
        choice = pick(conditions)
        form, picked = choice.format, [choice.sentence("en"), choice.sentence("ru")]
    wrong = list(form.schedule(names, 0).faults())
    if wrong:
        raise CannotEnrol(wrong)
    return json.dumps({"name": form.name, "options": form.options, "picked": picked})


def _changed_lines(old: str, new: str) -> Iterator[Fault]:
    """The first line that differs, if one does."""
    lines = zip_longest(old.splitlines(), new.splitlines(), fillvalue="")
    for number, (was, now) in enumerate(lines, start=1):
        if was != now:
            yield faults.EVENT_CHANGED(line=number, old=was.strip(), new=now.strip())
            return

"""Begins an event in a folder of its own, or sees whether one that has begun can go on.

The folder holds all that an event is: its file, its programs (by their hashes), its start positions
and its ledger. Nothing outside is needed to go on but the processor.
"""

from __future__ import annotations

import json
import os
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from formats.fault import Fault, Severity
from formats.matrix import Matrix, read_matrix, write_exactly
from referee.machine import machine
from referee.match.openings import FEW_MOVES, Openings
from tournaments.entrants import entrant_faults as faults
from tournaments.entrants.enrolment import (
    Builder,
    CannotEnrol,
    Enrolled,
    FoundProgram,
    candidates,
    changes,
    enrol,
    not_built,
)
from tournaments.entrants.program_store import Store
from tournaments.event.auto_format import Conditions, most_seconds, pick_format
from tournaments.event.model import AUTO, Event, Section
from tournaments.event.reader import read_event
from tournaments.event.secret_seed import SecretSeed
from tournaments.event.toml_values import shown
from tournaments.ledger import Ledger, opened
from tournaments.ledger.decision import Decision, Verb
from tournaments.run.tournament import SEED, Tournament, told_by
from tournaments.schedules import all_schedules
from tournaments.standings.scoring import text_from_bonuses
from tournaments.storage import is_locked, take

_LOCK = ".running"
_PROGRAMS = "programs"
_FREE = "bonuses"
"""The key of an event file that may change while the event is played."""
_FILE = "event file"


class EventSource(NamedTuple):
    event: Event
    text: str
    """The file."""
    base: Path
    """What its paths start from."""

    def with_seed(self, seed: SecretSeed | None) -> EventSource:
        """Return the source with its event as that secret seed decides it."""
        event = read_event(self.text.encode(), seed).event if seed else None
        return self._replace(event=event or self.event)


class OpenEvent(NamedTuple):
    """The folder of an event, open to be written in."""

    ledger: Ledger
    store: Store

    @property
    def has_begun(self) -> bool:
        return has_begun(self.ledger)


def has_begun(ledger: Ledger) -> bool:
    return ledger.fact("event") is not None


@contextmanager
def event_folder(folder: Path) -> Iterator[OpenEvent]:
    """The folder of an event, locked and made if need be. Raises CannotEnrol."""
    with claimed(folder), opened(folder, writing=True) as ledger:
        yield OpenEvent(ledger, programs_of(folder))


def programs_of(folder: Path) -> Store:
    """The programs that are kept in the folder of an event."""
    return Store(folder / _PROGRAMS)


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Keeps the folder for this process, until it ends or is killed. Raises CannotEnrol."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        file = take(folder / _LOCK, wait=False)
    except BlockingIOError:
        raise CannotEnrol([faults.IN_USE(folder=folder)]) from None
    try:
        yield
    finally:
        os.close(file)


def is_claimed(folder: Path) -> bool:
    """Whether a process keeps the folder for itself now."""
    return is_locked(folder / _LOCK)


def find_programs(
    source: EventSource, kept: OpenEvent, build: Builder = not_built
) -> list[FoundProgram]:
    """All that want to take part in the event, or still do. Raises CannotEnrol, or BadLedger."""
    if not kept.has_begun:
        return candidates(source.event, source.base, build)
    known = kept.ledger.resume()
    wrong = list(_changed_keys(known.facts.get("event", ""), source.text))
    if wrong:
        raise CannotEnrol(wrong)
    # Our own bots are not built again: the event keeps them as they were.
    ours = {one.source: kept.store.path(one.sha256) for one in told_by(known).enrolled}
    return candidates(source.event, source.base, ours.__getitem__)


def set_up(
    source: EventSource, kept: OpenEvent, programs: Sequence[FoundProgram], jobs: int
) -> None:
    """Begins the event, to be played that many games at a time, or checks that it can go on.

    Raises CannotEnrol, for one that goes on if anything is not as it was.
    """
    if not kept.has_begun:
        _begin(source, kept, programs, jobs)
        return
    known = told_by(kept.ledger.resume())
    event = source.with_seed(known.event.secret_seed).event
    before, now = known.enrolled, enrol(event, programs)
    wrong = [*damaged(before, kept.store), *changes(before, now, may_be_gone(known))]
    if wrong:
        raise CannotEnrol(wrong)
    if changed := list(_changed_bonuses(known, event)):
        kept.ledger.decide(changed)


def _begin(
    source: EventSource, kept: OpenEvent, programs: Sequence[FoundProgram], jobs: int
) -> None:
    """Settles all that is still open, and writes it down."""
    seed = SecretSeed.draw() if source.event.has_secret_seed else None
    source = source.with_seed(seed)
    lines, files = enrol(source.event, programs), _starts(source)
    formats = {
        f"format {section.name}": _format(
            section, lines, files[section.name], jobs, source.event.seed
        )
        for section in source.event.sections
    }
    for one in programs:
        kept.store.keep(one.data)
    facts = {"event": source.text, "machine": machine(), **formats}
    if seed is not None:
        facts[SEED] = seed.written
    kept.ledger.begin(facts, lines, files)


def may_be_gone(known: Tournament) -> set[tuple[str, str]]:
    """Sections and names of those whose programs need not lie where entrants are looked for.

    Who came late may have brought his along, and who is out may have taken it away.
    """
    return {
        (state.section.name, name)
        for state in known.sections
        for name in (*(one.name for one in state.rulings.late), *state.rulings.departures)
    }


def _starts(source: EventSource) -> dict[str, list[str]]:
    """By the names of their sections."""
    read = {s.name: list(starts(s, source.base)) for s in source.event.sections}
    wrong = [one for some in read.values() for one in some if isinstance(one, Fault)]
    if wrong:
        raise CannotEnrol(wrong)
    return {name: [str(one) for one in some] for name, some in read.items()}


def damaged(entrants: Iterable[Enrolled], store: Store) -> Iterator[Fault]:
    """Programs that the event keeps, and that are not what they were."""
    for one in entrants:
        if not store.is_whole(one.sha256):
            yield faults.DAMAGED(name=one.name, file=store.path(one.sha256))


def _format(
    section: Section, entrants: Sequence[Enrolled], files: Sequence[str], jobs: int, seed: int
) -> str:
    """The format, where the event left it open why it is this one, and the start of play-offs."""
    names = [one.name for one in entrants if one.section == section.name]
    form, picked = section.format, None
    if form.name == AUTO:
        conditions = Conditions(
            entrants=len(names),
            starts=len(files),
            seconds_a_game=most_seconds(section.limits, section.game.limit),
            jobs=jobs,
            evening=float(form.options["evening"]),
        )
        choice = pick_format(conditions)
        form, picked = choice.format, [choice.sentence("en"), choice.sentence("ru")]
    wrong = list(form.schedule(names, 0).faults())
    if wrong:
        raise CannotEnrol(wrong)
    settled = {"name": form.name, "options": dict(form.options), "picked": picked}
    needs_start = "ties" in all_schedules()[form.name].options
    play_off = _play_off_start(section, files, seed) if needs_start else None
    return json.dumps({**settled, "play-off": play_off})


def _play_off_start(section: Section, files: Sequence[str], seed: int) -> str:
    """Return a start position that is none of those files, drawn by the seed of the event."""
    limit, request = section.game.limit, next(iter(section.starts.requests), None)
    read = [read_matrix(text.encode(), limit=limit).matrix for text in files]
    known = [matrix for matrix in read if matrix is not None]
    openings = Openings(seed)
    drawn = (
        openings.of_game(section.game, request, section.limits.time)
        if request
        else replace(openings, moves=FEW_MOVES).of_files(known)
    )
    positions = [matrix.position for matrix in known]
    few = list(islice(drawn, len(known) + 1))
    new = (matrix for matrix in few if matrix.position not in positions)
    return write_exactly(next(new, few[-1]))


def _changed_keys(old: str, new: str) -> Iterator[Fault]:
    """Yield a fault for each key whose value differs, but for the bonuses: no game depends on them.

    Comments and the order of lines are no keys.
    """
    before, now = _values_by_key(old), _values_by_key(new)
    for key in dict.fromkeys((*before, *now)):
        was, is_now = before.get(key), now.get(key)
        if was != is_now and key.rpartition(" ")[2] != _FREE:
            old_value, new_value = map(_told_value, (was, is_now))
            yield faults.EVENT_CHANGED(key=key, old=old_value, new=new_value)


def _told_value(value: object) -> str:
    """Return a value of an event file as a sentence shows it."""
    return shown(json.dumps(value, default=str, ensure_ascii=False)) if value is not None else "-"


def _values_by_key(text: str) -> dict[str, object]:
    """Return the values of an event file; a key of a section has its number before it."""
    try:
        values = tomllib.loads(text.removeprefix("\ufeff"), parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {"": text}  # what cannot be read is told by who reads it
    parts = values.pop("section", [])
    sections = parts if isinstance(parts, list) else []
    inner = {
        f"section {number} {key}": value
        for number, section in enumerate(sections, start=1)
        if isinstance(section, dict)
        for key, value in section.items()
    }
    return {**values, **inner}


def _changed_bonuses(known: Tournament, event: Event) -> Iterator[Decision]:
    """Yield a decision for each section whose bonuses are not as they were."""
    now = {section.name: section.bonuses for section in event.sections}
    for state in known.sections:
        name = state.section.name
        if now.get(name, state.section.bonuses) != state.section.bonuses:
            yield Decision(name, Verb.BONUSES, text_from_bonuses(now[name]), _FILE, time.time())


def starts(section: Section, base: Path) -> Iterator[str | Fault]:
    """The start positions; paths are from that folder."""
    for name in section.starts.files:
        yield _of_file(section, name, base)
    times = (section.limits.time,) * 2
    for request in section.starts.requests:
        yield write_exactly(Matrix(section.game, section.game.start(request), times=times))


def _of_file(section: Section, name: str, base: Path) -> str | Fault:
    try:
        data = (base / name).read_bytes()
    except OSError as error:
        return faults.NO_START(file=name, why=error.strerror or error)
    reading = read_matrix(data, lenient=section.limits.lenient_letters, limit=section.game.limit)
    if reading.matrix is None or not reading.good:
        wrong = next(d for d in reading.diagnostics if d.severity is Severity.ERROR)
        return faults.WRONG_START(file=name, line=wrong.line, what=wrong.fault.text)
    matrix = reading.matrix
    if matrix.game != section.game:
        return faults.OTHER_GAME(file=name, game=section.game.title)
    if matrix.is_over:
        return faults.START_OVER(file=name)
    return write_exactly(replace(matrix, times=(section.limits.time,) * 2))
